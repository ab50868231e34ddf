"""The JSON face: the report's public document as text."""

from __future__ import annotations

import json
from typing import Any

from flopwatt.report import Report


def render_json(report: Report) -> str:
    """One JSON document, ready to print. Numbers that are not finite are null."""
    return render_data(report.document)


def render_data(data: Any, *, ascii_only: bool = False) -> str:
    """Plain data as one JSON document; ``ascii_only`` writes other signs by their codes."""
    return json.dumps(data, indent=1, ensure_ascii=ascii_only, allow_nan=False)
