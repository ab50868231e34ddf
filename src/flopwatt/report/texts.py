"""How a value reads: the one place where numbers become text for people."""

from __future__ import annotations

import datetime
import math
from collections.abc import Sequence

from flopwatt.model.quantity import Kind, Quantity
from flopwatt.model.value import Value
from flopwatt.units import exact, from_canonical, growth_per, show, show_date

TOO_LARGE = 1e300  # beyond it a unit's factor may end in no number
DAY_S = 86_400.0
DIGITS = 3


def value_text(value: Value, start: datetime.date) -> str:
    """A value as people read it; a series by its first and last month."""
    if value.is_series:
        texts = [number_text(value.quantity, float(x), start) for x in value.months]
        return texts[0] if len(set(texts)) == 1 else f"{texts[0]} to {texts[-1]}"
    return number_text(value.quantity, value.central, start)


def number_text(
    quantity: Quantity, number: float, start: datetime.date, digits: int = DIGITS
) -> str:
    """A canonical number of a quantity as people read it."""
    if quantity.kind is Kind.CROSSING:
        return {math.inf: "never", -math.inf: "already"}.get(number) or _days(number, digits)
    if quantity.kind is Kind.LIMIT and number == math.inf:
        return "no limit"
    if math.isnan(number):
        return "not known"
    if max(abs(number), abs(from_canonical(number, quantity.unit))) > TOO_LARGE:
        return "too large"
    if quantity.kind is Kind.WORD:
        return quantity.words[int(number)]
    if quantity.kind is Kind.DATE:
        return show_date(day_of(number, start))
    if quantity.kind is Kind.GROWTH:
        return f"{100 * growth_per(number):.{digits}g} %/month"
    return show(number, quantity.unit, digits)


def exact_text(value: Value, start: datetime.date) -> str:
    """A value with all its digits, for explanations and exports."""
    quantity = value.quantity
    if value.is_series:
        return f"{value_text(value, start)}, {len(value.months)} months"
    number = value.central
    if quantity.kind is Kind.DATE:
        return day_of(number, start).isoformat()
    if quantity.kind is Kind.GROWTH:
        return f"{100 * growth_per(number):.12g} %/month"
    if quantity.kind is Kind.WORD or not abs(number) <= TOO_LARGE:
        return number_text(quantity, number, start)
    return exact(number, quantity.unit)


def json_number(quantity: Quantity, number: float) -> float | str | None:
    """A number in its quantity's unit, None where it is not finite; a word as itself."""
    if not math.isfinite(number):
        return None
    if quantity.kind is Kind.WORD:
        return quantity.words[int(number)]
    growth = quantity.kind is Kind.GROWTH
    found = 100 * growth_per(number) if growth else from_canonical(number, quantity.unit)
    # a float carries 15 digits that were meant; the rest is noise of the unit's factor
    return float(f"{found:.15g}") if abs(found) <= TOO_LARGE else None


def day_of(seconds: float, start: datetime.date) -> datetime.date:
    """The day that lies some seconds after the plan's start."""
    return start + datetime.timedelta(days=math.floor(seconds / DAY_S + 1e-9))


def crossing_day(seconds: float, start: datetime.date) -> datetime.date | None:
    """The day of a crossing counted from the plan's start; None where a calendar has none."""
    if not math.isfinite(seconds) or seconds / DAY_S > 365_000:
        return None
    return day_of(seconds, start)


def short_date(day: datetime.date) -> str:
    """A date in a cell: 14 Jul 2026."""
    return show_date(day)


def long_date(day: datetime.date) -> str:
    """A date in a sentence: 14 July 2026."""
    return f"{day.day} {day:%B %Y}"


def listed(names: Sequence[str], noun: str, *, most: int = 3) -> str:
    """Names as people say them: a, b and c; only how many there are where there are more."""
    if len(names) > most:
        return f"{len(names)} {noun}s"
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def _days(seconds: float, digits: int) -> str:
    days = seconds / DAY_S
    if days >= 1000:
        return show(seconds, "day", digits)
    return f"{days:,.1f} days" if digits >= DIGITS else f"{float(f'{days:.{digits}g}'):,g} days"
