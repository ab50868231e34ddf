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
        if name in draft.instances["run"]:
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
    draft.instances["run"][name] = draft.instances["run"][run]
    quantities = draft.vocabulary.quantities
    draft.leaves += [
        replace(leaf, instance=name)
        for leaf in list(draft.leaves)
        if leaf.instance == run and quantities[leaf.quantity].entity == "run"
        if leaf.quantity != START
    ]
    pointed = {key: word for key, word in draft.pointers.items() if key[:2] == ("run", run)}
    draft.pointers |= {("run", name, target): word for (_, _, target), word in pointed.items()}
    if chosen := draft.chosen.get(("run", run)):
        draft.chosen["run", name] = chosen


def _taken(draft: Draft, run: str, name: str) -> Problem:
    return Problem(
        "conflict",
        f"a version of {run} would be called {name}, and there is a run of that name",
        draft.instances["run"][name],
        f"training.{name}",
        given=name,
        allowed="another name",
    )
