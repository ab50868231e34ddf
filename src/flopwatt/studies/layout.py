"""How GPUs divide a model: whatever is not said is worked out, and what cannot be is refused."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.problems import Place, Problem

NAMELESS = ""
MOST_TP = 1024  # no engine divides a layer over more GPUs
TOLD = 4  # layouts that are offered at most
# ways to divide a model, by what people type, with the quantities that they are
WAYS = {
    "tp": "tensor_parallel",
    "pp": "pipeline_parallel",
    "dp": "data_parallel",
    "cp": "context_parallel",
}
FIT = "fit"
GPUS, EP, ETP = "fit_accelerators", "expert_parallel", "expert_tensor_parallel"
KEYS = {"cp": "training.cp", "etp": "training.etp"}


@dataclass(frozen=True)
class Asked:
    """Where a layout was asked for: the entry it belongs to, and where its lines stand.

    A layout of no plan goes by ``fit``, and its sizes are options of a command.
    """

    places: Mapping[str, Place | None]
    entry: str = FIT

    def lines(self, sizes: Mapping[str, int]) -> str:
        """Sizes as one would type them."""
        if self.entry == FIT:
            return " ".join(f"--{name} {size}" for name, size in sizes.items())
        return ", ".join(f"{name}: {size}" for name, size in sizes.items())


@dataclass(frozen=True)
class Shape:
    """What a model can be divided by: heads, layers and experts, each None where not known."""

    heads: float | None = None
    kv_heads: float | None = None
    layers: float | None = None
    experts: float | None = None

    def takes(self, tp: float) -> bool:
        """Whether each GPU has as many query heads, and whole key-value heads or a copy of one."""
        even = self.heads is None or self.heads % tp == 0
        kv = self.kv_heads
        return even and (not kv or kv % tp == 0 or tp % kv == 0)


@dataclass(frozen=True)
class Layout:
    """GPUs and the ways that divide a model over them; ``given`` names those that were said.

    Tensor, pipeline, data and (where a model is trained) context parallelism multiply to the
    GPUs. ``ep`` divides routed experts over the GPUs of one stage, and is None where not said.
    """

    gpus: int
    ways: Mapping[str, int]
    given: frozenset[str]
    ep: int | None = None
    etp: int = 1

    @property
    def product(self) -> int:
        """GPUs that the ways take."""
        return math.prod(self.ways.values())

    @property
    def said(self) -> str:
        """The layout as people say it, what was not given left out."""
        ways = [f"{name} {size:,}" for name, size in self.ways.items() if name in self.given]
        return ", ".join((_gpus(self.gpus), *ways))


def _gpus(number: int) -> str:
    return "1 GPU" if number == 1 else f"{number:,} GPUs"


def read_layout(said: Mapping[str, float], training: bool) -> Layout:
    """The layout that some given sizes make, by quantity; the one that is missing worked out."""
    names = [name for name in WAYS if training or name != "cp"]
    given = {name: int(said[WAYS[name]]) for name in names if WAYS[name] in said}
    ways = {name: given.get(name, 1) for name in names}
    gpus = int(said[GPUS]) if GPUS in said else math.prod(ways.values())
    free = _free(given, training)
    rest, left = divmod(gpus, math.prod(ways.values()))
    if free is not None and rest >= 1 and not left:
        ways[free] = rest
    ep = int(said[EP]) if EP in said else None
    named = frozenset(given) | ({"gpus"} if GPUS in said else frozenset())
    return Layout(gpus, ways, named, ep, int(said.get(ETP, 1)) if training else 1)


def _free(given: Mapping[str, int], training: bool) -> str | None:
    """What takes the GPUs that are left: layers while serving, data while training."""
    order = ("dp", "tp", "pp") if training else ("tp", "dp", "pp")
    return next((name for name in order if name not in given), None)


def layout_leaves(layout: Layout, instance: str = NAMELESS) -> Iterator[Leaf]:
    """Values of the sizes that were worked out and not given."""
    stages = layout.ways["pp"] * layout.ways["dp"]
    for name, size in {"gpus": layout.gpus, **layout.ways}.items():
        follows = size * stages == layout.gpus if name == "tp" else size == 1
        if name in layout.given or follows:
            continue
        others = [f"{k} {v:,}" for k, v in layout.ways.items() if k != name]
        detail = f"{layout.gpus:,} GPUs over {' x '.join(others)}"
        if name == "gpus":
            detail = f"as many as {' x '.join(others)} take"
        quantity = GPUS if name == "gpus" else WAYS[name]
        origin = Origin("counted", detail=detail)
        yield Leaf(quantity, instance, float(size), Rank.CATALOG, origin)


def layout_problems(layout: Layout, shape: Shape, asked: Asked) -> Iterator[Problem]:
    """What of a model cannot be divided as a layout says, and sizes that are not the GPUs'."""
    whole = layout.product == layout.gpus
    if whole or "tp" in layout.given:
        yield from _heads(layout, shape, asked)
    if not whole:
        yield _unequal(layout, shape, asked)
        return
    pp, layers = layout.ways["pp"], shape.layers
    if layers and pp > layers:
        message = f"the model has {layers:,.0f} layers, and a stage holds one at least"
        yield _problem("pp", message, f"{pp:,}", f"1 to {layers:,.0f}", asked)
    if layout.ep is not None and shape.experts:
        yield from _experts(layout, int(shape.experts), asked)


def _heads(layout: Layout, shape: Shape, asked: Asked) -> Iterator[Problem]:
    tp, heads, kv = layout.ways["tp"], shape.heads, shape.kv_heads
    if heads is None or shape.takes(tp):
        return
    held = f"{heads:,.0f} query heads" + (f" and {kv:,.0f} key-value heads" if kv else "")
    if "tp" in layout.given:
        working = [n for n in range(1, min(int(heads), MOST_TP) + 1) if shape.takes(n)]
        message = f"tensor parallelism over {tp:,} GPUs does not divide {held} evenly"
        yield _problem("tp", message, f"{tp:,}", ", ".join(map(str, working)), asked)
        return
    message = f"{tp:,} GPUs cannot share each layer: they do not divide {held} evenly"
    offered = _offers(layout, shape, asked)
    yield _problem("gpus", message, layout.said, f"say how they divide the model: {offered}", asked)


def _experts(layout: Layout, experts: int, asked: Asked) -> Iterator[Problem]:
    """Experts are divided over GPUs of one stage: ep divides the experts, and those GPUs."""
    ep, stage = layout.ep or 1, layout.gpus // layout.ways["pp"]
    working = [n for n in range(1, min(experts, stage) + 1) if not experts % n]
    working = [n for n in working if not stage % (n * layout.etp)]
    if ep in working:
        return
    message = f"expert parallelism over {ep:,} GPUs does not divide {experts:,} experts"
    if not experts % ep:
        over = f"{ep:,}" + (f" x {layout.etp:,}" if layout.etp != 1 else "")
        message = f"experts over {over} GPUs do not fit the {stage:,} GPUs of a stage"
    allowed = ", ".join(map(str, working)) or "a smaller training.etp"
    yield _problem("ep", message, f"{ep:,}", allowed, asked)


def _unequal(layout: Layout, shape: Shape, asked: Asked) -> Problem:
    """Sizes that do not multiply to the GPUs, with what would."""
    names = " x ".join(layout.ways)
    taken = [name for name in layout.ways if name in layout.given]
    sizes = " x ".join(f"{name} {layout.ways[name]:,}" for name in taken)
    message = f"{sizes} takes {_gpus(layout.product)}, or a multiple of them"
    if {"tp", "pp", "dp"} <= layout.given:
        message = f"{sizes} takes {_gpus(layout.product)}"
    offered = _offers(layout, shape, asked)
    allowed = f"gpus = {names}: {_gpus(layout.product)}" + (f", or {offered}" if offered else "")
    return _problem("gpus", message, layout.said, allowed, asked)


def _offers(layout: Layout, shape: Shape, asked: Asked) -> str:
    """Layouts of the same GPUs that keep as much as can be of what was given."""
    kept = {name: size for name, size in layout.ways.items() if name in layout.given}
    cp = kept.get("cp", 1)
    sizes = [n for n in range(1, min(layout.gpus, MOST_TP) + 1) if not layout.gpus % n]
    found = []
    for tp in reversed(sizes):
        for pp in sizes:
            rest, left = divmod(layout.gpus, tp * pp * cp)
            fits = rest >= 1 and not left and shape.takes(tp) and pp <= (shape.layers or pp)
            if fits:
                found.append({"tp": tp, "pp": pp, "dp": rest})
    # what was given stays where it can
    found.sort(key=lambda one: -sum(kept.get(name) == size for name, size in one.items()))
    return " or ".join(_options(one, layout, asked) for one in found[:TOLD])


def _options(ways: Mapping[str, int], layout: Layout, asked: Asked) -> str:
    """A layout as one would type it; what is one by itself is left out."""
    return asked.lines(
        {n: size for n, size in ways.items() if n == "tp" or size != 1 or n in layout.given}
    )


def _problem(name: str, message: str, given: str, allowed: str, asked: Asked) -> Problem:
    field = f"{asked.entry}.{KEYS.get(name, name)}"
    place = asked.places.get(field) or asked.places.get(asked.entry)
    return Problem("out-of-range", message, place, field, given, allowed)
