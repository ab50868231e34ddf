"""What a plan says of the activities of a site without any effect: told, and left as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flopwatt.catalog.leads import WAITS
from flopwatt.model.value import Leaf, Rank
from flopwatt.plan.draft import Draft
from flopwatt.problems import Problem

SITE, PHASE, SUPPLY, ACTIVITY = "site", "phase", "supply", "activity"
DURATION, DROPPED, WAIT = "activity_duration", "activity_dropped", "grid_wait"


def needless(
    draft: Draft, kinds: Mapping[str, str], waits: Mapping[str, list[str]]
) -> Iterator[Problem]:
    """What is said and changes nothing: of activities nobody waits for, dropped ones, the grid.

    ``kinds`` are the names in the catalog of the standard activities, ``waits`` what each that
    is not dropped waits for.
    """
    given = _given(draft)
    told: list[Leaf] = []
    for name in draft.instances[ACTIVITY]:
        leaf = given.get((DURATION, name))
        if name in waits or leaf is None or any(leaf.origin is one.origin for one in told):
            continue
        told.append(leaf)
        spelled = _spelled(name, leaf, given, kinds)
        message = "is given, and the activity is dropped"
        yield _unused(draft, name, f"{spelled}.duration", message, leaf.origin.text)
    effective = _effective(draft, waits)
    for name in waits:
        stated = name not in kinds or any(instance == name for _, instance in given)
        if stated and name not in effective:
            message = "changes nothing: no phase, supply or other activity waits for it"
            yield _unused(draft, name, name, message, "")
    yield from _waits_of_grid(draft, kinds, given)


def _given(draft: Draft) -> dict[tuple[str, str], Leaf]:
    """What the plan itself says of activities and of the wait for the grid, the last of each."""
    quantities = draft.vocabulary.quantities
    return {
        (leaf.quantity, leaf.instance): leaf
        for leaf in draft.leaves
        if leaf.rank >= Rank.GIVEN
        and (quantities[leaf.quantity].entity == ACTIVITY or leaf.quantity == WAIT)
    }


def _spelled(
    name: str, leaf: Leaf, given: Mapping[tuple[str, str], Leaf], kinds: Mapping[str, str]
) -> str:
    """The name under which the plan says it: that of every phase where it holds for several."""
    shared = [other for other in given.values() if other.origin is leaf.origin]
    return kinds.get(name, name) if len(shared) > 1 else name


def _effective(draft: Draft, waits: Mapping[str, list[str]]) -> set[str]:
    """The activities of a phase or a supply, and all that those wait for."""
    open_ = [
        name
        for name in waits
        if any((ACTIVITY, name, target) in draft.pointers for target in (PHASE, SUPPLY))
    ]
    found: set[str] = set()
    while open_:
        name = open_.pop()
        if name not in found:
            found.add(name)
            open_ += waits.get(name, [])
    return found


def _unused(draft: Draft, name: str, field: str, message: str, text: str) -> Problem:
    place = draft.instances[ACTIVITY].get(name)
    return Problem("unused", message, place, f"activities.{field}", given=text, warning=True)


def _waits_of_grid(
    draft: Draft, kinds: Mapping[str, str], given: Mapping[tuple[str, str], Leaf]
) -> Iterator[Problem]:
    """The region's wait where the plan says how long the connection takes."""
    for name, kind in kinds.items():
        site = draft.pointers[ACTIVITY, name, SITE].text
        leaf = given.get((WAIT, site))
        if kind == WAITS and leaf and (DURATION, name) in given:
            field = f"sites.{site}.grid_wait"
            yield Problem(
                "unused",
                f"plays no part: activities.{name}.duration says how long the connection takes",
                draft.places.get(field),
                field,
                given=leaf.origin.text,
                warning=True,
            )
