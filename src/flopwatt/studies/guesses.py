"""Guessed tokens of which only half is said: how many, or how often they are kept."""

from __future__ import annotations

from collections.abc import Iterator

from flopwatt.model.results import Results
from flopwatt.plan import Plan
from flopwatt.problems import Problem
from flopwatt.studies.fleet_unit import Fleet, fleets_of

DRAFTS, KEPT, COST = "drafts", "acceptance", "draft_time"
KEYS = {DRAFTS: "speculation.drafts", KEPT: "speculation.acceptance", COST: "speculation.cost"}


def half_said_guesses(plan: Plan, results: Results) -> Iterator[Problem]:
    """A warning for every fleet that guesses tokens and keeps none, or says so of no guesses."""
    for fleet in fleets_of(plan, results):
        if fleet.is_measured:
            continue
        guessed = fleet.at(KEYS[DRAFTS])
        if guessed > 0 and not _is_said(fleet, KEPT):
            kept = fleet.results.vocabulary.quantities[KEPT].example
            yield _warning(
                fleet,
                DRAFTS,
                f"{guessed:,.0f} further tokens are guessed in each step, and none is taken to be "
                "kept: how often they are is not said",
                f"the acceptance as measured, such as `{KEYS[KEPT]}: {kept}`",
            )
        for name in (KEPT, COST):
            if _is_said(fleet, name) and not guessed:
                yield _warning(
                    fleet,
                    name,
                    "bears on nothing: no tokens are guessed",
                    f"how many are, such as `{KEYS[DRAFTS]}: 1`, or leave it out",
                )


def _is_said(fleet: Fleet, name: str) -> bool:
    """Whether a quantity is stated, and not assumed."""
    leaves = fleet.results.columns[name].supplied[fleet.place]
    return bool(leaves) and leaves[0].origin.kind != "assumed"


def _warning(fleet: Fleet, name: str, message: str, allowed: str) -> Problem:
    key = f"{fleet.key}.{KEYS[name]}"
    leaves = fleet.results.columns[name].supplied[fleet.place]
    places = fleet.plan.places
    return Problem(
        "unlikely",
        message,
        places.get(key) or places.get(fleet.key),
        key,
        given=leaves[0].origin.text if leaves else "",
        allowed=allowed,
        warning=True,
    )
