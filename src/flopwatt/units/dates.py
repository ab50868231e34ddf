"""Reads and shows days; only the ISO form has one reading everywhere."""

from __future__ import annotations

import datetime
import re

from flopwatt.units.errors import UnitError, quoted
from flopwatt.units.number import clean

ISO = "a day as YYYY-MM-DD, e.g. 2026-07-14"
DAY_S = 86_400.0
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def read_date(text: str) -> datetime.date:
    """The day an ISO date names."""
    whole = clean(text)
    match = re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", whole)
    if match is None:
        raise UnitError("bad-date", _why_not(whole), ISO)
    year, month, day = (int(group) for group in match.groups())
    if year == 0:
        raise UnitError("bad-date", f"{whole} has no year we count", ISO)
    if not 1 <= month <= 12:
        raise UnitError("bad-date", f"{whole} names month {month}; a year has 12", ISO)
    last = _last_day(year, month)
    if not 1 <= day <= last:
        name = f"{MONTHS[month - 1]} {year}"
        raise UnitError("bad-date", f"{whole} names day {day}; {name} has {last}", ISO)
    return datetime.date(year, month, day)


def show_date(date: datetime.date) -> str:
    """The day as people read it in a table: 14 Jul 2026."""
    return f"{date.day} {MONTHS[date.month - 1]} {date.year}"


def _last_day(year: int, month: int) -> int:
    if month == 12:
        return 31
    return (datetime.date(year, month + 1, 1) - datetime.timedelta(days=1)).day


def _why_not(whole: str) -> str:
    shown = quoted(whole)
    if not whole:
        return "no date is written here"
    if re.fullmatch(r"[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{2,4}", whole):
        return f"{shown} can be read with the day first or the month first"
    if re.search(r"\b[QH][1-4]\b", whole, re.IGNORECASE):
        return f"{shown} is a part of a year, not a day"
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}", whole):
        return f"{shown} is a month, not a day; its first day is {whole}-01"
    if re.fullmatch(r"[0-9]{4}", whole):
        return f"{shown} is a year, not a day; its first day is {whole}-01-01"
    return f"{shown} is not an ISO date"
