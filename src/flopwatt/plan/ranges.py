"""The range of a value: `low`, `high` and `shape` beside the `value` of a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from flopwatt.model.quantity import Kind, Quantity
from flopwatt.model.ranges import Range, Shape, default_shape
from flopwatt.model.value import Array
from flopwatt.plan.draft import Draft, shown
from flopwatt.plan.values import ValueRefusedError, read_value
from flopwatt.problems import Problem, nearest
from flopwatt.reader import Node, Table, Text

ENDS = ("low", "high")
FIELDS = (*ENDS, "shape")
# what decides which months and runs there are, before anything can be drawn
FIXED = ("plan_start", "horizon", "cadence", "versions", "site_phases", "market_correlation")


def read_range(
    draft: Draft, path: str, node: Node, quantity: Quantity, instance: str, value: float | Array
) -> Range | None:
    """The range that a value record states, drawn for this instance alone; None without one.

    What is wrong with it is added to the draft.
    """
    entries = node.entries if isinstance(node, Table) else ()
    parts = {e.key.text: e.node for e in entries if isinstance(e.node, Text)}
    parts = {name: text for name, text in parts.items() if name in FIELDS}
    if not parts or not isinstance(value, float):
        return None
    found = _fixed(path, parts, quantity) or _missing(path, parts)
    if found:
        draft.problems.append(found)
        return None
    ends = [_end(draft, f"{path}.{name}", parts[name], quantity) for name in ENDS]
    low, high = ends
    if low is None or high is None:
        return None
    shape = default_shape(quantity, low)
    told = _contradictions(path, parts, (low, value, high))
    if "shape" in parts:
        stated = parts["shape"].text.lower()
        told = told or _bad_shape(path, parts, low)
        shape = Shape(stated) if not told else shape
    if told:
        draft.problems.append(told)
        return None
    return Range(low, high, shape, f"{quantity.name}/{instance}")


def _end(draft: Draft, path: str, text: Text, quantity: Quantity) -> float | None:
    try:
        return read_value(quantity, text.text, draft.start, draft.rates)
    except ValueRefusedError as error:
        draft.problems.append(replace(error.problem, place=text.place, field=path))
        return None


def _fixed(path: str, parts: Mapping[str, Text], quantity: Quantity) -> Problem | None:
    """A range where none can be drawn: a word, or what the plan's months hang on."""
    if quantity.name not in FIXED and quantity.kind is not Kind.WORD:
        return None
    name, text = next(iter(parts.items()))
    return Problem(
        "bad-range",
        f"{quantity.key} can have no range: everything else is laid out from it"
        if quantity.name in FIXED
        else f"{quantity.key} is a word, and can have no range",
        text.place,
        f"{path}.{name}",
        given=shown(text.text),
        allowed="one value; another plan may try another",
    )


def _missing(path: str, parts: Mapping[str, Text]) -> Problem | None:
    lacking = [name for name in ENDS if name not in parts]
    if not lacking:
        return None
    name, text = next(iter(parts.items()))
    return Problem(
        "bad-range",
        f"{name} is given without {' and '.join(lacking)}",
        text.place,
        f"{path}.{name}",
        given=shown(text.text),
        allowed="both low and high: one draw in ten lies below the one and above the other",
    )


def _contradictions(
    path: str, parts: Mapping[str, Text], numbers: tuple[float, float, float]
) -> Problem | None:
    low, value, high = numbers
    texts = {name: shown(parts[name].text) for name in ENDS}
    if low == high:
        name, message = "high", "low and high are the same, which is no range"
        allowed = "two values, with the value between them; or neither"
    elif low > value:
        name, message = "low", "low is above the value"
        allowed = "a low that is at most the value"
        if high < low:
            message, allowed = "low is above high", "low and high the other way round"
    elif high < value:
        name, message = "high", "high is below the value"
        allowed = "a high that is at least the value"
    else:
        return None
    return Problem("bad-range", message, parts[name].place, f"{path}.{name}", texts[name], allowed)


def _bad_shape(path: str, parts: Mapping[str, Text], low: float) -> Problem | None:
    text = parts["shape"]
    shapes = [str(shape) for shape in Shape]
    if text.text.lower() not in shapes:
        return Problem(
            "unknown-name",
            "no shape of a range has this name",
            text.place,
            f"{path}.shape",
            given=shown(text.text),
            allowed=", ".join(shapes),
            nearest=nearest(text.text, shapes),
        )
    if text.text.lower() == Shape.LOGNORMAL and low <= 0:
        return Problem(
            "bad-range",
            "a lognormal range lies above 0, and this low does not",
            parts["low"].place,
            f"{path}.low",
            given=shown(parts["low"].text),
            allowed="a low above 0, or another shape, for example `shape: normal`",
        )
    return None
