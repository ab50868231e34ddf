"""Units that a product may be served by: so many GPUs of one kind, by tensor and stage."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

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
from flopwatt.studies.layout import GPUS, WAYS

SERVER = (1, 2, 4, 8)  # GPUs of one server that share each layer
MOST = 64  # GPUs that share each layer, where so many reach one another
STAGES = (2, 4)  # servers that hold a stage each
NEEDED = (PEAK, BANDWIDTH, CARD)
APART = (LINK, SCALE_OUT)  # facts that differ by unit of one accelerator
Places: TypeAlias = NDArray[np.intp]
Truths: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True)
class Units:
    """Units of every accelerator along the axis of options, those of one part side by side.

    ``part`` is the place of each unit's accelerator, ``bounds`` where each part's units begin
    and end; ``known`` says where datasheets tell all that serving needs.
    """

    part: Places
    tp: Places
    pp: Places
    bounds: tuple[tuple[int, int], ...]
    link: Array
    known: Truths

    @property
    def gpus(self) -> Places:
        """GPUs of each unit."""
        return self.tp * self.pp

    def takes(self, divides: Callable[[float], bool]) -> Truths:
        """Which units divide a model's heads evenly."""
        told = {size: divides(size) for size in set(self.tp)}
        return np.array([told[size] for size in self.tp])


def list_units(parts: Parts) -> Units:
    """One, two, four or eight GPUs that share each layer, more where more reach one another.

    Where a server is too small, several of them hold a stage each.
    """
    found = [list(_sizes(part)) for part in parts.parts]
    ends = np.cumsum([len(sizes) for sizes in found])
    begins = (0, *(int(end) for end in ends[:-1]))
    part = np.repeat(np.arange(len(found)), [len(sizes) for sizes in found])
    tp, pp = (np.array([size[way] for sizes in found for size in sizes]) for way in (0, 1))
    link = _links(parts, part, tp)
    known = ~np.isnan([parts.numbers[name][part] for name in NEEDED]).any(axis=0) & ~np.isnan(link)
    return Units(part, tp, pp, tuple(zip(begins, map(int, ends), strict=True)), link, known)


def unit_leaves(units: Units, parts: Parts, instance: str) -> Iterator[Leaf]:
    """What the units of every accelerator are, as what a fleet would have."""
    for name, numbers in parts.numbers.items():
        if name not in APART:
            yield option_leaf(name, instance, numbers[units.part])
    sizes = {GPUS: units.gpus, WAYS["tp"]: units.tp, WAYS["pp"]: units.pp}
    for way, size in sizes.items():
        yield option_leaf(way, instance, size.astype(float))
    yield option_leaf(LINK, instance, units.link)
    yield option_leaf(WAYS["dp"], instance, np.ones(1))


def _sizes(part: Part) -> Iterator[tuple[int, int]]:
    """GPUs that share each layer, and stages, by the number of GPUs."""
    size = SERVER[-1]
    found = [(tp, 1) for tp in SERVER] + [(size, stages) for stages in STAGES]
    while (size := size + size) <= min(part.domain, MOST):
        found.append((size, 1))
    yield from sorted(found, key=lambda one: (one[0] * one[1], one[1]))


def _links(parts: Parts, part: Places, tp: Places) -> Array:
    """The rate at which GPUs of a unit reach one another; alone, a GPU passes nothing on."""
    domain = np.array([one.domain or SERVER[-1] for one in parts.parts])[part]
    near, far = (parts.numbers[name][part] for name in (LINK, SCALE_OUT))
    return np.where(tp == 1, np.inf, np.where(tp <= domain, near, far))
