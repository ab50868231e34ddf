"""The accelerators of the catalog side by side: what each can do, and what an hour of it costs."""

from __future__ import annotations

import contextlib
import datetime
import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from flopwatt.catalog import (
    Offer,
    Thing,
    canonical,
    load_things,
    market_offer,
    market_offers,
    supplied_by,
)
from flopwatt.catalog.days import first_day
from flopwatt.catalog.find import first_known
from flopwatt.catalog.load import load_gives
from flopwatt.model.engine import evaluate
from flopwatt.model.population import Population
from flopwatt.model.value import Array, Leaf, Origin, Rank
from flopwatt.studies.fleets import FLEET, PRICE, assumed_of_plan
from flopwatt.studies.hardware_columns import narrowed, row_of
from flopwatt.studies.nameless import NAMELESS
from flopwatt.studies.run import load_vocabulary
from flopwatt.studies.small_cards import small_card

KIND = "accelerator"
PEAK, BANDWIDTH, LINK, POWER = "fit_peak", "fit_bandwidth", "fit_link", "fit_power"
CARD = "card_memory"
MEMORY = ("shown_memory", "labelled_memory")
SCALE_OUT, LARGE_CARD = "scale_out", "vllm_large_card"
# what people call that which a datasheet may be silent of
SAID = {PEAK: "16-bit peak", BANDWIDTH: "bandwidth", CARD: "memory", LINK: "links"}
OFF_MARKET = ("preliminary", "captive", "custom", "discontinued", "not sold")
BY_HOST, ALONE = "PCIe", 1
EVERY = Origin("catalog", detail="every accelerator of the catalog")


@dataclass(frozen=True)
class Part:
    """One accelerator of the catalog, on the day a plan starts.

    ``status`` and ``release`` say whether it is on the market and since when, ``traded``
    whether one can be bought or rented at all, ``offered`` whether on that day. ``price`` is
    that of one hour on demand, NaN where the catalog holds no offer, and ``offers`` those that it
    is the middle of, each provider's cheapest. ``domain`` is how many reach one another by their
    links; 0 where links go through the host, to all of a server.
    """

    name: str
    status: str
    release: str
    traded: bool
    offered: bool
    price: float
    domain: int
    offers: tuple[Offer, ...] = ()

    @property
    def dates(self) -> tuple[str, ...]:
        """The days of the oldest and the newest of the offers; one where they are the same."""
        days = sorted({offer.as_of for offer in self.offers})
        return tuple(dict.fromkeys((*days[:1], *days[-1:])))


@dataclass(frozen=True)
class Parts:
    """All accelerators: by quantity one number for each, NaN where no datasheet says."""

    parts: tuple[Part, ...]
    numbers: Mapping[str, Array]

    def prices(self, own: str, price: float | None) -> Array:
        """What an hour of each costs; of that which a plan names what the plan says, if it does."""
        said = math.nan if price is None else price
        own_is_said = own and not math.isnan(said)
        return np.array(
            [said if own_is_said and one.name == own else one.price for one in self.parts]
        )

    def lacks(self, place: int, names: Sequence[str]) -> str:
        """What of some quantities is not known of one, in words; empty where all are."""
        return " and ".join(SAID[name] for name in names if np.isnan(self.numbers[name][place]))


@functools.cache
def list_parts(day: datetime.date) -> Parts:
    """Every accelerator of the catalog with its facts, and its price on a day."""
    things = tuple(load_things(KIND).values())
    return Parts(tuple(_part(thing, day) for thing in things), _numbers(things))


def option_leaf(quantity: str, instance: str, numbers: Array) -> Leaf:
    """Numbers along the axis of options; they win over what a plan says of its own hardware."""
    return Leaf(quantity, instance, numbers.reshape(1, -1, 1), Rank.COMMAND, EVERY)


def _part(thing: Thing, day: datetime.date) -> Part:
    cells = thing.cells
    traded = "yes" in (cells["own"], cells["rent"])
    offer = market_offer(thing.name, day)
    quantity = load_vocabulary().quantities[PRICE]
    by_host = cells["link_kind"].startswith(BY_HOST)
    return Part(
        name=thing.name,
        status=cells["status"],
        release=cells["release"],
        traded=traded,
        offered=traded and cells["status"] not in OFF_MARKET and _is_out(cells["release"], day),
        price=canonical(quantity, f"{offer.price} USD/GPU/hour") if offer else math.nan,
        domain=0 if by_host else int(cells["link_domain"] or ALONE),
        offers=market_offers(thing.name, day),
    )


def _is_out(release: str, day: datetime.date) -> bool:
    """Whether a part was out on a day; one that is told by the half of a year is announced."""
    with contextlib.suppress(ValueError):
        return first_day(release) <= day
    return False


@functools.cache
def _numbers(things: tuple[Thing, ...]) -> Mapping[str, Array]:
    """Facts by quantity, in canonical units."""
    quantities, gives = load_vocabulary().quantities, load_gives()[KIND]
    own = (name for name in supplied_by(KIND) if quantities[name].entity == FLEET)
    found = {name: _facts(name, things, gives[name]) for name in own}
    found[SCALE_OUT] = _facts(LINK, things, {SCALE_OUT: ""})
    usual = quantities[LARGE_CARD]
    large = canonical(usual, usual.default.text if usual.default else usual.example)
    small = (next(small_card(thing.name), None) for thing in things)
    found[LARGE_CARD] = np.array([float(leaf.value) if leaf else large for leaf in small])
    return found | {CARD: _cards(found)}


def _facts(name: str, things: Sequence[Thing], columns: Mapping[str, str]) -> Array:
    """One quantity of every part, by the first column that is known of it."""
    quantity = load_vocabulary().quantities[name]
    facts = [first_known(thing, columns) for thing in things]
    units = {fact.unit for fact in facts if fact}
    worth = {unit: canonical(quantity, f"1 {unit}") for unit in units}
    known = [worth[fact.unit] * (fact.value or math.nan) if fact else math.nan for fact in facts]
    return np.array(known)


def _cards(numbers: Mapping[str, Array]) -> Array:
    """Memory of each as a program sees it: by what its driver shows, else by its label."""
    vocabulary = narrowed((CARD,), (FLEET,))
    population = Population({FLEET: (NAMELESS,)}, {})
    assumed = list(assumed_of_plan(vocabulary, population))
    shown, labelled = (
        row_of(
            evaluate(
                vocabulary, population, [*assumed, option_leaf(name, NAMELESS, numbers[name])]
            ),
            CARD,
            0,
            len(numbers[name]),
        )
        for name in MEMORY
    )
    return np.where(np.isnan(shown), labelled, shown)
