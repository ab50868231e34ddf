import contextlib
import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flopwatt.units import UnitError, read_date, show_date


@given(st.dates())
def test_iso_days_are_read(day: datetime.date) -> None:
    assert read_date(f" {day.isoformat()} ") == day


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("03/04/2026", "03/04/2026 can be read with the day first or the month first"),
        ("3.4.26", "3.4.26 can be read with the day first or the month first"),
        ("Q3", "Q3 is a part of a year, not a day"),
        ("2026 Q3", "2026 Q3 is a part of a year, not a day"),
        ("2026-13-01", "2026-13-01 names month 13; a year has 12"),
        ("2026-00-01", "2026-00-01 names month 0; a year has 12"),
        ("2026-02-30", "2026-02-30 names day 30; Feb 2026 has 28"),
        ("2024-02-30", "2024-02-30 names day 30; Feb 2024 has 29"),
        ("2026-12-32", "2026-12-32 names day 32; Dec 2026 has 31"),
        ("0000-01-01", "0000-01-01 has no year we count"),
        ("2026-07", "2026-07 is a month, not a day; its first day is 2026-07-01"),
        ("2026", "2026 is a year, not a day; its first day is 2026-01-01"),
        ("20260714", "20260714 is not an ISO date"),
        ("2026-7-14", "2026-7-14 is not an ISO date"),
        ("2026-07-14T00:00", "2026-07-14T00:00 is not an ISO date"),
        ("14 July 2026", "14 July 2026 is not an ISO date"),
        ("\u0662026-07-14", "is not an ISO date"),
        ("", "no date is written here"),
    ],
)
def test_row_39_everything_else_is_refused(text: str, said: str) -> None:
    with pytest.raises(UnitError) as caught:
        read_date(text)
    assert caught.value.code == "bad-date"
    assert said in caught.value.message
    assert caught.value.allowed == "a day as YYYY-MM-DD, e.g. 2026-07-14"


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(UnitError):
        read_date(text)


def test_a_day_is_shown_in_words() -> None:
    assert show_date(datetime.date(2026, 7, 14)) == "14 Jul 2026"
    assert show_date(datetime.date(2029, 10, 1)) == "1 Oct 2029"
