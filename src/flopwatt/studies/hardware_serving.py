"""Products rated on every accelerator: the unit that serves them at the least cost, or the wall."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from flopwatt.catalog import supplied_by
from flopwatt.model.engine import evaluate
from flopwatt.model.population import Population
from flopwatt.model.results import Results
from flopwatt.model.value import Array, Lack, Leaf
from flopwatt.plan import Plan
from flopwatt.studies.fleet_shares import SHARE
from flopwatt.studies.fleets import FLEET, SHAPE, assumed_of_plan
from flopwatt.studies.goals import line_for, missing_problem
from flopwatt.studies.hardware_columns import narrowed, row_of, taken_leaf, taken_leaves
from flopwatt.studies.hardware_own import is_less, planned_row
from flopwatt.studies.hardware_parts import KIND, LINK, SAID, Part, Parts, option_leaf
from flopwatt.studies.hardware_rows import NUMBERS, PRICE, RULE, WALL, Rated, ServingRow
from flopwatt.studies.hardware_units import NEEDED, Units, list_units, unit_leaves
from flopwatt.studies.layout import EP, ETP, GPUS, WAYS, Shape

MODEL, PRODUCT = "model", "product"
NONE, PAID, FULL_TIME, RATE = "none", "launch_gpus_paid", "full_gpu_time", NUMBERS["rate"]
ANSWER = "fit_answer"
WANTED = (WALL, RULE, PAID, FULL_TIME, ANSWER, *NUMBERS.values())
# what a plan says of the hardware it has, which is not kept on other hardware
OF_HARDWARE = frozenset(
    (
        *(*supplied_by(KIND), GPUS, *WAYS.values(), EP, ETP, PRICE),
        *("prefill_rate", "decode_rate", "card_memory", "fit_weights", "fit_activations"),
        *("cache_memory", "other_memory", "peer_memory", "links_joined"),
    )
)
AT_ONCE = 16  # products that are worked out together
ASKED, LAYERS = ("input_tokens", "output_tokens"), "training_layers"
SHAPED = "`config: models/config.json` or `catalog: llama-3.1-70b` under models.{}"


@dataclass(frozen=True)
class Work:
    """What is served: a product by one of its fleets, or by one of defaults."""

    name: str
    product: str
    model: str
    fleet: str = ""
    own: str = ""
    given: tuple[Leaf, ...] = ()


def rate_products(plan: Plan, results: Results, parts: Parts) -> tuple[Rated, ...]:
    """Every product of a plan on every accelerator."""
    units = list_units(parts)
    own: dict[str, list[Leaf]] = {name: [] for name in plan.population.names(FLEET)}
    for leaf in plan.leaves:
        if results.vocabulary.quantities[leaf.quantity].entity == FLEET:
            own[leaf.instance].append(leaf)
    works = [replace(work, given=tuple(own.get(work.fleet, ()))) for work in _works(plan)]
    # a few at a time, so that a plan of a thousand products takes no more memory than one of ten
    some = (works[begin : begin + AT_ONCE] for begin in range(0, len(works), AT_ONCE))
    return tuple(one for few in some for one in _rate(results, few, units, parts))


def _rate(results: Results, works: Sequence[Work], units: Units, parts: Parts) -> Iterator[Rated]:
    vocabulary = narrowed(WANTED, (FLEET,))
    population = _population(works)
    leaves = [
        *assumed_of_plan(vocabulary, population),
        *taken_leaves(results, vocabulary, population),
    ]
    for work in works:
        leaves += _given_leaves(results, work)
        leaves += unit_leaves(units, parts, work.name)
        leaves.append(option_leaf(PRICE, work.name, _prices(work, parts)[units.part]))
    rated = evaluate(vocabulary, population, leaves)
    yield from (_rated(results, rated, work, units, parts) for work in works)


def _works(plan: Plan) -> Iterator[Work]:
    """Each product by each of its fleets; one that has none by a fleet of defaults."""
    population = plan.population
    fleets = population.names(FLEET)
    models = population.names(MODEL)
    for place, product in enumerate(population.names(PRODUCT)):
        own = [fleets[i] for i in population.group(PRODUCT, FLEET, product)] if fleets else []
        for fleet in own:
            name = f"{product}/{fleet}" if len(own) > 1 else product
            model = population.references[FLEET, MODEL][population.place(FLEET, fleet)]
            chosen = plan.chosen.get((FLEET, fleet))
            yield Work(name, product, models[model], fleet, chosen.name if chosen else "")
        if not own:
            yield Work(product, product, models[population.references[PRODUCT, MODEL][place]])


def _population(works: Sequence[Work]) -> Population:
    """A fleet for each work, with the products and models that it refers to."""
    models = tuple(dict.fromkeys(work.model for work in works))
    products = tuple(dict.fromkeys(work.product for work in works))
    return Population(
        {FLEET: tuple(work.name for work in works), PRODUCT: products, MODEL: models},
        {
            (FLEET, PRODUCT): tuple(products.index(work.product) for work in works),
            (FLEET, MODEL): tuple(models.index(work.model) for work in works),
        },
    )


def _given_leaves(results: Results, work: Work) -> Iterator[Leaf]:
    """What a plan says of a fleet that holds on any hardware, in its first month."""
    for leaf in work.given:
        if leaf.quantity not in OF_HARDWARE:
            yield replace(leaf, instance=work.name, value=_first(leaf))
    share = taken_leaf(results, SHARE, work.fleet) if work.fleet else None
    if share is not None:
        yield replace(share, instance=work.name)


def _prices(work: Work, parts: Parts) -> Array:
    """What an hour of each accelerator costs, in the first month."""
    given = [_first(leaf) for leaf in work.given if leaf.quantity == PRICE]
    return parts.prices(work.own, given[-1] if given else None)


def _first(leaf: Leaf) -> float:
    return float(np.asarray(leaf.value, dtype=float).flat[0])


def _rated(results: Results, rated: Results, work: Work, units: Units, parts: Parts) -> Rated:
    """The rows of one product, or what it lacks."""
    place, size = rated.population.place(FLEET, work.name), len(units.part)
    if not rated.columns[RATE].known[place]:
        return Rated(work.name, (), own=work.own, lacks=_lacks(results, rated, work))
    found = {one: row_of(rated, one, place, size) for one in WANTED}
    at_launch = bool(rated.columns[PAID].known[place])
    shape = Shape(*(_count(results, one, work.model) for one in SHAPE))
    takes = units.takes(shape)
    can = units.known & takes
    serves = can & (found[WALL] == rated.vocabulary.quantities[WALL].words.index(NONE))
    score = np.where(serves, found[PAID] if at_launch else found[FULL_TIME], np.inf)
    rows = []
    for index, part in enumerate(parts.parts):
        among = slice(*units.bounds[index])
        unlinked = bool((takes & ~units.known)[among].any())
        lacks = parts.lacks(index, NEEDED) or SAID[LINK] * unlinked
        if serves[among].any():
            best = among.start + int(np.argmin(score[among]))
            rows.append(_serving(part, rated, found, units, best))
        else:
            reached = np.where(can[among], found[WALL][among], -1)
            last = among.stop - 1 - int(np.argmax(reached[::-1]))
            rows.append(_refused(part, rated, found, units, last if can[last] else None, lacks))
    return Rated(work.name, _beside_planned(results, work, rows), at_launch, work.own)


def _serving(
    part: Part, rated: Results, found: Mapping[str, Array], units: Units, place: int
) -> ServingRow:
    """The unit of an accelerator that serves a product at the least cost."""
    numbers: dict[str, Any] = {field: float(found[name][place]) for field, name in NUMBERS.items()}
    size = units.size(place)
    if float(found[ANSWER][place]) <= 1:  # such an answer has no time between two tokens
        numbers["tpot"] = math.nan
    limit = _word(rated, RULE, float(found[RULE][place]))
    return ServingRow(part=part, fits=True, size=size, limit=limit, **numbers)


def _refused(
    part: Part, rated: Results, found: Mapping[str, Array], units: Units, last: int | None,
    lacks: str,
) -> ServingRow:  # fmt: skip
    """An accelerator of which no unit serves: what that fails at which gets furthest, if known."""
    if last is None:
        return ServingRow(part, None, lacks=lacks)
    wall = _word(rated, WALL, float(found[WALL][last]))
    fits = None if lacks else False
    return ServingRow(part, fits, wall, lacks, units.size(last))


def _beside_planned(
    results: Results, work: Work, rows: Sequence[ServingRow]
) -> tuple[ServingRow, ...]:
    """The fleet as planned first, if it serves; its accelerator otherwise where that is cheaper."""
    part = next((row.part for row in rows if row.part.name == work.own), None)
    planned = planned_row(results, work.fleet, part) if part else None
    if planned is None:
        return tuple(rows)
    others = (row for row in rows if row.part != part or is_less(row, planned))
    return (planned, *others)


def _word(rated: Results, name: str, number: float) -> str:
    return rated.vocabulary.quantities[name].words[int(number)]


def _count(results: Results, name: str, model: str) -> float | None:
    leaf = taken_leaf(results, name, model)
    return float(leaf.value) if leaf else None


def _lacks(results: Results, rated: Results, work: Work) -> str:
    """The lines that would let a product be rated: lengths of its calls, the shape of its model."""
    lines = []
    for name in ASKED:
        quantity = results.vocabulary.quantities[name]
        if taken_leaf(results, name, work.product) is None:
            lines.append(line_for(Lack(results.key(quantity, work.product), quantity)))
    if taken_leaf(results, LAYERS, work.model) is None:
        lines.append(SHAPED.format(work.model))
    return " and ".join(lines) or missing_problem(_missing(rated, work)).allowed


def _missing(rated: Results, work: Work) -> Lack:
    return rated.missing(rated.vocabulary.quantities[RATE], work.name)
