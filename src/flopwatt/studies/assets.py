"""Owned GPUs of a plan: where they stand, and from which use on they beat what is rented out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from flopwatt.catalog import Offer, find_prices
from flopwatt.catalog.facts import age_problems
from flopwatt.model.results import Results
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.plan import Plan
from flopwatt.problems import Problem
from flopwatt.units import parse_unit

ASSET, HOUSING, RATE = "asset", "housing", "colocation_rate"
SITE = ("site_capital", "site_life")
OWN_SITE = 1.0  # its place among the words of housing
PURCHASES = ("on_demand", "reserved_1y", "reserved_3y")
HOUR, PRICE = "owned_hour_price", "server_price"


@dataclass(frozen=True)
class Asset:
    """One asset of a plan with its results."""

    plan: Plan
    results: Results
    name: str

    @property
    def key(self) -> str:
        """The key of its entry."""
        return self.results.entry(ASSET, self.name).removesuffix(".")

    def knows(self, key: str) -> bool:
        """Whether one of its numbers is known."""
        return f"{self.key}.{key}" in self.results

    def at(self, key: str) -> float:
        """One of its numbers, in canonical units."""
        return self.results[f"{self.key}.{key}"].central

    @property
    def accelerator(self) -> str:
        """What the catalog calls its GPUs; empty where none of the catalog is named."""
        chosen = self.plan.chosen.get((ASSET, self.name))
        return chosen.name if chosen else ""


@dataclass(frozen=True)
class Against:
    """An offer to rent the GPUs of an asset, and the use from which owning costs less."""

    asset: str
    offer: Offer
    break_even: float | None

    @property
    def stale(self) -> bool:
        """Whether the offer was old on the plan's first day."""
        return bool(self.offer.problems)


def assets_of(
    plan: Plan, results: Results, names: Sequence[str] | None = None
) -> tuple[Asset, ...]:
    """The assets of a plan, or those named, in the order in which it has them."""
    every = plan.population.names(ASSET)
    return tuple(Asset(plan, results, one) for one in every if names is None or one in names)


def house_assets(plan: Plan) -> tuple[list[Leaf], list[Problem]]:
    """Where each asset stands, if the plan does not say it: on a site of which it gives the cost.

    One that gives both a rate of colocation and a site must say which.
    """
    given: dict[str, set[str]] = {name: set() for name in plan.population.names(ASSET)}
    for leaf in plan.leaves:
        if leaf.origin.kind == "given":
            given.get(leaf.instance, set()).add(leaf.quantity)
    leaves, problems = [], []
    for name, said in given.items():
        if HOUSING in said or not said.intersection(SITE):
            continue
        if RATE in said:
            problems.append(_both(plan, name))
        detail = "what the site costs is given, and no rate of colocation"
        origin = Origin("assumed", source="convention#ownership", detail=detail, text="own site")
        leaves.append(Leaf(HOUSING, name, OWN_SITE, Rank.CATALOG, origin))
    return leaves, problems


def _both(plan: Plan, name: str) -> Problem:
    return Problem(
        "conflict",
        "the asset has a rate of colocation and a site of its own",
        plan.places.get(f"assets.{name}"),
        f"assets.{name}",
        given="colocation and site",
        allowed="one of the two, or `housing: colocation` or `housing: own site`",
    )


def stale_servers(plan: Plan, results: Results) -> Iterator[Problem]:
    """A warning for each asset whose server is priced by an old row of the catalog."""
    for asset in assets_of(plan, results):
        key = f"{asset.key}.{PRICE}"
        origin = results[key].origin if key in results else None
        if origin is None or origin.kind != "catalog":
            continue
        about = f"the price of a server of {asset.accelerator} in the catalog"
        for problem in age_problems(origin.as_of, plan.start, about, "stale_prices"):
            place = plan.places.get(asset.key)
            yield replace(problem, place=place, field=key, allowed="a quote, `server_price: ...`")


def offers_against(asset: Asset) -> Iterator[Against]:
    """The offers for an asset's GPUs that held when the plan starts, each provider's cheapest.

    On demand, for a year and for three, the cheapest first.
    """
    if not asset.accelerator:
        return
    hour = asset.at(HOUR) if asset.knows(HOUR) else None
    unit = parse_unit("USD/GPU/hour").factor
    for purchase in PURCHASES:
        told: set[str] = set()
        for offer in find_prices(asset.accelerator, asset.plan.start, purchase=purchase).offers:
            if offer.use != "default" or not offer.price or offer.provider in told:
                continue
            told.add(offer.provider)
            share = None if hour is None else hour / (offer.price * unit)
            yield Against(asset.name, offer, share)
