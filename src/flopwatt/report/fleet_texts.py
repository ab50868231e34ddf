"""What the sections of fleets share: which fleets, a unit in words, values that may be series."""

from __future__ import annotations

from collections.abc import Sequence

from flopwatt.report.cells import cell, month_cell
from flopwatt.report.records import Cell
from flopwatt.studies.fleet_unit import MODEL, Fleet, fleets_of
from flopwatt.studies.run import Study

WAYS = ("tp", "pp", "ep", "dp")
MOST_OPEN = 2  # fleets told one by one without being asked


def chosen_fleets(study: Study, names: Sequence[str] | None = None) -> tuple[Fleet, ...]:
    """The fleets of a study, or those named."""
    found = fleets_of(study.plan, study.results)
    return tuple(one for one in found if names is None or one.name in names)


def unit_text(fleet: Fleet) -> str:
    """A unit and how the model is divided over it: 8 x H100 SXM5 80GB, tp 8."""
    experts = f"{fleet.results.entry(MODEL, fleet.of(MODEL))}experts.count"
    dense = experts not in fleet.results or not fleet.results[experts].central
    sizes = {way: int(fleet.at(way)) for way in WAYS if not (way == "ep" and dense)}
    return ", ".join((fleet.unit, *(f"{way} {size:,}" for way, size in sizes.items() if size > 1)))


def word_of(fleet: Fleet, key: str) -> str:
    """A value that is a word; of one that differs by month, that of the last."""
    value = fleet.results[f"{fleet.key}.{key}"]
    return value.quantity.words[int(value.months[-1])]


def follows_load(fleet: Fleet) -> bool:
    """Whether GPUs are handed back when load falls, so that fewer are paid than are held."""
    return word_of(fleet, "capacity") == "follows load"


def last_cell(study: Study, key: str, *said: str) -> Cell:
    """The text of a value; of one that differs by month, that of the last."""
    if key in study.results and study.results[key].is_series:
        return without(month_cell(study, key, [len(study.plan.months) - 1]), *said)
    return cell(study, key, *said)


def without(found: Cell, *said: str) -> Cell:
    """A cell less the words that its column head already says."""
    text, around = found.text, found.range
    for words in said:
        text, around = text.replace(words, ""), around.replace(words, "")
    return Cell(text, found.key, around)
