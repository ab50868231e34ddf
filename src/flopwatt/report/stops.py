"""Sliders: the texts that a value can be moved through, written as the plan writes the value."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from flopwatt.model.quantity import Kind, Quantity
from flopwatt.plan.values import ValueRefusedError, read_value

# the number of an amount as people write it, which a slider scales; what follows stays
NUMBER = re.compile(r"(?<![\w.])\d[\d,_]*(?:\.\d+)?(?:e[+-]?\d+)?(?![\d.,]*[-/:x]\d)")
STEPS = 100  # of a slider from end to end
BESIDE = 1.6  # how far past a range, as a factor
AROUND = 4.0  # how far from a value without a range
DIGITS = 3
COUNTED = 10  # from here on a number written without a point stays without one
TOUCHING = 0.2  # of a step: what lies nearer than that to a value that must be met is left out


@dataclass(frozen=True)
class Stops:
    """What a slider moves through: texts in order, and which of them are the value and its range.

    ``low`` and ``high`` are -1 where the value has no range.
    """

    texts: tuple[str, ...]
    at: int
    low: int = -1
    high: int = -1


def make_stops(quantity: Quantity, text: str, low: str = "", high: str = "") -> Stops | None:
    """The stops of a written value and its range; None for what no slider can scale."""
    found = NUMBER.search(text)
    number = float(re.sub("[,_]", "", found[0])) if found else 0.0
    if quantity.kind not in (Kind.NUMBER, Kind.GROWTH) or found is None or number <= 0:
        return None
    ends = [_factor(quantity, text, end) for end in (low, high) if low and high]
    if None in ends or (ends and not 0 < min(ends, default=1.0) <= 1 <= max(ends)):
        ends = []
    first, last = (ends[0] / BESIDE, ends[1] * BESIDE) if ends else (1 / AROUND, AROUND)
    first, last = _within(quantity, text, first, last)
    if not first < 1 < last and not ends:
        first, last = min(first, 1.0), max(last, 1.0)
    met = sorted({1.0, *ends})
    factors = sorted({*met, *_between(first, last, met)})
    counted = "." not in found[0] and number >= COUNTED
    whole = number.is_integer() and (quantity.whole or counted)
    texts = tuple(dict.fromkeys(_text(text, found, number * f, whole) for f in factors))
    return _marked(texts, text, _text(text, found, number, whole), *(
        _text(text, found, number * end, whole) for end in ends
    ))  # fmt: skip


def _marked(texts: tuple[str, ...], text: str, same: str, low: str = "", high: str = "") -> Stops:
    """Stops with the value at its place, in the words that the plan has."""
    at = texts.index(same)
    marks = (texts.index(low), texts.index(high)) if low else (-1, -1)
    return Stops((*texts[:at], text, *texts[at + 1 :]), at, *marks)


def _between(first: float, last: float, met: Iterable[float]) -> Iterable[float]:
    """Factors in equal proportions, without those that all but touch one that must be met."""
    step = (last / first) ** (1 / STEPS)
    for index in range(STEPS + 1):
        factor = first * step**index
        if all(abs(math.log(factor / one)) > TOUCHING * math.log(step) for one in met):
            yield factor


def _text(text: str, found: re.Match[str], number: float, whole: bool) -> str:
    rounded = round(number) if whole else number
    digits = f"{Decimal(f'{rounded:.{DIGITS}g}'):f}"
    short = digits.rstrip("0").rstrip(".") if "." in digits else digits
    # money keeps its cents: $2.50, not $2.5
    if "." in found[0] and len(found[0].rpartition(".")[2]) == 2 and 1 <= number < 100:
        short = f"{float(short):.2f}"
    return text[: found.start()] + short + text[found.end() :]


def _factor(quantity: Quantity, text: str, end: str) -> float:
    """An end of a range as a multiple of the value; 0 where it is none."""
    value, other = (number_of(quantity, one) for one in (text, end))
    return other / value if value and other and value > 0 else 0.0


def number_of(quantity: Quantity, text: str) -> float | None:
    """The number of a written value; None for what is none."""
    try:
        return read_value(quantity, text, datetime.date(2026, 1, 1))
    except ValueRefusedError:
        return None


def _within(quantity: Quantity, text: str, first: float, last: float) -> tuple[float, float]:
    """The ends of a slider drawn in until the plan would take them."""
    for _ in range(STEPS):
        if _legal(quantity, text, last):
            break
        last = max(1.0, last * 0.97)
    for _ in range(STEPS):
        if _legal(quantity, text, first):
            break
        first = min(1.0, first / 0.97)
    return first, last


def _legal(quantity: Quantity, text: str, factor: float) -> bool:
    found = NUMBER.search(text)
    if found is None:
        return True
    number = float(re.sub("[,_]", "", found[0])) * factor
    return number_of(quantity, _text(text, found, number, quantity.whole)) is not None
