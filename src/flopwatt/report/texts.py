"""How a value reads: the one place where numbers become text for people."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Sequence

import numpy as np

from flopwatt.model.quantity import Kind, Quantity
from flopwatt.model.value import Value
from flopwatt.plan import Plan
from flopwatt.units import exact, from_canonical, growth_per, show, show_date

LARGEST = 1e300  # beyond it a unit's factor may end in no number
TOO_LARGE, NO_NUMBER = "too large", "no number"  # inf, and what is lost on the way there
DAY_S = 86_400.0
MONTHS = 12
ALL_LOST = -100.0  # per cent
DIGITS, EXACT_DIGITS = 3, 12
YEARLY = re.compile(r"year|yr|annum|annual")
BEYOND = ("crossover.at_this_rate",)  # crossings that lie years beyond the plan
PLAIN = 1e9  # a growth beyond it is written with an exponent


def value_text(value: Value, start: datetime.date) -> str:
    """A value as people read it; a series by its first and last month, each by name."""
    if value.is_series:
        ends = (value.months[0], value.months[-1])
        first, last = (number_text(value.quantity, float(x), start) for x in ends)
        if is_even(value, start):
            return f"{first} in every month"
        months = month_name(start, 0), month_name(start, len(value.months) - 1)
        return f"{first} in {months[0]}, {last} in {months[1]}"
    return number_text(value.quantity, value.central, start, period=period_of(value))


def period_of(value: Value) -> str:
    """The period in which a growth is told: that in which the plan says it."""
    return "year" if value.origin.kind == "given" and YEARLY.search(value.origin.text) else "month"


def is_even(value: Value, start: datetime.date) -> bool:
    """Whether a series reads the same in every month."""
    if np.isnan(value.months).any():
        return False
    ends = (float(value.months.min()), float(value.months.max()))
    return len({number_text(value.quantity, end, start) for end in ends}) == 1


def month_texts(value: Value, start: datetime.date) -> tuple[tuple[str, str], ...]:
    """The name and the text of every month of a series."""
    texts = [number_text(value.quantity, float(x), start) for x in value.months]
    return tuple((month_name(start, index), text) for index, text in enumerate(texts))


def month_name(start: datetime.date, index: int) -> str:
    """A month of the plan by its place: 2026-01."""
    month = start.year * MONTHS + start.month - 1 + index
    return f"{month // MONTHS:04}-{month % MONTHS + 1:02}"


def number_text(
    quantity: Quantity,
    number: float,
    start: datetime.date,
    digits: int = DIGITS,
    period: str = "month",
) -> str:
    """A canonical number of a quantity as people read it."""
    if math.isnan(number):
        return NO_NUMBER
    if quantity.kind is Kind.CROSSING:
        ways = {math.inf: "never", -math.inf: "already"}
        return ways.get(number) or _days(number, digits, quantity.key in BEYOND)
    if quantity.kind is Kind.LIMIT and number == math.inf:
        return "no limit"
    if quantity.kind in (Kind.THRESHOLD, Kind.DATE) and number == math.inf:
        return "never"
    if max(abs(number), abs(from_canonical(number, quantity.unit))) > LARGEST:
        return TOO_LARGE
    if quantity.kind is Kind.WORD:
        return quantity.words[int(number)]
    if quantity.kind is Kind.DATE:
        return show_date(day_of(number, start))
    if quantity.kind is Kind.GROWTH:
        return growth_text(number, period, digits)
    return show(number, quantity.unit, digits)


def growth_text(number: float, period: str, digits: int = DIGITS) -> str:
    """A continuous growth as what it comes to in a period: 10 %/month."""
    percent = 100 * growth_per(number, period)
    if not math.isfinite(percent):
        return TOO_LARGE
    rounded = float(f"{percent:.{digits}g}")
    if rounded == ALL_LOST < percent:
        rounded = float(f"{percent:.10g}")  # nearly all is not all
    text = f"{rounded:,.{max(digits, 10)}g}" if abs(rounded) < PLAIN else f"{rounded:.{digits}g}"
    return f"{text.replace('e+', 'e')} %/{period}"


def month_words(start: datetime.date, index: int) -> str:
    """A month of the plan in a sentence: Jan 2026."""
    year, month = month_name(start, index).split("-")
    return f"{datetime.date(int(year), int(month), 1):%b %Y}"


def exact_text(value: Value, start: datetime.date) -> str:
    """A value with all its digits, for explanations; a series has too many to be told."""
    quantity = value.quantity
    if value.is_series:
        return ""
    number = value.central
    if quantity.kind is Kind.DATE and math.isfinite(number):
        return day_of(number, start).isoformat()
    if quantity.kind is Kind.GROWTH:
        return growth_text(number, period_of(value), EXACT_DIGITS)
    if quantity.kind is Kind.WORD or not abs(number) <= LARGEST:
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
    return float(f"{found:.15g}") if abs(found) <= LARGEST else None


def day_of(seconds: float, start: datetime.date) -> datetime.date:
    """The day that lies some seconds after the plan's start."""
    return start + datetime.timedelta(days=math.floor(seconds / DAY_S + 1e-9))


def crossing_day(seconds: float, start: datetime.date) -> datetime.date | None:
    """The day of a crossing counted from the plan's start; None where a calendar has none."""
    if not math.isfinite(seconds) or seconds / DAY_S > 365_000:
        return None
    return day_of(seconds, start)


def plan_text(plan: Plan) -> str:
    """What stands under a plan: its file, unless that is its name, its months and first day."""
    # a plan that starts inside a month has two parts of one, first and last
    months = counted(len(plan.months) - (plan.start.day > 1), "month")
    file = "" if plan.file == plan.name else f"{plan.file}, "
    return f"{file}{months} from {long_date(plan.start)}"


def long_date(day: datetime.date) -> str:
    """A date in a sentence: 14 July 2026."""
    return f"{day.day} {day:%B %Y}"


VOWELS = tuple("aeiou")  # before a y that stays: days


def counted(number: int, noun: str) -> str:
    """So many of a thing: 1 run, 2 runs, 1,024 runs, 3 activities."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Several of a thing: runs, activities, days."""
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in VOWELS else f"{noun}s"


def listed(names: Sequence[str], noun: str, *, most: int = 3) -> str:
    """Names as people say them: a, b and c; only how many there are where there are more."""
    if len(names) > most:
        return counted(len(names), noun)
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def _days(seconds: float, digits: int, beyond: bool) -> str:
    """Days, so that a column keeps one unit; years for what lies far beyond the plan."""
    days = seconds / DAY_S
    if beyond and days >= 1000:
        return show(seconds, "day", digits)
    if digits >= DIGITS:
        return f"{days:,.1f} days"
    return f"{float(f'{days:.{digits}g}'):,.10g} days"
