"""Fleets that serve one product together: which part of its calls each has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from flopwatt.model.results import Results
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.plan import Plan
from flopwatt.problems import Problem
from flopwatt.studies.fleet_unit import FLEET, PRODUCT
from flopwatt.units import show

SHARE, KEY = "fleet_share", "share"
ROUNDING = 1e-9


def share_leaves(plan: Plan, said: Mapping[str, float]) -> Iterator[Leaf]:
    """What fleets whose part is not said have of their product: the rest, in equal parts."""
    for product, fleets in _together(plan):
        silent = [name for name in fleets if name not in said]
        rest = 1 - sum(said[name] for name in fleets if name in said)
        if rest <= ROUNDING:
            continue  # told as a problem
        among = f"{len(silent)} of {len(fleets)} fleets" if silent != fleets else f"{len(fleets)}"
        detail = f"an equal part of what is left of {product}: {among}"
        for name in silent:
            origin = Origin("assumed", source="convention#fleet", detail=detail)
            yield Leaf(SHARE, name, rest / len(silent), Rank.CATALOG, origin)


def share_problems(plan: Plan, said: Mapping[str, float]) -> Iterator[Problem]:
    """Parts of one product that do not come to the whole of it, or leave others none."""
    for product, fleets in _served(plan):
        named = [name for name in fleets if name in said]
        whole = sum(said[name] for name in named)
        silent = [name for name in fleets if name not in said]
        if not named or (silent and whole < 1 - ROUNDING):
            continue
        if not silent and abs(whole - 1) <= ROUNDING:
            continue
        field = f"fleets.{named[-1]}.{KEY}"
        left = f", and leave none for {', '.join(silent)}" if silent else ""
        yield Problem(
            "out-of-range",
            f"the fleets of {product} serve {show(whole, '%')} of its calls{left}",
            plan.places.get(field) or plan.places.get(f"fleets.{named[-1]}"),
            field,
            given=", ".join(f"{name} {show(said[name], '%')}" for name in named),
            allowed=_allowed(fleets, silent),
        )


def share_warnings(plan: Plan, results: Results) -> Iterator[Problem]:
    """A warning where fleets share a product and no part is said, as the load is divided then."""
    for product, fleets in _together(plan):
        shares = [results[f"fleets.{name}.{KEY}"] for name in fleets]
        if any(share.origin.kind != "assumed" for share in shares):
            continue
        part = show(shares[0].central, "%")
        field = f"fleets.{fleets[-1]}.{KEY}"
        yield Problem(
            "unlikely",
            f"{' and '.join(fleets)} serve one product, {product}, and no part of its calls is "
            f"said: each has {part}",
            plan.places.get(f"fleets.{fleets[-1]}"),
            field,
            given="nothing",
            allowed=f"`share: {part}`, or another part, under each",
            warning=True,
        )


def _allowed(fleets: Sequence[str], silent: Sequence[str]) -> str:
    if len(fleets) == 1:
        return "100 %: no other fleet serves the rest"
    return "less than 100 % in all" if silent else "100 % in all"


def _together(plan: Plan) -> list[tuple[str, list[str]]]:
    """The products that several fleets serve, each with them."""
    return [one for one in _served(plan) if len(one[1]) > 1]


def _served(plan: Plan) -> list[tuple[str, list[str]]]:
    fleets = plan.population.names(FLEET)
    return [
        (product, [fleets[place] for place in plan.population.group(PRODUCT, FLEET, product)])
        for product in plan.population.names(PRODUCT)
    ]
