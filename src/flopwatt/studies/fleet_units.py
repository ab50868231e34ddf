"""The same product on several units: each is the plan with another unit in its fleet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flopwatt.catalog import choose_thing, supplied_by
from flopwatt.model.results import Results
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.plan import Plan, PlanSource
from flopwatt.plan.layers import SET, Layer, read_layers
from flopwatt.plan.read import read_plan
from flopwatt.problems import CatalogError, PlanError, Problem, nearest
from flopwatt.reader import read_dict
from flopwatt.studies.fleet_links import link_warnings
from flopwatt.studies.fleet_shares import share_warnings
from flopwatt.studies.fleet_unit import FLEET, PRODUCT, RATES
from flopwatt.studies.fleet_walls import wall_problems
from flopwatt.studies.guesses import half_said_guesses
from flopwatt.studies.layout import EP, WAYS
from flopwatt.studies.run import Study, load_vocabulary, work_out

ON, ACCELERATOR, COUNT, PRICE = "--on", "accelerator", "fit_accelerators", "fleet_price"
NO_WALL, UNKNOWN, LAYOUT, NAMELESS = "none", "not known", "layout", "unknown name"
LINE = "`fleets: {{{name}: {{accelerator: 8xH100}}}}`"


@dataclass(frozen=True)
class Tried:
    """A unit that a fleet was tried on: what follows, or why it cannot be served so.

    ``unit`` is what it is made of, and ``wall`` the word for what is in the way.
    """

    fleet: str
    on: str
    unit: str
    wall: str
    study: Study | None = None
    problems: tuple[Problem, ...] = ()


def load_fleets(
    source: PlanSource,
    settings: Mapping[str, Any] | None = None,
    product: str | None = None,
    *,
    made: bool = False,
) -> tuple[Plan, tuple[str, ...]]:
    """A plan with the names of its fleets, or of those of one product.

    Where a product has none it is ``made``, with nothing said of it but whom it serves. Raises
    PlanError, also where there is none and none is to be made.
    """
    layers, vocabulary = read_layers(source, settings), load_vocabulary()
    if not made:
        plan = read_plan(layers, vocabulary)
        _check_product(plan, product)
        if not (names := _fleets(plan, product)):
            raise PlanError([_no_fleet(plan, product)])
        return plan, names
    # what is set may be about a fleet that is yet to be made
    plan = read_plan([layer for layer in layers if not layer.closed], vocabulary)
    _check_product(plan, product)
    fleets = {_new_name(plan, one): {PRODUCT: one} for one in _unserved(plan, product)}
    if fleets:
        # first, so that the plan's own file is the one that is told
        layers = [Layer(read_dict({"fleets": fleets}, ON), Rank.GIVEN), *layers]
    if fleets or any(layer.closed for layer in layers):
        plan = read_plan(layers, vocabulary)
    return plan, _fleets(plan, product)


def _check_product(plan: Plan, product: str | None) -> None:
    """Refuse a product that is not in the plan, with the nearest one."""
    products = plan.population.names(PRODUCT)
    if product is not None and product not in products:
        message = "no product of this name in the plan"
        allowed = ", ".join(products) or "none are defined"
        problem = Problem("unknown-name", message, None, "PRODUCT", product, allowed,
                          nearest(product, products))  # fmt: skip
        raise PlanError([problem])


def _fleets(plan: Plan, product: str | None) -> tuple[str, ...]:
    """The fleets of a plan, or of one product."""
    products = plan.population.names(PRODUCT)
    owners = plan.population.references[FLEET, PRODUCT]
    of = zip(plan.population.names(FLEET), owners, strict=True)
    return tuple(name for name, place in of if product in (None, products[place]))


def _unserved(plan: Plan, product: str | None) -> list[str]:
    """The products that no fleet serves."""
    products = plan.population.names(PRODUCT)
    served = {products[place] for place in plan.population.references[FLEET, PRODUCT]}
    return [one for one in products if one not in served and product in (None, one)]


def _new_name(plan: Plan, product: str) -> str:
    """A name for the fleet of a product: its own, unless another's fleet has it."""
    return f"{product}-fleet" if product in plan.population.names(FLEET) else product


def _no_fleet(plan: Plan, product: str | None) -> Problem:
    name = product or next(iter(plan.population.names(PRODUCT)), "chat")
    return Problem(
        "missing-section",
        f"the plan has no fleet of {product}" if product else "the plan has no fleets",
        field="fleets",
        given="nothing",
        allowed=f"{LINE.format(name=name)}, or a unit such as {ON} 8xH100",
    )


def try_units(plan: Plan, names: Sequence[str], units: Iterable[str]) -> Iterator[Tried]:
    """Each fleet on each unit, all else of the plan as it is; what others lack is not told.

    Raises PlanError for a layout of another fleet that cannot be.
    """
    units = tuple(units)
    for name in names:
        for on in units:
            yield _try_unit(plan, name, on)


def _try_unit(plan: Plan, name: str, on: str) -> Tried:
    entry = f"fleets.{name}"
    try:
        changed = with_unit(plan, name, on)
    except CatalogError as error:
        wall = NAMELESS if error.problems[0].code == "unknown-name" else UNKNOWN
        return Tried(name, on, on, wall, None, error.problems)
    unit = f"{changed.leaves[-1].value:,.0f} x {changed.chosen[FLEET, name].name}"
    try:
        results = work_out(changed)
    except PlanError as error:
        if not all(f"{one.field}.".startswith(f"{entry}.") for one in error.problems):
            raise
        return Tried(name, on, unit, LAYOUT, None, error.problems)
    own = [one for one in wall_problems(changed, results) if one.field == entry]
    if own:
        return Tried(name, on, unit, _wall(results, entry), None, tuple(own))
    told = [
        *changed.warnings,
        *link_warnings(changed, results),
        *half_said_guesses(changed, results),
        *share_warnings(changed, results),
    ]
    warnings = (one for one in told if f"{one.field}.".startswith(f"{entry}."))
    return Tried(name, on, unit, NO_WALL, Study(changed, results, tuple(warnings)))


def _wall(results: Results, entry: str) -> str:
    """The first wall that a fleet meets in any month."""
    key = f"{entry}.serving_wall"
    if f"{entry}.call_time" not in results or key not in results:
        return UNKNOWN
    words = results[key].quantity.words
    met = (words[int(place)] for place in results[key].months)
    return next((word for word in met if word != NO_WALL), UNKNOWN)


def with_unit(plan: Plan, name: str, on: str) -> Plan:
    """A plan in which one fleet has units of another kind or number. Raises CatalogError.

    What the plan says of the GPUs it names, their price too, is not true of others, rates
    measured on its unit of no other, and how it is divided of none with more or fewer GPUs; what
    is set on the command line is.
    """
    vocabulary = load_vocabulary()
    chosen = choose_thing(vocabulary, FLEET, name, ACCELERATOR, on, plan.start)
    before = plan.chosen.get((FLEET, name))
    same = before is not None and before.name == chosen.name
    count = float(chosen.count or 1)
    gone = {COUNT} if same else {COUNT, PRICE, *supplied_by(ACCELERATOR)}
    if not same or count != _count(plan, name):
        gone |= set(RATES)
    if count != _count(plan, name):
        gone |= {*WAYS.values(), EP}  # other GPUs are laid out anew
    kept = [
        leaf
        for leaf in plan.leaves
        if leaf.instance != name
        or leaf.origin.place.startswith(f"{SET} ")
        or leaf.quantity not in gone
        or vocabulary.quantities[leaf.quantity].entity != FLEET
    ]
    origin = Origin("given", place=f"{ON} {on}", text=on)
    unit = Leaf(COUNT, name, count, Rank.COMMAND, origin)
    field = f"fleets.{name}.accelerator"
    notes = (Problem("unlikely", note, None, field, on, warning=True) for note in chosen.notes)
    return replace(
        plan,
        leaves=(*kept, *(() if same else chosen.leaves), unit),
        chosen={**plan.chosen, (FLEET, name): chosen},
        warnings=(*(one for one in plan.warnings if one.field != field), *notes),
    )


def _count(plan: Plan, name: str) -> float:
    """GPUs of one unit of a fleet, as a plan states them."""
    said = [one for one in plan.leaves if (one.quantity, one.instance) == (COUNT, name)]
    return float(max(said, key=lambda one: one.rank).value) if said else 1.0
