"""The nearest thing that works for a fleet that cannot be served: tried by the same formulas."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from flopwatt.model.value import Array
from flopwatt.model.variation import make_variation
from flopwatt.studies.fleet_unit import FLEET, MODEL, PRODUCT, Fleet
from flopwatt.studies.layout import Asked, Layout, Shape, layout_problems
from flopwatt.units import show

WALL = "serving_wall"
TENSOR, GPUS = "tensor_parallel", "fit_accelerators"
PIPELINE, DATA, EXPERTS = "pipeline_parallel", "data_parallel", "expert_parallel"
SHAPE = ("query_heads", "kv_heads", "training_layers", "experts")
SHARED, STAGES = (1, 2, 4, 8, 16, 32, 64), (1, 2, 4)
OBJECTIVES = {"TTFT": "ttft", "TPOT": "tpot"}  # walls that are objectives, by their keys
QUANTITIES = {"ttft": "ttft_objective", "tpot": "tpot_objective"}
FLOORS = {"ttft": "ttft_floor", "tpot": "tpot_floor"}
UNASKED = 1e9  # seconds that any step keeps
PROMPT, PROMPTS = "input_tokens", 99  # lengths of a prompt that are tried, of one hundred
ROUNDED, TENTH = 3, 10  # digits of an objective and of a length, which is rounded down


class Unit(NamedTuple):
    """GPUs of a unit, the stages its layers are cut into, and the GPUs that share each."""

    gpus: int
    stages: int
    shared: int


def ways_out(fleet: Fleet, wall: str) -> Iterator[str]:
    """Each change that by itself lets a fleet be served, as lines of a plan.

    Where more GPUs alone do not keep the objectives, and the wall is another, both together.
    """
    units = _larger_units(fleet)
    yield from _larger_unit(fleet, units)
    if wall in OBJECTIVES:
        yield from _later_objectives(fleet)
    yield from _shorter_prompts(fleet)
    if wall not in OBJECTIVES:
        yield from _larger_and_later(fleet, units)


def _larger_units(fleet: Fleet) -> list[Unit]:
    """Larger units of the same GPUs, the smallest first.

    Layers are shared by no more GPUs than links join, and may be cut into stages beyond.
    """
    replicas, gpus = int(fleet.at("dp")), int(fleet.at("gpus"))
    return sorted(
        Unit(tp * pp * replicas, pp, tp)
        for tp, pp in itertools.product(SHARED, STAGES)
        if tp * pp * replicas > gpus and tp <= fleet.linked and _divides(fleet, tp, pp)
    )


def _divides(fleet: Fleet, tp: int, pp: int) -> bool:
    """Whether a model can be divided so, experts by what is given of them."""
    columns, model = fleet.results.columns, fleet.results.population.place(MODEL, fleet.of(MODEL))
    known = (columns[name] for name in SHAPE)
    shape = Shape(*(float(c.data[model].flat[0]) if c.known[model] else None for c in known))
    replicas = int(fleet.at("dp"))
    ways = {"tp": tp, "pp": pp, "dp": replicas}
    ep = int(fleet.at("ep")) if fleet.is_given(EXPERTS) else None
    layout = Layout(tp * pp * replicas, ways, frozenset(ways), ep)
    return not any(layout_problems(layout, shape, Asked({}, fleet.key)))


def _sizes(units: list[Unit]) -> dict[str, Array]:
    numbers = np.array(units, dtype=float)
    return {GPUS: numbers[:, 0], PIPELINE: numbers[:, 1], TENSOR: numbers[:, 2]}


def _larger_unit(fleet: Fleet, units: list[Unit]) -> Iterator[str]:
    """The smallest that holds the model and keeps the objectives."""
    if units and (works := _works(_tried(fleet, FLEET, fleet.name, _sizes(units)))).any():
        yield _lines(fleet, units[int(np.argmax(works))])


def _larger_and_later(fleet: Fleet, units: list[Unit]) -> Iterator[str]:
    """Of those that hold the model, the one that comes nearest to the objectives."""
    asked = {key: fleet.at(key) for key in OBJECTIVES.values() if fleet.knows(key)}
    if not units or not asked:
        return
    free = {QUANTITIES[key]: np.full(len(units), UNASKED) for key in asked}
    tried = _tried(fleet, FLEET, fleet.name, {**_sizes(units), **free})
    floors = {key: tried[FLOORS[key]].max(axis=(0, 2)) for key in asked}
    late = np.max([floors[key] / asked[key] for key in asked], axis=0)
    late = np.where(_works(tried), late, np.inf)
    best = int(np.argmin(late))
    if not 1 < late[best] < np.inf:
        return
    said = [_objective(key, float(floors[key][best])) for key in asked
            if floors[key][best] > asked[key]]  # fmt: skip
    yield f"{_lines(fleet, units[best])} and {' and '.join(said)}"


def _lines(fleet: Fleet, unit: Unit) -> str:
    """A unit as a plan has it."""
    name = f"accelerator: {unit.gpus}x{fleet.accelerator}" if fleet.accelerator else ""
    more = [f"`pp: {unit.stages}`"] if unit.stages != int(fleet.at("pp")) else []
    more += [f"`tp: {unit.shared}`"] if fleet.is_given(TENSOR) else []
    return " and ".join([f"`{name or f'gpus: {unit.gpus}'}`", *more])


def _objective(key: str, least: float) -> str:
    """An objective that is kept, rounded up, as a plan has it."""
    return f"`{key}: {show(_rounded(least, up=True), 's')}`"


def _later_objectives(fleet: Fleet) -> Iterator[str]:
    """The objectives that one call alone keeps where those asked for are not."""
    floors, said = {}, []
    for key in OBJECTIVES.values():
        if not fleet.knows(key):
            continue
        least = float(fleet.results[f"{fleet.key}.{key}.floor"].months.max())
        if least > fleet.at(key):
            floors[QUANTITIES[key]] = np.array([_rounded(least, up=True)])
            said.append(_objective(key, least))
    if floors and _works(_tried(fleet, FLEET, fleet.name, floors)).all():
        yield " and ".join(said)


def _shorter_prompts(fleet: Fleet) -> Iterator[str]:
    """The longest prompt that can be served, where all calls have prompts of one length."""
    product = fleet.of(PRODUCT)
    column = fleet.results.columns[PROMPT]
    place = fleet.results.population.place(PRODUCT, product)
    if not column.supplied[place] or column.data[place].size > 1 or fleet.is_given("fit_prompt"):
        return
    asked = float(column.data[place].flat[0])
    parts = asked * np.arange(PROMPTS, 0, -1) / (PROMPTS + 1)
    whole = asked + float(fleet.results[f"{fleet.key}.room.context"].months.min())
    # beside those, the prompt that fills the model's context
    tried = [*(_rounded(part, 2) for part in parts), *([whole] if whole < asked else [])]
    lengths = np.unique([one for one in tried if one >= TENTH])[::-1]
    if not len(lengths):
        return
    works = _works(_tried(fleet, PRODUCT, product, {PROMPT: lengths}))
    if works.any():
        length = float(lengths[np.argmax(works)])
        yield f"`{PROMPT}: {length:.0f} tokens` under products.{product}"


def _rounded(number: float, digits: int = ROUNDED, *, up: bool = False) -> float:
    """A number of so many digits, rounded up or down."""
    step = 10.0 ** (math.floor(math.log10(number)) + 1 - digits)
    return float(f"{(math.ceil if up else math.floor)(number / step) * step:.{digits}g}")


def _tried(fleet: Fleet, entity: str, name: str, numbers: Mapping[str, Array]) -> dict[str, Array]:
    """Walls and floors of a fleet for some values side by side; axes (month, option, case)."""
    place = fleet.results.population.place(entity, name)
    varied = {
        quantity: {name: tried.reshape(1, -1, 1)}
        for quantity, tried in numbers.items()
        if fleet.results.columns[quantity].supplied[place]
    }
    kept = make_variation(fleet.results, varied, {WALL, *FLOORS.values()})(varied)
    found = {quantity: data[fleet.place] for quantity, data in kept.items()}
    words = fleet.results.vocabulary.quantities[WALL].words
    return found | {WALL: found[WALL] - (len(words) - 1)}  # the last word is that there is none


def _works(tried: Mapping[str, Array]) -> NDArray[np.bool_]:
    """For which of the values no wall is met in any month."""
    found: NDArray[np.bool_] = (tried[WALL] == 0).all(axis=(0, 2))
    return found
