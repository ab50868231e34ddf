"""The axis of time that charts share: whole months or years as ticks, told by their names."""

from __future__ import annotations

import datetime
import math

from flopwatt.report.charts import Spec
from flopwatt.report.records import Look

MS, DAY_MS = 1_000, 86_400_000
EPOCH = datetime.date(1970, 1, 1)
MONTH_DAYS, MONTHS = 30.4375, 12
STEPS = (1, 2, 3, 6, 12, 24, 60, 120)  # months between ticks
WIDE_TICKS, NARROW_TICKS = 6, 4


def instant(start: datetime.date, day: float) -> int:
    """A day since a start, as Vega counts time: milliseconds since 1970."""
    return round(((start - EPOCH).days + day) * DAY_MS)


def month_ticks(start: datetime.date, days: float, most: int) -> tuple[list[datetime.date], int]:
    """First days of months that divide a time into at most so many parts, and months apart."""
    months = days / MONTH_DAYS
    step = next((one for one in STEPS if months / one <= most), STEPS[-1])
    begin = start.year * MONTHS + start.month - 1
    if start.day > 1:
        begin += 1
    if step >= MONTHS:
        begin = math.ceil(begin / MONTHS) * MONTHS
    found = []
    for month in range(begin, begin + round(months) + 2, step):
        day = datetime.date(month // MONTHS, month % MONTHS + 1, 1)
        if (day - start).days <= days:
            found.append(day)
    return found, step


def days_axis(start: datetime.date, days: float, look: Look, before: float = 0.0) -> Spec:
    """The scale and axis of time from a start on, with few ticks that are told in full.

    Some days ``before`` the start are kept free, for the labels of the other axis.
    """
    ticks, step = month_ticks(start, days, NARROW_TICKS if look.narrow else WIDE_TICKS)
    first = "datum.index == 0 || utcmonth(datum.value) == 0"
    labels = f"utcFormat(datum.value, {first} ? '%b %Y' : '%b')"
    if step >= MONTHS:
        labels = "utcFormat(datum.value, '%Y')"
    return {
        "title": None,
        "scale": {
            # numbers: a scale of dates takes expressions that a page without eval cannot read
            "zero": False,
            "domain": [instant(start, -before), instant(start, days)],
            "nice": False,
        },
        "axis": {
            "values": [instant(day, 0) for day in ticks],
            "tickCount": len(ticks),  # else some are left out
            "labelExpr": labels,
        },
    }
