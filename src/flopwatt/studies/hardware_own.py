"""The fleet of a plan as it is, beside what else could serve: by its own layout and rates."""

from __future__ import annotations

import math
from typing import Any

from flopwatt.model.results import Results
from flopwatt.studies.fleet_unit import FLEET, RATES
from flopwatt.studies.hardware_columns import taken_leaf
from flopwatt.studies.hardware_parts import Part
from flopwatt.studies.hardware_rows import NUMBERS, RULE, WALL, ServingRow
from flopwatt.studies.hardware_units import Size
from flopwatt.studies.layout import EP, WAYS

SIZES = (WAYS["tp"], WAYS["pp"], WAYS["dp"], EP)
OF_STEPS = ("batch", "ttft", "tpot")  # not worked out where rates are given


def planned_row(results: Results, fleet: str, part: Part) -> ServingRow | None:
    """What a fleet comes to as the plan has it, if it can be served so."""
    found: dict[str, Any] = {
        field: _number(results, name, fleet) for field, name in NUMBERS.items()
    }
    sizes = [_number(results, name, fleet) for name in SIZES]
    place = results.population.place(FLEET, fleet)
    measured = all(results.columns[rate].supplied[place] for rate in RATES)
    serves = measured or _word(results, WALL, fleet) == "none"
    if not serves or math.isnan(found["rate"]):
        return None
    size = Size(*(1 if math.isnan(one) else int(one) for one in sizes))
    if measured:
        found |= dict.fromkeys(OF_STEPS, math.nan)
    return ServingRow(
        part=part,
        fits=True,
        size=size,
        limit="" if measured else _word(results, RULE, fleet),
        **found,
        planned=True,
        measured=measured,
    )


def is_less(row: ServingRow, planned: ServingRow) -> bool:
    """Whether a unit serves for less than the fleet as planned; where no price is known, faster."""
    if not row.does:
        return False
    if math.isnan(row.dollars) or math.isnan(planned.dollars):
        return row.pace < planned.pace
    return row.dollars < planned.dollars


def _number(results: Results, name: str, fleet: str) -> float:
    leaf = taken_leaf(results, name, fleet)
    return float(leaf.value) if leaf else math.nan


def _word(results: Results, name: str, fleet: str) -> str:
    number = _number(results, name, fleet)
    return "" if math.isnan(number) else results.vocabulary.quantities[name].words[int(number)]
