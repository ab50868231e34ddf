"""What a purchase is for: the run or the fleet that it names, or that has its name."""

from __future__ import annotations

from flopwatt.plan.draft import Draft, listed
from flopwatt.problems import Problem, nearest
from flopwatt.reader import Text

PURCHASE, WORKLOADS = "purchase", ("run", "fit")


def name_workloads(draft: Draft) -> None:
    """Let each purchase point to its run or fleet, where it is plain before runs are repeated.

    Further versions of a run are then bought as the first is. What is called like one of them
    waits until there are any.
    """
    repeated = [f"{leaf.instance}-v" for leaf in draft.leaves if leaf.quantity == "cadence"]
    for purchase in draft.instances.get(PURCHASE, {}):
        if any((PURCHASE, purchase, one) in draft.pointers for one in WORKLOADS):
            continue
        found = None if purchase.startswith(tuple(repeated)) else _unnamed(draft, purchase)
        if found:
            draft.pointers[PURCHASE, purchase, found[0]] = _pointed(draft, purchase, found[1])


def _candidates(draft: Draft) -> list[tuple[str, str]]:
    return [(one, name) for one in WORKLOADS for name in draft.instances.get(one, {})]


def _unnamed(draft: Draft, purchase: str) -> tuple[str, str] | None:
    """The run or the fleet of a purchase's own name, or the only one there is."""
    candidates = _candidates(draft)
    found = [one for one in candidates if one[1] == purchase] or candidates
    return found[0] if len(found) == 1 else None


def _pointed(draft: Draft, purchase: str, workload: str) -> Text:
    return Text(workload, draft.instances[PURCHASE][purchase])


def workload_of(draft: Draft, purchase: str) -> tuple[str, str] | None:
    """The run or the fleet that a purchase is for, with a problem where that cannot be told."""
    said = {one: draft.pointers.get((PURCHASE, purchase, one)) for one in WORKLOADS}
    named = [one for one in WORKLOADS if said[one] is not None]
    candidates = _candidates(draft)
    if len(named) == 1:
        # whether there is one of that name is told where references are read
        word = said[named[0]]
        known = word is not None and (named[0], word.text) in candidates
        return (named[0], word.text) if word and known else None
    found = None if named else _unnamed(draft, purchase)
    if found:
        draft.pointers[PURCHASE, purchase, found[0]] = _pointed(draft, purchase, found[1])
        return found
    draft.problems.append(_which(draft, purchase, [str(said[one]) for one in named], candidates))
    return None


def _which(
    draft: Draft, purchase: str, named: list[str], candidates: list[tuple[str, str]]
) -> Problem:
    entities = draft.vocabulary.entities
    lines = [f"`{entities[entity].pointer}: {name}`" for entity, name in candidates]
    message = "nothing says what is bought for: a run or a fleet, and there are several"
    if named:
        message = "GPU-hours are bought for a run or for a fleet, not for both"
    if not candidates:
        message = "the plan has no run and no fleet to buy for"
    return Problem(
        "missing-quantity",
        message,
        draft.instances[PURCHASE][purchase],
        f"buying.{purchase}",
        given=purchase,
        allowed=listed(lines, " or ") or "an entry under `training:` or `fleets:`",
        nearest=nearest(purchase, [name for _, name in candidates]),
    )
