"""Words that cover a demand that changes month by month: by terms paid in full, or as it comes.

A demand is what is held at its peak in a month and what is busy on average. Level by level (the
first unit, the second, ...) it says for how much of a month that unit is busy, and each level has
a cheapest cover of its own.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from flopwatt.model.axes import alike, word
from flopwatt.model.value import Array

BLOCKS = 256  # of levels that are looked at together, where there are more
REMEMBERED = 64  # covers: of several demands mostly one changes from plan to plan
ROUNDING = 1e-12
EARLY = 0.01  # of the cost: less is not worth a term that begins before anything is used


def _share_dimension(level: Any, peak: Any, busy: Any, flat: Any) -> Any:
    flat.without_unit()
    return level + peak + busy


@word(dimension=_share_dimension)
def busy_below(level: Array, peak: Array, busy: Array, flat: Array) -> Array:
    """How many units of the first ``level`` are busy, on average over a month.

    Where ``flat`` is true all units of a demand are busy at the same time (a training run);
    elsewhere the load moves between a base and the peak, so that the first units are always busy
    and the last one only at the peak.
    """
    level, peak, busy, flat = np.broadcast_arrays(level, peak, busy, flat)
    together = flat > 0
    if together.all() or not together.any():
        return (_busy_together if together.any() else _busy_in_turn)(level, peak, busy)
    found: Array = np.empty(level.shape)
    found[together] = _busy_together(level[together], peak[together], busy[together])
    found[~together] = _busy_in_turn(level[~together], peak[~together], busy[~together])
    return found


def _busy_together(level: Array, peak: Array, busy: Array) -> Array:
    """The same share of any number of units."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        found: Array = np.where(peak > 0, busy * np.clip(level, 0, peak) / peak, 0.0)
    return found


def _busy_in_turn(level: Array, peak: Array, busy: Array) -> Array:
    """All of a base that is always busy, and of those above it the fewer the higher they stand."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        within = np.clip(level, 0, peak)
        base = np.maximum(2 * busy - peak, 0)
        span = peak - base
        # so many of the span are busy: all at its foot, none at its top, on average the rest
        steep = np.where(busy > base, span / (busy - base), 1.0)
        idle = 1 - np.clip((within - base) / span, 0, 1)
        above = idle < 1
        np.power(idle, steep, out=idle, where=above & (idle > 0))
        moving = np.where(above, (busy - base) * (1 - idle), 0.0)
        found: Array = np.where(span > 0, np.minimum(within, base) + moving, within)
    return found


@dataclass(frozen=True)
class _Way:
    """One way to cover: its price by month, its term in months (0: paid as used), its lead."""

    price: tuple[float, ...]
    term: int
    lead: int

    def begin(self, month: int, months: int) -> int:
        """When a term begins that covers a month: then, or as late as it still ends in time."""
        return min(month, months - max(self.term, 1))


def _cover_dimension(
    group: Any, peak: Any, busy: Any, flat: Any, price: Any, term: Any, lead: Any, hours: Any
) -> Any:
    group.without_unit()
    flat.without_unit()
    (alike(term, lead) / hours).without_unit()
    return (peak + busy) / (price * hours) * (price * hours)


@word(dimension=_cover_dimension)
def cheapest_cover(
    group: Array,
    peak: Array,
    busy: Array,
    flat: Array,
    price: Array,
    term: Array,
    lead: Array,
    hours: Array,
) -> Array:
    """Units held under each way, month by month, where each level of the demand costs least.

    One row is one way: ``price`` per unit and hour, ``term`` for which it must be paid whether
    used or not (0: paid as used; then the units are those used on average), ``lead`` before its
    first month. Ways of one ``group`` cover one demand, of ``peak`` units held and ``busy`` ones
    by month of so many ``hours``. Whole units; a term is taken at the price of its first month,
    none runs past the last month, and a last one may begin before the one ahead of it ends.

    For each level exact, but that a term begins before its first use only to save a hundredth;
    beyond 256 levels neighbours are taken together. For a demand that never falls that is the
    cheapest of all covers; where it falls, units that pass from one level to another may do for
    less. All ways of a group must be among the rows. Central case alone: draws keep it.
    """
    rows, months, *_ = np.broadcast_shapes(peak.shape, busy.shape, price.shape, hours.shape)

    def by_month(one: Array) -> Array:
        return np.broadcast_to(one, (rows, months, 1, 1))[..., 0, 0]

    peaks, busies, flats, prices = (by_month(one) for one in (peak, busy, flat, price))
    spans = by_month(hours)[0]
    terms, leads = (np.rint(by_month(one)[:, 0] / spans.mean()).astype(int) for one in (term, lead))
    groups = by_month(group)[:, 0]
    held = np.zeros((rows, months))
    for mark in np.unique(groups):
        places = np.flatnonzero(groups == mark)
        offers = zip(prices[places].tolist(), terms[places], leads[places], strict=True)
        ways = tuple(_Way(tuple(price), int(term), int(lead)) for price, term, lead in offers)
        demand = np.array([one[places[0]] for one in (peaks, busies, flats)] + [spans])
        held[places] = _cover(demand.tobytes(), months, ways)
    return held[:, :, np.newaxis, np.newaxis]


@functools.lru_cache(REMEMBERED)
def _cover(demand: bytes, months: int, ways: tuple[_Way, ...]) -> Array:
    """Units under each way by month, axes (way, month).

    ``demand`` holds the numbers of the peak, of what is busy, of whether that is flat, and the
    hours, by month.
    """
    peak, busy, flat, hours = np.frombuffer(demand).reshape(-1, months)
    edges = _edges(peak)
    below = busy_below(edges[:, np.newaxis], peak, busy, flat)
    width = np.diff(edges)
    use = np.diff(below, axis=0) / width[:, np.newaxis]  # axes (block, month)
    chosen = _choices(use, hours, ways)
    held = np.zeros((len(ways), len(peak)))
    free = np.zeros(len(width), dtype=int)  # the month from which a block is not covered
    for month in range(_used_months(use)):
        uncovered = np.flatnonzero(free == month)
        if not len(uncovered):
            continue
        free[uncovered] = month + 1  # where no way covers it
        taking = chosen[month, uncovered]
        for place in np.flatnonzero(np.bincount(taking + 1)[1:]).tolist():
            way, takes = ways[place], uncovered[taking == place]
            begin = way.begin(month, len(peak))
            if way.term:
                held[place, begin:][: way.term] += width[takes].sum()
                free[takes] = begin + way.term
            else:
                held[place, month] += (width[takes] * use[takes, month]).sum()
    held.flags.writeable = False
    return held


def _used_months(use: Array) -> int:
    """The months up to the last in which any block, axes (block, month), is used."""
    used = np.flatnonzero((use > 0).any(axis=0))
    return int(used[-1]) + 1 if len(used) else 0


def _edges(peak: Array) -> Array:
    """Where one block of levels ends and the next begins, in whole units."""
    top = float(np.ceil(np.max(peak, initial=0) * (1 - ROUNDING)))
    step = max(np.ceil(top / BLOCKS), 1.0)
    known = np.ceil(peak[peak > 0] * (1 - ROUNDING))
    return np.unique(np.concatenate([np.arange(0, top, step), known, [0.0, max(top, 1.0)]]))


def _choices(use: Array, hours: Array, ways: Sequence[_Way]) -> NDArray[np.intp]:
    """For each month, and block not covered yet by then, the way that costs least; -1 for none."""
    blocks, months = use.shape
    ahead = np.concatenate([[0.0], np.cumsum(hours)])
    # what is paid as used comes first, so that of equals nobody is bound
    order = np.array(sorted(range(len(ways)), key=lambda place: ways[place].term))
    terms = np.array([ways[place].term for place in order])
    leads = np.array([ways[place].lead for place in order])
    prices = np.array([ways[place].price for place in order])
    latest = np.minimum(np.arange(months)[:, np.newaxis], months - np.maximum(terms, 1))
    begins = np.maximum(latest, 0)
    price = prices[np.arange(len(order)), begins]
    offered = (latest >= np.maximum(leads, 0)) & np.isfinite(price)  # axes (month, way)
    afters = np.where(offered, begins + np.maximum(terms, 1), months)
    paid = np.where(offered, price, 0.0) * (ahead[afters] - ahead[begins])
    cost = np.zeros((months + 1, blocks))
    chosen = np.full((months, blocks), -1, dtype=np.intp)
    totals = np.empty((len(order) + 1, blocks))
    split = 1 + int(np.count_nonzero(terms == 0))
    places, every = np.append(-1, order), np.arange(blocks)
    by_use, by_term = totals[1:split], totals[split:]
    margins = np.full((len(totals), 1), 1 - ROUNDING)
    margins[0] = 1 - EARLY
    last = _used_months(use)  # nothing costs anything after it
    for month, used in reversed(list(enumerate(np.ascontiguousarray(use.T[:last])))):
        totals[0] = np.where(used > 0, np.inf, cost[month + 1])
        dues = paid[month][:, np.newaxis]
        np.add(dues[: split - 1] * used, cost[month + 1], out=by_use)
        np.add(dues[split - 1 :], cost[afters[month, split - 1 :]], out=by_term)
        totals[1:][~offered[month]] = np.inf
        # the first of those that cost the least, but for rounding
        first = (totals * margins <= totals.min(axis=0)).argmax(axis=0)
        cost[month] = totals[first, every]
        chosen[month] = places[first]
    return chosen
