"""How a range reads: ``1.22M to 1.89M`` under its number, the unit said once."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Sequence

from flopwatt.model.quantity import Kind, Quantity
from flopwatt.model.value import Value
from flopwatt.report.texts import DIGITS, crossing_day, number_text, period_of, value_text
from flopwatt.studies.run import Study
from flopwatt.studies.spread import Summary, summarise
from flopwatt.studies.unusual import SITED

WHOLE = ("count", "GPU")
ROUGH = 2  # digits of a number whose high is more than twice its low
PIECES = re.compile(r"(-?)(\$?)([\d.,]+(?:e-?\d+)?[kMBT]?)(.*)")
MONTH_DAYS, YEAR_DAYS = 365, 4 * 365.25  # up to which a range of dates is told in days, in months
NO_CALENDAR = "beyond any calendar"


def summary_of(study: Study, value: Value) -> Summary | None:
    """Where a scalar is likely to lie: as stated for what is given, else as the draws have it."""
    if value.range is not None:
        return Summary(value.central, value.range.low, value.range.high)
    if study.spread is None or value.is_series:
        return None
    return next(iter(study.spread.summary(value.key)), None)


def months_summary(
    study: Study, key: str, months: Sequence[int], *, added: bool = False
) -> Summary | None:
    """The same for some months of a series: their sum (``added``), or the last of them."""
    draws = study.spread.samples.get(key) if study.spread else None
    if draws is None:
        return None
    some = draws[list(months)] if len(draws) > 1 else draws
    found = summarise(some.sum(axis=0) if added else some[-1])
    return found if found.low < found.high else None


def value_texts(study: Study, value: Value) -> tuple[str, str]:
    """The texts of a value and of its range; no text for what has no range."""
    summary = summary_of(study, value)
    start = study.plan.start
    if summary is None:
        return value_text(value, start), ""
    stated = value.origin.kind != "computed"  # what somebody wrote keeps its digits
    period = period_of(value)
    return number_texts(value.quantity, value.central, summary, start, stated=stated, period=period)


def number_texts(
    quantity: Quantity,
    number: float,
    summary: Summary,
    start: datetime.date,
    *,
    stated: bool = False,
    period: str = "month",
) -> tuple[str, str]:
    """The texts of a canonical number and of where it is likely to lie."""
    low, high = summary.low, summary.high
    if quantity.kind is Kind.DATE:
        return date_texts(number, (low, high), start)
    if quantity.kind is Kind.WORD:
        return number_text(quantity, number, start), ""  # between two words lies nothing
    digits = _digits(quantity, summary)
    text = number_text(quantity, number, start, DIGITS if stated else digits, period)
    ends = [number_text(quantity, end, start, digits, period) for end in (low, high)]
    return text, "" if ends[0] == ends[1] else _joined(text, *ends)


def _digits(quantity: Quantity, summary: Summary) -> int:
    """So many digits as the range gives sense to."""
    # what is counted in whole ones keeps its digits
    known = quantity.unit in WHOLE or _close(summary.low, summary.high)
    return DIGITS if known else ROUGH


def end_texts(study: Study, value: Value) -> tuple[str, str]:
    """The two ends of a range, each by itself and with its unit; no texts where there is none."""
    summary, start = summary_of(study, value), study.plan.start
    if summary is None or value.quantity.kind is Kind.DATE:
        low, _, high = value_texts(study, value)[1].partition(" to ")
        return low, high
    digits, period = _digits(value.quantity, summary), period_of(value)
    low, high = (
        number_text(value.quantity, end, start, digits, period)
        for end in (summary.low, summary.high)
    )
    return low, high


def _close(low: float, high: float) -> bool:
    """Whether high is at most twice low."""
    return (low > 0 and high <= 2 * low) or (high < 0 and low >= 2 * high)


def _joined(text: str, low: str, high: str) -> str:
    """Low to high, without the unit where the number says it; shares and growth keep theirs."""
    _, per, rate = text.partition(" per ")
    if rate and low.endswith(per + rate) and high.endswith(per + rate):
        text, low, high = (one.removesuffix(per + rate) for one in (text, low, high))
    parts = [PIECES.fullmatch(one) for one in (text, low, high)]
    known = [part for part in parts if part]
    tails = {part.group(4) for part in known}
    if not all(parts[1:]) and len(known) < 2:
        return f"{low} to {high}"
    if len(tails) > 1:
        return f"{low} to {high}"
    (tail,) = tails
    kept = tail if "%" in tail or "×" in tail or not parts[0] else ""
    ends = [
        part.group(1) + part.group(3) if part else one
        for part, one in zip(parts[1:], (low, high), strict=True)
    ]
    return f"{ends[0]} to {ends[1]}{kept}"


def date_texts(
    seconds: float,
    ends: tuple[float, float],
    start: datetime.date,
    *,
    long: bool = False,
    joint: str = "to",
) -> tuple[str, str]:
    """A day and the days it is likely to lie between, as precise as they are near each other."""
    days = [crossing_day(one, start) for one in (seconds, *ends)]
    low, high = days[1:]
    if low is None or high is None:
        return (_day(days[0], "day", long) if days[0] else NO_CALENDAR), ""
    apart = (high - low).days
    form = "day" if apart <= MONTH_DAYS else "month" if apart <= YEAR_DAYS else "year"
    texts = [_day(one, form, long) if one else NO_CALENDAR for one in days]
    first, last = texts[1], texts[2]
    if first == last:
        return texts[0], ""
    if form != "year" and low.year == high.year:
        first = first.removesuffix(f" {low.year}")
        if not long and days[0] is not None and days[0].year == low.year:
            last = last.removesuffix(f" {low.year}")
    return texts[0], f"{first} {joint} {last}"


def _day(day: datetime.date, form: str, long: bool) -> str:
    month = f"{day:%B}" if long else f"{day:%b}"
    return {
        "day": f"{day.day} {month} {day.year}",
        "month": f"{month} {day.year}",
        "year": f"{day.year}",
    }[form]


def percent_texts(shares: Sequence[float]) -> list[str]:
    """Shares of one whole, rounded so that they add up to it; of what there is never 0 %."""
    whole = [math.floor(100 * share) for share in shares]
    rest = [100 * share - low for share, low in zip(shares, whole, strict=True)]
    # the largest remainders are rounded up
    for place in sorted(range(len(rest)), key=rest.__getitem__)[len(rest) - round(sum(rest)) :]:
        whole[place] += 1
    return [
        percent_text(share) if not percent else f"{percent} %"
        for share, percent in zip(shares, whole, strict=True)
    ]


def percent_text(share: float) -> str:
    """A share of draws: never 0 % of what happens, nor 100 % of what does not always."""
    percent = 100 * share
    if 0 < percent < 1:
        return "under 1 %"
    if 99 < percent < 100:
        return "over 99 %"
    return f"{percent:.0f} %"


def median_text(study: Study, value: Value) -> str:
    """The median of what belongs to a site, whose tables show it, where it reads otherwise."""
    summary = summary_of(study, value) if value.quantity.entity in SITED else None
    if summary is None or value.range is not None or value.quantity.kind is Kind.WORD:
        return ""
    start = study.plan.start
    central, median = (
        number_texts(value.quantity, number, summary, start)[0]
        for number in (value.central, summary.p50)
    )
    return f"median {median}" if central != median else ""


def _seldom(study: Study, value: Value, summary: Summary | None) -> str:
    """What is said where 8 in 10 draws have one outcome, and some of the others another."""
    if (
        study.spread is None
        or summary is None
        or value.quantity.kind not in (Kind.CROSSING, Kind.THRESHOLD)
    ):
        return ""
    ways = {"never": summary.never, "already": summary.already}
    some = [f"{way} in {percent_text(share)}" for way, share in ways.items() if 0 < share < 1]
    rest = 1 - summary.never - summary.already
    some += [f"comes in {percent_text(rest)}"] if some and rest > 0 else []
    return f"{'; '.join(some)} of {study.spread.draws_of(value.key):,} draws" if some else ""


def likely_text(study: Study, value: Value) -> str:
    """What a drawer says of a value's range; nothing where nothing of the plan was drawn."""
    around = value_texts(study, value)[1]
    if value.range is not None and around:
        return f"likely {around}, as given; {value.range.shape} draws"
    if study.spread is None or value.is_series:
        return ""
    summary = summary_of(study, value)
    if not around:
        return _seldom(study, value, summary) or "no range given"
    said = [f"likely {around}: 8 in 10 of {study.spread.draws_of(value.key):,} draws"]
    said += [text for text in [median_text(study, value)] if text]
    if summary and value.quantity.kind in (Kind.CROSSING, Kind.THRESHOLD):
        ways = {"never": summary.never, "already": summary.already}
        said += [f"{way} in {percent_text(share)} of them" for way, share in ways.items() if share]
    return "; ".join(said)
