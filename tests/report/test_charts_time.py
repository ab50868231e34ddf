import datetime

import pytest

from flopwatt.report.charts_time import days_axis, instant, month_ticks
from flopwatt.report.records import Look

START = datetime.date(2026, 9, 1)


def test_a_day_as_vega_counts_time():
    assert instant(datetime.date(1970, 1, 1), 1) == 86_400_000
    assert instant(datetime.date(2026, 1, 1), 0) == 1_767_225_600_000  # 20,454 days


@pytest.mark.parametrize(
    ("days", "step", "first"),
    [(120, 1, "2026-09-01"), (365, 2, "2026-09-01"), (1826, 12, "2027-01-01")],
)
def test_ticks_are_whole_months_or_years(days, step, first):
    ticks, apart = month_ticks(START, days, 6)
    assert (apart, ticks[0].isoformat()) == (step, first)
    assert len(ticks) <= 7


def test_a_plan_from_inside_a_month_starts_with_the_next():
    assert month_ticks(datetime.date(2025, 2, 28), 365, 6)[0][0] == datetime.date(2025, 3, 1)


def test_years_are_told_as_years():
    axis = days_axis(START, 3650, Look())["axis"]
    assert axis["labelExpr"] == "utcFormat(datum.value, '%Y')"
    assert axis["tickCount"] == len(axis["values"])
    assert days_axis(START, 300, Look(width=358), 20)["scale"]["domain"][0] < instant(START, 0)
