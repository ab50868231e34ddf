"""Reads growth: 10 %/month, 2x per year or doubles every 6 months, as a continuous rate.

A growth of g per period is the rate k = ln(1 + g) / period, so that a level grows as exp(k t).
"""

from __future__ import annotations

import math
import re

from flopwatt.units.errors import UnitError, quoted
from flopwatt.units.expression import parse_unit
from flopwatt.units.number import clean, read_number

ALLOWED = "a change and a period, e.g. 10 %/month, 2x per year or doubles every 6 months"
TIMES = {"doubl": 2.0, "tripl": 3.0, "quadrupl": 4.0, "halv": 0.5}

_SAID = r"(?i)(doubl|tripl|quadrupl|halv)(?:es|ing) (?:every|each|per) (.+)"
_CHANGE = r"(?i) ?(%|percent(?![A-Za-z])|[x×]|times(?![A-Za-z]))"
_PER = r"(?i) ?(?:/|(?:per|an?|every|each)(?![A-Za-z])) ?"


def read_growth(text: str) -> float:
    """The continuous rate, per second, of a growth as people say it."""
    whole = clean(text)
    if len(whole) > 100:
        raise UnitError("bad-number", f"{quoted(whole)} is too long to be a growth", ALLOWED)
    said = re.fullmatch(_SAID, whole)
    if said:
        return _rate(math.log(TIMES[said.group(1).lower()]), said.group(2), whole)
    number = read_number(whole, whole)
    if number.value == 0 and number.rest.strip() in ("", "%"):
        return 0.0  # no growth is none in any time
    change = re.match(_CHANGE, number.rest)
    if change is None:
        _refuse_without_change(number.rest, whole)
        raise UnitError("unit-needed", f"{quoted(whole)} does not say %, x or doubles", ALLOWED)
    percent = change.group(1).lower() in ("%", "percent")
    # log1p keeps small growths exact; beyond them log does not overflow
    grown = number.value / 100 if percent else number.value - 1
    if grown <= -1:
        raise UnitError("out-of-range", f"{quoted(whole)} leaves nothing to grow from", ALLOWED)
    rest = number.rest[change.end() :]
    per = re.match(_PER, rest)
    if per is None or per.end() == len(rest):
        raise UnitError("unit-needed", f"{quoted(whole)} does not say in what time", ALLOWED)
    return _rate(math.log1p(grown), rest[per.end() :], whole)


def growth_per(rate: float, period: str = "month") -> float:
    """The growth over one period of a continuous rate: 0.1 is 10 % more."""
    try:
        return math.expm1(rate * _period(period, period))
    except OverflowError:
        return math.inf


def _rate(logarithm: float, period: str, whole: str) -> float:
    rate = logarithm / _period(period, whole)
    if not math.isfinite(rate):
        raise UnitError("not-finite", f"{quoted(whole)} is too fast for a number", ALLOWED)
    return rate + 0.0


def _period(text: str, whole: str) -> float:
    """Seconds in a period such as month, 6 months or 1.5 years."""
    number, rest = 1.0, text
    if text[:1].isdigit() or text[:1] in ".+-":
        read = read_number(text, whole)
        number, rest = read.value, read.rest
    if not rest:
        raise UnitError("unit-needed", f"{quoted(whole)} does not say in what time", ALLOWED)
    unit = parse_unit(rest)
    if unit.dimension != (("second", 1),):
        raise UnitError("wrong-unit", f"{quoted(rest)} is not a length of time", ALLOWED)
    seconds = number * unit.factor
    if not 0 < seconds < math.inf:
        raise UnitError("bad-number", f"{quoted(whole)} has no time in which to grow", ALLOWED)
    return seconds


def _refuse_without_change(rest: str, whole: str) -> None:
    """A unit stands where % or x should: tell what it is, if it is one at all."""
    if rest and not rest.startswith("/") and not rest.lower().startswith("per "):
        unit = parse_unit(rest)
        raise UnitError("wrong-unit", f"{quoted(unit.text)} is not a growth in time", ALLOWED)
