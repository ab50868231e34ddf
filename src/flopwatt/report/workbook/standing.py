"""Which rows hold others back: those without a formula that inputs would change."""

from __future__ import annotations

from collections.abc import Mapping
from graphlib import TopologicalSorter

from flopwatt.model.results import Results
from flopwatt.model.value import Value
from flopwatt.report.workbook.places import TIME
from flopwatt.report.workbook.waits import waited_keys


def held_back(results: Results, live: Mapping[str, bool]) -> dict[str, tuple[str, ...]]:
    """For each row the rows without a formula that it hangs on, however far behind.

    ``live`` says which rows have a formula. A row without one hangs on itself, unless no input
    would change it; what stands behind it no longer counts, since it does not pass it on.
    """
    values = {value.key: value for value in results.values()}
    behind = {key: _behind(results, value) for key, value in values.items()}
    changing: set[str] = set()
    held: dict[str, tuple[str, ...]] = {}
    for key in TopologicalSorter(behind).static_order():
        value = values.get(key)
        if value is None:
            continue
        given = value.origin.kind != "computed" and value.quantity.name not in TIME
        if given or not changing.isdisjoint(behind[key]):
            changing.add(key)
        if live.get(key, True):
            held[key] = tuple(dict.fromkeys(one for k in behind[key] for one in held.get(k, ())))
        else:
            held[key] = (key,) if key in changing else ()
    return held


def _behind(results: Results, value: Value) -> tuple[str, ...]:
    """What a value is worked out from; one that is given stands by itself."""
    if value.origin.kind != "computed":
        return ()
    return (*(key for one in value.inputs for key in one.keys), *waited_keys(results, value))
