"""One value as people write it, read as its quantity wants it, within its legal bounds."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping

from flopwatt.model.quantity import Kind, Quantity
from flopwatt.plan.currencies import in_dollars
from flopwatt.plan.draft import Rate, shown
from flopwatt.problems import Problem, nearest
from flopwatt.units import (
    DAY_S,
    UnitError,
    from_canonical,
    parse_unit,
    read_date,
    read_growth,
    read_quantity,
    show,
)

PUE = "W/IT W"
NEARLY = 1e-9  # of a whole number, as in 0.1k, whose factor leaves a trace


class ValueRefusedError(Exception):
    """A text that cannot stand for its quantity; the problem still lacks its place."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(str(problem))


def read_value(
    quantity: Quantity,
    text: str,
    start: datetime.date | None,
    rates: Mapping[str, Rate] | None = None,
    *,
    free: bool = False,
) -> float:
    """The canonical value of a text; dates are seconds since the plan's start.

    ``rates`` are the currencies that the plan states a rate for; ``free`` allows nothing
    where something is needed.

    Raises ValueRefusedError with what was given and what is allowed.
    """
    example = f"for example {quantity.example}"
    try:
        if quantity.kind is Kind.DATE:
            day = read_date(text)
            return (day - (start or day)).days * DAY_S
        if quantity.kind is Kind.GROWTH:
            return read_growth(text)
        if quantity.kind is Kind.WORD:
            return _place_among(quantity, text)
        dollars, rate = in_dollars(text, rates or {})
        value = read_quantity(dollars, quantity.unit, quantity.accepts, quantity.bare)
        value *= rate.usd if rate else 1.0
    except UnitError as error:
        problem = Problem(
            error.code,
            error.message,
            given=shown(text),
            allowed=_for_example(quantity, error) if text and error.allowed else example,
            nearest=error.nearest,
        )
        raise ValueRefusedError(problem) from error
    if not (free and value == 0 and quantity.unit.startswith("USD")):
        _check_bounds(quantity, value, text, example)
    return value


def _for_example(quantity: Quantity, error: UnitError) -> str:
    """What a unit allows; power with an amount of this quantity, be it of a rack or of a hall."""
    if error.code != "wrong-unit" or not quantity.unit.endswith("W"):
        return error.allowed
    return re.sub(r"e\.g\. [^;]+", lambda _: f"e.g. {quantity.example}", error.allowed)


# what makes a supply that the catalog lacks power a site
OWN_SUPPLY = {
    f"site_{role}": f"a supply of your own is one by `role: {role}` under its name in `supplies:`"
    for role in ("bridge", "permanent")
}


def _check_bounds(quantity: Quantity, value: float, text: str, example: str) -> None:
    number = from_canonical(value, quantity.unit)
    if quantity.whole and abs(number - round(number)) > NEARLY * max(abs(number), 1.0):
        message = f"{_words(quantity)} is counted, and must be a whole number"
        problem = Problem("out-of-range", message, given=shown(text), allowed=example)
        raise ValueRefusedError(problem)
    broken = _broken_bounds(quantity, number)
    if broken:
        message = f"{_words(quantity)} must be {' and '.join(broken)}"
        example = f"{' and '.join(broken)}, {example}"
        if value == 0 and quantity.unit.startswith("USD"):
            # catalogs write 0 for what they do not know
            example += "; where it costs nothing indeed, {value: $0, free: yes}"
        if quantity.unit == PUE and 0 < value < 1:
            example += f"; if it is IT over the facility, the PUE is {1 / value:.3g}"
        problem = Problem("out-of-range", message, given=shown(text), allowed=example)
        raise ValueRefusedError(problem)


def _place_among(quantity: Quantity, text: str) -> float:
    """The place of a word among those that the quantity may say."""
    if text in quantity.words:
        return float(quantity.words.index(text))
    also = OWN_SUPPLY.get(quantity.name)
    problem = Problem(
        "unknown-name",
        f"{_words(quantity)} is one of a few words, and this is none of them",
        given=shown(text),
        allowed=", ".join(quantity.words) + (f"; {also}" if also else ""),
        nearest=nearest(text, quantity.words),
    )
    raise ValueRefusedError(problem)


def _broken_bounds(quantity: Quantity, number: float) -> list[str]:
    """The legal bounds that a number in the quantity's unit breaks, in words."""
    broken = []
    if quantity.above is not None and number <= quantity.above:
        broken.append(f"above {_bound(quantity, quantity.above)}")
    # a bound that is typed as it is told must not be lost to rounding
    if quantity.minimum is not None and number < quantity.minimum * (1 - NEARLY):
        broken.append(f"at least {_bound(quantity, quantity.minimum)}")
    if quantity.maximum is not None and number > quantity.maximum * (1 + NEARLY):
        broken.append(f"at most {_bound(quantity, quantity.maximum)}")
    return broken


def _bound(quantity: Quantity, number: float) -> str:
    if number == 0:
        return "0"
    if quantity.unit == "month":
        return f"{number:g} months"
    return show(number * parse_unit(quantity.unit).factor, quantity.unit)


def _words(quantity: Quantity) -> str:
    return quantity.key.replace("_", " ").replace(".", " ")
