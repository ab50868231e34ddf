"""Days as tables write them: whole, a month, a year."""

import pytest

from flopwatt.catalog.days import first_day, last_day


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [("2026-08-19", "2026-08-19", "2026-08-19"), ("2026-02", "2026-02-01", "2026-02-28"),
     ("2026-12", "2026-12-01", "2026-12-31"), ("2024", "2024-01-01", "2024-12-31")],
)  # fmt: skip
def test_the_days_of_a_date_that_may_lack_some(text, first, last):
    assert first_day(text).isoformat() == first
    assert last_day(text).isoformat() == last


def test_no_day_is_none():
    assert last_day(None) is None
