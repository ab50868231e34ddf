"""Any number answers "why?": formula, inputs, sources, and the next number down."""

from __future__ import annotations

from collections.abc import Iterator

from flopwatt.catalog import source_of
from flopwatt.model.trace import written
from flopwatt.model.value import Origin, Value
from flopwatt.problems import PlanError, Problem, nearest
from flopwatt.report.ranges import likely_text, value_texts
from flopwatt.report.records import Explanation, Line
from flopwatt.report.texts import exact_text, number_text
from flopwatt.studies.goals import missing_problem
from flopwatt.studies.run import Study


def explain(study: Study, key: str) -> Explanation:
    """The explanation of one value, down to plan lines and sources.

    Raises PlanError when the key names nothing, or when the value is not known.
    """
    value = find_value(study, key)
    lines = tuple(_lines(study, value, 0, set(), ""))
    return Explanation(
        key=value.key,
        meaning=value.quantity.meaning,
        exact=exact_text(value, study.plan.start),
        written=formula_text(study, value) if value.origin.kind == "computed" else "",
        lines=lines,
        beside="; ".join(_beside(study, value)),
        likely=likely_text(study, value),
    )


def _beside(study: Study, value: Value) -> Iterator[str]:
    """What else would have set a value: its formula, the catalog, an assumption."""
    if value.beside is not None and value.formula is not None:
        number = number_text(value.quantity, float(value.beside[0, 0, 0]), study.plan.start)
        yield f"its formula says {number}: {formula_text(study, value)}"
    for leaf in value.losers:
        text = number_text(value.quantity, float(leaf.value), study.plan.start)
        yield f"{leaf.origin.kind} {text}: {origin_text(leaf.origin)}"


def find_value(study: Study, key: str) -> Value:
    """The value a key names; a PlanError says the nearest key, or what the value lacks."""
    results = study.results
    if key in results:
        return results[key]
    found = results.find(key)
    if found is not None:
        lack = results.missing(*found)
        problem = missing_problem(lack)
        raise PlanError([problem])
    keys = list(results.keys())
    raise PlanError(
        [
            Problem(
                "unknown-quantity",
                "no value of this plan has this key",
                given=key,
                allowed=_like(key, keys),
                nearest=nearest(key, keys),
            )
        ]
    )


def _like(key: str, keys: list[str]) -> str:
    """The keys of the same entry, or of the plan, to choose from."""
    entry = ".".join(key.split(".")[:2])
    same = [other for other in keys if other.startswith(f"{entry}.")]
    return ", ".join(same or [other for other in keys if "." not in other])


def formula_text(study: Study, value: Value, *, symbols: bool = True) -> str:
    """The written form of a value's formula: ``C = k x N x D``, or with keys for names."""
    if value.formula is None:
        return ""
    quantities = study.results.vocabulary.quantities
    names = {
        need: quantities[need].symbol if symbols else quantities[need].key
        for need in value.formula.needs
    }
    left = value.quantity.symbol if symbols else value.quantity.key
    return f"{left} = {written(value.formula, names)}"


def _entry(value: Value) -> str:
    """The part of a key before the quantity: ``training.base.``, or nothing for the plan."""
    return value.key.removesuffix(value.quantity.key)


def _lines(study: Study, value: Value, depth: int, seen: set[str], above: str) -> Iterator[Line]:
    """The tree below a value, depth first; a value met before is not opened again.

    A value of the same entry as the one above it goes by its short key.
    """
    again = value.key in seen and value.origin.kind == "computed"
    short = depth > 0 and _entry(value) == above
    text, around = value_texts(study, value)
    yield Line(
        depth=depth,
        symbol=value.quantity.symbol,
        name=value.quantity.key if short else value.key,
        key=value.key,
        text=text,
        origin=value.origin.kind,
        detail="see above" if again else detail_text(study, value),
        note=value.origin.detail,
        range=around,
    )
    if again or value.origin.kind != "computed":
        return
    seen.add(value.key)
    for taken in value.inputs:
        for key in taken.keys:
            yield from _lines(study, study.results[key], depth + 1, seen, _entry(value))


def detail_text(study: Study, value: Value) -> str:
    """Why a value is what it is, in one line: formula, plan line, or source with its date."""
    computed = value.origin.kind == "computed"
    return formula_text(study, value) if computed else origin_text(value.origin)


def origin_text(origin: Origin) -> str:
    """Where a supplied value stands: a line of the plan, or a source with its date."""
    return origin.place or source_text(origin.source, origin.as_of)


def source_text(cited: str, as_of: str = "") -> str:
    """A citation as people read it: id, locator, date."""
    name, _, locator = cited.partition("#")
    source_of(name)
    return ", ".join(part for part in (name, locator, as_of) if part)
