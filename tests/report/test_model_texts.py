"""Texts of a model's numbers."""

import pytest

from flopwatt.report.model_texts import amount, full, listed_row
