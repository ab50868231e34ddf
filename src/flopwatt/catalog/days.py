"""Days as tables and people write them: a whole date, a month, or a year."""

from __future__ import annotations

import datetime

Day = datetime.date | str | None


def first_day(text: str) -> datetime.date:
    """The first day of a date, a month or a year as written in a table."""
    year, month, day = (*text.split("-"), "1", "1")[:3]
    return datetime.date(int(year), int(month), int(day))


def last_day(asked: Day) -> datetime.date | None:
    """The day asked for; of a month or a year its last day, as all of it has been seen by then."""
    if not isinstance(asked, str) or asked.count("-") == 2:
        return first_day(asked) if isinstance(asked, str) else asked
    start = first_day(asked)
    whole = 31 if "-" in asked else 366
    after = start + datetime.timedelta(days=whole)
    after = after.replace(day=1) if "-" in asked else after.replace(month=1, day=1)
    return after - datetime.timedelta(days=1)
