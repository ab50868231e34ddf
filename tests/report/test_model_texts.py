"""Texts of a model's numbers."""

import pytest

from flopwatt.report.model_texts import amount, full


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (8_589_934_591.6, "8,589,934,592"),
        (131_072.0, "131,072"),
        (280.5, "280.5"),
        (float("inf"), "no limit"),
        (float("nan"), "no number"),
        (1e300, "1e+300"),
    ],
)
def test_whole_bytes_in_full(number, text):
    assert full(number) == text


def test_bytes_in_both_units():
    assert amount(16.1e9) == "16.1 GB (15 GiB)"
    assert amount(280.5) == "280.5 bytes"
