"""Units that a product may be served by: so many GPUs of one kind, and how a model lies on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from flopwatt.model.value import Array, Leaf
from flopwatt.studies.hardware_parts import (
    BANDWIDTH,
    CARD,
    LINK,
    PEAK,
    SCALE_OUT,
    Part,
    Parts,
    option_leaf,
)
from flopwatt.studies.layout import EP, GPUS, WAYS, Shape

SERVER = (1, 2, 4, 8)  # GPUs of one server that share each layer
MOST = 64  # GPUs that share each layer, where so many reach one another, or that share experts
STAGES = (2, 4)  # servers that hold a stage each
REPLICAS = (2, 4, 8, 16, 32, MOST)  # of attention, one on each GPU, that share experts
NEEDED = (PEAK, BANDWIDTH, CARD)
APART = (LINK, SCALE_OUT)  # facts that differ by unit of one accelerator
Places: TypeAlias = NDArray[np.intp]
Truths: TypeAlias = NDArray[np.bool_]


class Size(NamedTuple):
    """GPUs that share each layer, stages, replicas of attention, and GPUs that share experts."""

    tp: int
    pp: int
    dp: int
    ep: int

    @property
    def gpus(self) -> int:
        """GPUs of the unit."""
        return self.tp * self.pp * self.dp


@dataclass(frozen=True)
class Units:
    """Units of every accelerator along the axis of options, those of one part side by side.

    ``part`` is the place of each unit's accelerator, ``bounds`` where each part's units begin
    and end; ``known`` says where datasheets tell all that serving needs.
    """

    part: Places
    tp: Places
    pp: Places
    dp: Places
    ep: Places
    bounds: tuple[tuple[int, int], ...]
    link: Array
    known: Truths

    @property
    def gpus(self) -> Places:
        """GPUs of each unit."""
        return self.tp * self.pp * self.dp

    def size(self, place: int) -> Size:
        """How a model lies on one of the units."""
        return Size(*(int(way[place]) for way in (self.tp, self.pp, self.dp, self.ep)))

    def takes(self, shape: Shape) -> Truths:
        """Which units divide a model's heads evenly; replicas are for experts that they share."""
        told = {size: shape.takes(size) for size in set(self.tp)}
        heads: Truths = np.array([told[size] for size in self.tp])
        shared: Truths = (shape.experts or np.nan) % self.ep == 0
        taken: Truths = heads & ((self.dp == 1) | shared)
        return taken


def list_units(parts: Parts) -> Units:
    """One, two, four or eight GPUs that share each layer, more where more reach one another.

    Where a server is too small, several of them hold a stage each. For experts also replicas of
    attention, one on each GPU, that share them.
    """
    found = [list(_sizes(part)) for part in parts.parts]
    ends = np.cumsum([len(sizes) for sizes in found])
    begins = (0, *(int(end) for end in ends[:-1]))
    part = np.repeat(np.arange(len(found)), [len(sizes) for sizes in found])
    tp, pp, dp, ep = np.array([size for sizes in found for size in sizes]).T
    link = _links(parts, part, np.maximum(tp, ep))
    known = ~np.isnan([parts.numbers[name][part] for name in NEEDED]).any(axis=0) & ~np.isnan(link)
    bounds = tuple(zip(begins, map(int, ends), strict=True))
    return Units(part, tp, pp, dp, ep, bounds, link, known)


def unit_leaves(units: Units, parts: Parts, instance: str) -> Iterator[Leaf]:
    """What the units of every accelerator are, as what a fleet would have."""
    for name, numbers in parts.numbers.items():
        if name not in APART:
            yield option_leaf(name, instance, numbers[units.part])
    ways = {way: getattr(units, name) for name, way in WAYS.items() if name != "cp"}
    for way, size in {GPUS: units.gpus, EP: units.ep, **ways}.items():
        yield option_leaf(way, instance, size.astype(float))
    yield option_leaf(LINK, instance, units.link)


def _sizes(part: Part) -> Iterator[Size]:
    """How a model may lie on units of an accelerator, by the number of GPUs."""
    size = SERVER[-1]
    found = [Size(tp, 1, 1, tp) for tp in SERVER]
    found += [Size(size, stages, 1, size) for stages in STAGES]
    found += [Size(1, 1, replicas, replicas) for replicas in REPLICAS]
    while (size := size + size) <= min(part.domain, MOST):
        found.append(Size(size, 1, 1, size))
    yield from sorted(found, key=lambda one: (one.gpus, one.dp, one.pp))


def _links(parts: Parts, part: Places, shared: Places) -> Array:
    """The rate at which GPUs that share layers or experts reach one another; alone, none passes."""
    domain = np.array([one.domain or SERVER[-1] for one in parts.parts])[part]
    near, far = (parts.numbers[name][part] for name in (LINK, SCALE_OUT))
    return np.where(shared == 1, np.inf, np.where(shared <= domain, near, far))
