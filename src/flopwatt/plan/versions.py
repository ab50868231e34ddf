"""Versions with a cadence: a run repeated, each time as a run of its own."""

from __future__ import annotations

import datetime
from dataclasses import replace

from flopwatt.model.value import Leaf
from flopwatt.plan.draft import Draft
from flopwatt.plan.months import ROUNDING, months_on
from flopwatt.problems import Problem
from flopwatt.units import DAY_S, from_canonical

CADENCE, VERSIONS, START = "cadence", "versions", "training_start"
RUN, PURCHASE, WAY = "run", "purchase", "way"
MAX_VERSIONS = 600  # one a month over the longest plan


def repeat_runs(draft: Draft, start: datetime.date, end: datetime.date) -> None:
    """Add to the draft a run for each further version of a run that has a cadence.

    The second version of ``base`` is ``base-v2``: it has all that ``base`` has, and starts
    one cadence later. Versions end with the number given, or with the plan.
    """
    _check_counts(draft)
    for leaf in [leaf for leaf in draft.leaves if leaf.quantity == CADENCE]:
        if leaf is _last(draft, CADENCE, leaf.instance):
            _repeat(draft, leaf, start, end)


def _last(draft: Draft, quantity: str, instance: str) -> Leaf | None:
    """The leaf that wins: what a later layer says."""
    same = [x for x in draft.leaves if (x.quantity, x.instance) == (quantity, instance)]
    return same[-1] if same else None


def _repeat(draft: Draft, cadence: Leaf, start: datetime.date, end: datetime.date) -> None:
    run = cadence.instance
    begun = _last(draft, START, run)
    first = start + datetime.timedelta(seconds=float(begun.value)) if begun else start
    count = _last(draft, VERSIONS, run)
    if count is None and _day(first, float(cadence.value), MAX_VERSIONS) < end:
        draft.problems.append(_too_many(draft, cadence))
        return
    for number in range(2, int(float(count.value)) + 1 if count else MAX_VERSIONS + 1):
        day = _day(first, float(cadence.value), number - 1)
        if count is None and day >= end:
            return
        name = f"{run}-v{number}"
        if name in draft.instances[RUN]:
            draft.problems.append(_taken(draft, run, name))
            return
        _copy(draft, run, name)
        seconds = (day - start).days * DAY_S
        origin = replace(cadence.origin, detail=f"version {number} of {run}")
        draft.leaves.append(Leaf(START, name, seconds, cadence.rank, origin))


def _check_counts(draft: Draft) -> None:
    """A number of versions is whole, and says nothing without a cadence."""
    for leaf in [leaf for leaf in draft.leaves if leaf.quantity == VERSIONS]:
        key = f"training.{leaf.instance}.versions"
        given = leaf.origin.text
        if float(leaf.value) % 1:
            message, allowed = "versions are counted whole", "for example 3"
        elif _last(draft, CADENCE, leaf.instance) is None:
            message, allowed = "nothing says how far apart the versions are", "`every: 6 months`"
        else:
            continue
        problem = Problem("bad-number", message, draft.places.get(key), key, given, allowed)
        draft.problems.append(problem)


def _too_many(draft: Draft, cadence: Leaf) -> Problem:
    key = f"training.{cadence.instance}.every"
    return Problem(
        "out-of-range",
        f"the plan has room for more than {MAX_VERSIONS} versions, which is the most there can be",
        draft.places.get(key),
        key,
        given=cadence.origin.text,
        allowed="a longer time between versions, a shorter horizon, or a number of `versions`",
    )


def _day(first: datetime.date, cadence: float, times: int) -> datetime.date:
    """The day some cadences on: by the calendar where the cadence is whole months."""
    months = from_canonical(cadence, "month")
    if abs(months - round(months)) < ROUNDING:
        return months_on(first, round(months) * times)
    return first + datetime.timedelta(seconds=cadence * times)


def _copy(draft: Draft, run: str, name: str) -> None:
    """A further version: all that the run has but its start, and what it is bought by."""
    _copy_entry(draft, RUN, run, name, but=START)
    version = name.removeprefix(run)
    if _pointing(draft, PURCHASE, RUN, name) or name in draft.instances[PURCHASE]:
        return  # the plan says how that version is bought
    for purchase in _pointing(draft, PURCHASE, RUN, run):
        bought = f"{purchase}{version}"
        if bought in draft.instances[PURCHASE]:
            continue  # it is for another
        _copy_entry(draft, PURCHASE, purchase, bought)
        _point(draft, (PURCHASE, bought, RUN), name)
        for way in _pointing(draft, WAY, PURCHASE, purchase):
            if (offered := f"{way}{version}") not in draft.instances[WAY]:
                _copy_entry(draft, WAY, way, offered)
                _point(draft, (WAY, offered, PURCHASE), bought)


def _pointing(draft: Draft, entity: str, target: str, name: str) -> list[str]:
    """The entries of an entity that point to an entry of another."""
    found = draft.pointers.items()
    return [key[1] for key, word in found if (key[0], key[2], word.text) == (entity, target, name)]


def _point(draft: Draft, pointer: tuple[str, str, str], name: str) -> None:
    draft.pointers[pointer] = replace(draft.pointers[pointer], text=name)


def _copy_entry(draft: Draft, entity: str, old: str, new: str, but: str = "") -> None:
    """One more entry that states and points to all that another does."""
    draft.instances[entity][new] = draft.instances[entity][old]
    quantities = draft.vocabulary.quantities
    draft.leaves += [
        replace(leaf, instance=new)
        for leaf in list(draft.leaves)
        if leaf.instance == old and quantities[leaf.quantity].entity == entity
        if leaf.quantity != but
    ]
    pointed = {key: word for key, word in draft.pointers.items() if key[:2] == (entity, old)}
    draft.pointers |= {(entity, new, target): word for (_, _, target), word in pointed.items()}
    if chosen := draft.chosen.get((entity, old)):
        draft.chosen[entity, new] = chosen


def _taken(draft: Draft, run: str, name: str) -> Problem:
    return Problem(
        "conflict",
        f"a version of {run} would be called {name}, and there is a run of that name",
        draft.instances[RUN][name],
        f"training.{name}",
        given=name,
        allowed="another name",
    )
