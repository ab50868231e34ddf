"""Fleets of a plan: how their GPUs divide the model, what an hour of one costs, who pays."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from flopwatt.catalog import assumed_leaves, market_offer, market_offers, offer_leaf
from flopwatt.model.population import Population
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.plan import Plan
from flopwatt.problems import Problem
from flopwatt.studies.fleet_shares import SHARE, share_leaves, share_problems
from flopwatt.studies.layout import Asked, Shape, layout_leaves, layout_problems, read_layout
from flopwatt.studies.links import links_leaf
from flopwatt.studies.small_cards import small_card

FLEET, PRICE, BASIS, TRAINING = "fit", "fleet_price", "cost_basis", "training."
PLANS = 8  # of which defaults are kept
# what a product gives where its cost does not come from a fleet
PRICED = frozenset(
    (
        *("token_price", "input_price", "output_price", "call_cost", "request_cost"),
        *("daily_cost", "first_month_cost"),
    )
)
SHAPE = ("query_heads", "kv_heads", "training_layers", "experts")


@dataclass(frozen=True)
class Prepared:
    """What is added to a plan for its fleets, and what of them cannot be."""

    leaves: tuple[Leaf, ...] = ()
    problems: tuple[Problem, ...] = ()


def prepare_fleets(plan: Plan, vocabulary: Vocabulary) -> Prepared:
    """Layouts, prices and who pays, for every fleet of a plan."""
    names = plan.population.names(FLEET)
    if not names:
        return Prepared()
    own: dict[tuple[str, str], list[Leaf]] = {}
    for leaf in plan.leaves:
        own.setdefault((vocabulary.quantities[leaf.quantity].entity, leaf.instance), []).append(
            leaf
        )
    leaves = list(_bases(plan, own))
    sizes = {name: _counts(own.get((FLEET, name), ())) for name in names}
    shares = {name: said[SHARE] for name, said in sizes.items() if SHARE in said}
    leaves += share_leaves(plan, shares)
    problems = list(share_problems(plan, shares))
    bought = plan.population.references.get(("purchase", FLEET), ())
    for place, name in enumerate(names):
        given = own.get((FLEET, name), [])
        layout = read_layout(sizes[name], training=False)
        counts = _counts(own.get(("model", _referred(plan.population, name, "model")), ()))
        shape = Shape(*(counts.get(one) for one in SHAPE))
        problems += layout_problems(layout, shape, Asked(plan.places, f"fleets.{name}"))
        leaves += layout_leaves(layout, name)
        chosen = plan.chosen.get((FLEET, name))
        if chosen:
            leaves += (*small_card(chosen.name, name), *links_leaf(chosen.name, given, name))
        priced = any(leaf.quantity == PRICE for leaf in given) or place in bought
        if chosen and not priced:
            leaves += _market(plan, vocabulary, chosen.name, name)
    return Prepared(tuple(leaves), tuple(problems))


def assumed_of_plan(vocabulary: Vocabulary, population: Population) -> tuple[Leaf, ...]:
    """The defaults of all instances; a fleet serves, and has none of training."""
    return _assumed(vocabulary, tuple(population.instances.items()))


@functools.lru_cache(PLANS)
def _assumed(
    vocabulary: Vocabulary, instances: tuple[tuple[str, tuple[str, ...]], ...]
) -> tuple[Leaf, ...]:
    """The same for the instances of each entity; kept, since plans much alike have the same."""
    return tuple(
        leaf
        for leaf in assumed_leaves(vocabulary, Population(dict(instances), {}))
        if (about := vocabulary.quantities[leaf.quantity]).entity != FLEET
        or not about.key.startswith(TRAINING)
    )


def _counts(leaves: Iterable[Leaf]) -> Mapping[str, float]:
    """Single numbers by quantity; of several for one, that which holds."""
    ranked = sorted(leaves, key=lambda leaf: leaf.rank)
    return {leaf.quantity: leaf.value for leaf in ranked if isinstance(leaf.value, float)}


def _referred(population: Population, name: str, target: str) -> str:
    """The name of what a fleet refers to."""
    position = population.references[FLEET, target][population.place(FLEET, name)]
    return population.names(target)[position]


def _market(plan: Plan, vocabulary: Vocabulary, accelerator: str, instance: str) -> Iterator[Leaf]:
    """What an hour of a GPU cost on demand when the plan starts, where the catalog knows."""
    found = market_offer(accelerator, plan.start)
    if found is None:
        return
    many = len(market_offers(accelerator, plan.start))
    middle = f"in the middle of {many} providers'" if many > 1 else "the only one known"
    detail = f"{accelerator}: on-demand offer of {found.provider}, {middle}"
    yield offer_leaf(vocabulary.quantities[PRICE], instance, found, detail)


def _bases(plan: Plan, own: Mapping[tuple[str, str], list[Leaf]]) -> Iterator[Leaf]:
    """The products that cost what their fleets cost: those without a price of their own."""
    served = {_referred(plan.population, name, "product") for name in plan.population.names(FLEET)}
    for product in served:
        said = {leaf.quantity for leaf in own.get(("product", product), ())}
        if not said & PRICED and BASIS not in said:
            origin = Origin("assumed", source="convention#fleet-spend", detail="no price is given")
            yield Leaf(BASIS, product, 0.0, Rank.ASSUMED, origin)
