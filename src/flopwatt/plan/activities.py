"""What each activity of a site waits for, and the markets that make several late together."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from flopwatt.catalog import Thing, default_leaf
from flopwatt.catalog.leads import listed_leads
from flopwatt.model.network import NOBODY, find_circle
from flopwatt.model.ranges import Range, factor_weight
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.plan.draft import Draft, listed, shown
from flopwatt.plan.site_warnings import needless
from flopwatt.problems import Problem, nearest

ACTIVITY, SITE, AFTER, NONE = "activity", "site", "after", "none"
FOLLOWS, DURATION, MARKET, DROPPED = (
    "activity_follows",
    "activity_duration",
    "activity_market",
    "activity_dropped",
)
CORRELATION, WAIT, DROP = "market_correlation", "grid_wait", 1.0
UTILITY = "utility"
CONVENTION = "convention#sites"
MANY = 4096  # values that are kept


@dataclass(frozen=True)
class Standard:
    """An activity of the standard network: its row of the catalog, its site and its phase."""

    thing: Thing
    site: str
    phase: str
    before: str

    def waits(self) -> list[str]:
        """What it waits for, as the catalog names it."""
        return [part for part in self.thing.cells[AFTER].split("|") if part]


def follow(draft: Draft, standards: Mapping[str, Standard]) -> None:
    """Say of each activity which it waits for, those that are dropped stepped over.

    Tells names that are unknown and circles, the latter with their path.
    """
    waits = {name: list(_waits(draft, name, standards)) for name in draft.instances[ACTIVITY]}
    dropped = {x.instance for x in draft.leaves if x.quantity == DROPPED and x.value == DROP}
    circle = _circle(waits)
    if circle:
        draft.problems.append(_circular(draft, circle))
        return
    kept = {name: _kept(name, waits, dropped) for name in waits if name not in dropped}
    draft.warnings += needless(draft, {x: one.thing.name for x, one in standards.items()}, kept)
    _drop(draft, dropped)
    _leaves(draft, kept)
    _share_markets(draft, standards)


def _waits(draft: Draft, name: str, standards: Mapping[str, Standard]) -> Iterator[str]:
    """The activities that one waits for: as the plan says, or else as the catalog does."""
    word, standard = draft.pointers.get((ACTIVITY, name, AFTER)), standards.get(name)
    if word is None:
        for part in standard.waits() if standard else ():
            yield _named(part, name, standard, draft) or part
        return
    for part in (part.strip() for part in word.text.split(",")):
        found = _named(part, name, standard, draft)
        if found:
            yield found
        elif part not in (NONE, ""):
            _tell(draft, _unknown(draft, name, standard, part))


def _tell(draft: Draft, problem: Problem) -> None:
    """Tell of a problem once, be it of one line that holds for every phase."""
    if problem not in draft.problems:
        draft.problems.append(problem)


def _unknown(draft: Draft, name: str, standard: Standard | None, part: str) -> Problem:
    word, known = draft.pointers[ACTIVITY, name, AFTER], draft.instances[ACTIVITY]
    shared = [
        one
        for (entity, one, field), other in draft.pointers.items()
        if (entity, field) == (ACTIVITY, AFTER) and other is word
    ]
    spelled = standard.thing.name if standard and len(shared) > 1 else name
    return Problem(
        "unknown-name",
        "no activity of this name to wait for",
        word.place,
        f"activities.{spelled}.{AFTER}",
        given=shown(part),
        allowed=f"{listed(list(known))}; `none` for nothing",
        nearest=nearest(part, [*known, *(thing.name for thing in listed_leads())]),
    )


def _named(part: str, name: str, standard: Standard | None, draft: Draft) -> str:
    """The activity that a word means: one of the same phase first, or of the same site."""
    pointer = draft.pointers.get((ACTIVITY, name, "phase"))
    phase = standard.phase if standard else pointer.text if pointer else ""
    before = standard.before if standard else ""
    spelled = (f"{phase}-{part}", f"{before}{part}", part)
    return next((one for one in spelled if one in draft.instances[ACTIVITY]), "")


def _kept(name: str, waits: Mapping[str, list[str]], dropped: set[str]) -> list[str]:
    """What an activity waits for, and in place of what is dropped what that waits for."""
    found: list[str] = []
    for one in waits[name]:
        found += _kept(one, waits, dropped) if one in dropped else [one]
    return list(dict.fromkeys(found))


def _circle(waits: Mapping[str, list[str]]) -> list[str]:
    """The names along a circle, the first again at the end; none where there is none."""
    places = {name: place for place, name in enumerate(waits)}
    names = list(waits)
    known = [[places[one] for one in row if one in places] for row in waits.values()]
    return [names[place] for place in find_circle(known)]


def _circular(draft: Draft, circle: list[str]) -> Problem:
    said = [name for name in circle if (ACTIVITY, name, AFTER) in draft.pointers]
    name = said[0] if said else circle[0]
    word = draft.pointers.get((ACTIVITY, name, AFTER))
    # told in the order in which they would be done
    path = " -> ".join(reversed(circle))
    return Problem(
        "circle",
        f"activities wait for one another: {path}",
        word.place if word else draft.instances[ACTIVITY][name],
        f"activities.{name}.{AFTER}",
        given=word.text if word else "",
        allowed="activities that do not wait for this one",
    )


def _drop(draft: Draft, dropped: set[str]) -> None:
    for name in dropped:
        draft.instances[ACTIVITY].pop(name, None)
    entities = draft.vocabulary.quantities
    draft.leaves = [
        leaf
        for leaf in draft.leaves
        if leaf.instance not in dropped or entities[leaf.quantity].entity != ACTIVITY
    ]
    draft.pointers = {
        key: word
        for key, word in draft.pointers.items()
        if key[0] != ACTIVITY or key[1] not in dropped
    }


def _leaves(draft: Draft, waits: Mapping[str, list[str]]) -> None:
    """The places of what each waits for, along the options; as many as the longest row takes."""
    places = {name: place for place, name in enumerate(draft.instances[ACTIVITY])}
    most = max((len(row) for row in waits.values()), default=0)
    for name, row in waits.items():
        found = tuple(places[one] for one in row if one in places)
        draft.leaves.append(_follows(name, tuple(row), found, max(most, 1)))


@functools.lru_cache(MANY)
def _follows(name: str, row: tuple[str, ...], places: tuple[int, ...], most: int) -> Leaf:
    """What an activity waits for, by names and places; kept, since most plans say the same."""
    array = np.full((1, most, 1), float(NOBODY))
    array[0, : len(places), 0] = places
    array.flags.writeable = False
    detail = f"waits for {', '.join(row)}" if row else "waits for nothing"
    origin = Origin("assumed", source=CONVENTION, detail=detail, text=detail)
    return Leaf(FOLLOWS, name, array, Rank.CATALOG, origin)


def _share_markets(draft: Draft, standards: Mapping[str, Standard]) -> None:
    """Let the durations of one market be drawn with a share of one number."""
    quantity = draft.vocabulary.quantities[MARKET]
    markets = {
        name: one.thing.cells["market"]
        for name, one in standards.items()
        if one.thing.cells["market"]
    }
    for leaf in draft.leaves:
        if leaf.quantity == MARKET:
            markets[leaf.instance] = quantity.words[int(float(leaf.value))]
    weight = factor_weight(_correlation(draft))
    waits = {leaf.instance for leaf in draft.leaves if leaf.quantity == WAIT}
    about = draft.vocabulary.quantities[WAIT]
    draft.leaves += [default_leaf(about, x) for x in draft.instances[SITE] if x not in waits]
    for place, leaf in enumerate(draft.leaves):
        market = {DURATION: markets.get(leaf.instance, NONE), WAIT: UTILITY}.get(
            leaf.quantity, NONE
        )
        if leaf.range is not None and market != NONE:
            draft.leaves[place] = _in_market(leaf, leaf.range, market, weight)


@functools.lru_cache(MANY)
def _in_market(leaf: Leaf, around: Range, market: str, weight: float) -> Leaf:
    """A value that is drawn with others of a market; kept, since most plans have the same."""
    return replace(leaf, range=replace(around, factor=f"market/{market}", weight=weight))


def _correlation(draft: Draft) -> float:
    """The rank correlation of what shares a market: as the plan says, or as is assumed."""
    said = [float(leaf.value) for leaf in draft.leaves if leaf.quantity == CORRELATION]
    if said:
        return said[-1]
    default = draft.vocabulary.quantities[CORRELATION].default
    return float(default.text.removesuffix("%")) / 100 if default else 0.0
