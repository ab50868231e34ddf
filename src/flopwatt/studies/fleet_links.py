"""Fleets whose GPUs pass on more than their links join: what goes over a network instead."""

from __future__ import annotations

from collections.abc import Iterator

from flopwatt.model.results import Results
from flopwatt.plan import Plan
from flopwatt.problems import Problem
from flopwatt.studies.fleet_unit import Fleet, fleets_of
from flopwatt.units import show

NETWORK, LINK, DOMAIN = "network", "link", "link_domain"
EXCHANGED = "speed.exchanged"  # known of models with experts alone
SHARED = {"tp": "each layer", "ep": "the experts"}


def link_warnings(plan: Plan, results: Results) -> Iterator[Problem]:
    """A warning for every fleet in which more GPUs share layers or experts than links join."""
    for fleet in fleets_of(plan, results):
        # where the rate between GPUs is stated, it holds between all
        if fleet.is_measured or not fleet.knows(DOMAIN):
            continue
        # a fit without a plan may ask for memory alone
        if not (fleet.name or fleet.knows("call_time")):
            continue
        for way in SHARED:
            if fleet.at(way) > fleet.at(DOMAIN) and _passes_on(fleet, way):
                yield _warning(fleet, way)
                break


def _passes_on(fleet: Fleet, way: str) -> bool:
    return way == "tp" or (fleet.knows(EXCHANGED) and fleet.at(EXCHANGED) > 0)


def _warning(fleet: Fleet, way: str) -> Problem:
    """What is counted between GPUs that no links join, and what would say more."""
    shared, linked = int(fleet.at(way)), int(fleet.at(DOMAIN))
    said = f"{shared:,} GPUs share {SHARED[way]}, and links join {linked:,} of them: "
    if fleet.knows(NETWORK):
        rate = show(fleet.at(NETWORK), "GB/s")
        said += f"what they pass on is counted over the network, {rate} of each GPU"
    else:
        rate = f" of {show(fleet.at(LINK), 'GB/s')}" if fleet.knows(LINK) else ""
        said += f"how fast a network joins the others is not known, and links{rate} are counted"
    ways = f"`{way}: {linked:,}`" if fleet.name else f"--{way} {linked:,}"
    more = f"{ways} with replicas (`dp`) or stages (`pp`)" if way == "tp" else ways
    return Problem(
        "unlikely",
        said,
        fleet.plan.places.get(f"{fleet.key}.{way}") or fleet.plan.places.get(fleet.key),
        f"{fleet.key}.{way}" if fleet.name else way,
        given=fleet.unit,
        allowed=f"{more}; or the rate of the network, such as `network: 50 GB/s`",
        warning=True,
    )
