"""An architecture as what memory while training is worked out from: layers of two kinds.

A model with experts has leading layers without experts, and the rest. Where layers of the rest
differ from one another, the mean layer stands for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flopwatt.architecture.kept_activations import (
    is_latent,
    matrices,
    mean_kept,
    mean_score_rows,
)
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.leaves import Supply
from flopwatt.architecture.named_recipe import named_recipe
from flopwatt.architecture.records import Architecture, Layer, Part, Tensor, tally
from flopwatt.architecture.weight_bytes import mean_widths

VALUE = 2  # bytes of a 16-bit value, in which layers work whatever weights are held in
REST_BYTES = ("split", "stream", "routed", "core", "working", "operators")
LEAD_BYTES = ("split", "stream", "operators")
LATENT_PATHS = "_a_proj"  # in the names of matrices that lead to a latent
LAST = ("down_proj.weight", "o_proj.weight")
WHOLE = (Part.NORM, Part.ROUTER, Part.INDEXER)
ENDS = (Part.EMBEDDING, Part.POSITION, Part.HEAD)
FROZEN = {"int8": "bnb-int8", "nf4": "nf4-nested"}  # formats of what adapters leave as it is
Shapes = frozenset[tuple[Count, Count]]


@dataclass(frozen=True)
class Held:
    """Parameters of some layers: split by tensor parallelism, whole on each GPU, and experts."""

    split: Count
    whole: Count
    experts: Count


def put_training(supply: Supply, architecture: Architecture) -> None:
    """Everything that one model supplies to the formulas of memory while training.

    Width and vocabulary are those of ``put_activations``, ends those of ``put_counts``.
    """
    layers, hidden = architecture.layers, architecture.hidden
    lead = leading_layers(layers)
    before, rest = layers[:lead], layers[lead:]
    supply.put("training_layers", len(layers), "encoder and decoder together")
    supply.put("lead_layers", lead, "before the first layer with experts")
    _put_layers(supply, "lead", before, hidden, LEAD_BYTES)
    _put_layers(supply, "rest", rest, hidden, REST_BYTES)
    supply.put("outer_params", _outer(architecture), "norms before and behind the layers")
    put_frozen(supply, architecture)
    heads = mean_score_rows(layers)
    supply.put("score_heads", heads, "rows of scores of one token, mean over layers")
    every, later = gradient_shapes(layers), gradient_shapes(rest)
    experts = gradient_shapes(layers, experts=True) - every
    supply.put("scratch_params", _area(every), f"{len(every)} matrices of different shape")
    supply.put("rest_scratch_params", _area(later), f"{len(later)}, without leading layers")
    supply.put("expert_scratch_params", _area(experts), f"{len(experts)} more of experts")


def put_frozen(supply: Supply, architecture: Architecture) -> None:
    """Bytes of a parameter in small formats: some of them keep a few matrices in 16 bits."""
    for form, name in FROZEN.items():
        recipe = named_recipe(name)
        widths = mean_widths(architecture, recipe)
        for place, width in widths.items():
            said = f"{recipe.name}, with what it keeps in 16 bits"
            supply.put(f"frozen_{form}_{place}", width, said)


def _outer(architecture: Architecture) -> Count:
    """Parameters outside the layers that are neither look-up nor output matrix."""
    stacks = (architecture.encoder, architecture.decoder)
    found = (t for stack in stacks if stack for t in stack.outer if t.trained)
    return sum(t.size for t in found if t.part not in ENDS)


def leading_layers(layers: Sequence[Layer]) -> int:
    """How many layers come before the first one with experts; none where no layer has any."""
    sparse = [any(t.part is Part.EXPERT for t in layer.tensors) for layer in layers]
    return sparse.index(True) if any(sparse) else 0


def held_by(layers: Iterable[Layer]) -> Held:
    """Parameters of some layers by how parallelism divides them."""
    split: Count = 0
    whole: Count = 0
    experts: Count = 0
    for layer, times in tally(layers):
        own = [t for t in layer.tensors if t.trained]
        routed = sum(t.size for t in own if t.part is Part.EXPERT)
        kept = sum(t.size for t in _whole(layer))
        split = split + times * (sum(t.size for t in own) - routed - kept)
        whole, experts = whole + times * kept, experts + times * routed
    return Held(split, whole, experts)


def _whole(layer: Layer) -> list[Tensor]:
    """What each GPU of a tensor-parallel group holds whole: norms, routers, paths to latents."""
    latent = is_latent(layer)
    return [
        t
        for t in layer.tensors
        if t.trained and (t.part in WHOLE or (latent and LATENT_PATHS in t.name))
    ]


def _put_layers(
    supply: Supply, kind: str, layers: Sequence[Layer], hidden: Count, names: Iterable[str]
) -> None:
    """One layer of a kind: its parameters, and the bytes that it keeps of one token."""
    about = f"mean of {len(layers)} layers"
    held, number = held_by(layers), max(len(layers), 1)
    supply.put(f"{kind}_split_params", held.split / number, about)
    supply.put(f"{kind}_whole_params", held.whole / number, about)
    if kind == "rest":
        supply.put("rest_expert_params", held.experts / number, about)
    kept = mean_kept(layers, hidden)
    for name in names:
        supply.put(f"{kind}_{name}_bytes", VALUE * kept[name], about)


def gradient_shapes(layers: Iterable[Layer], *, experts: bool = False) -> Shapes:
    """Shapes of weight gradients that differ; matrices that read one input are one matrix."""
    found: set[tuple[Count, Count]] = set()
    for layer, _ in tally(layers):
        wanted = [t for t in matrices(layer) if t.part is not Part.ROUTER]
        fused: dict[tuple[Part, Count], Count] = {}
        for tensor in wanted:
            if (tensor.part is Part.EXPERT) != experts:
                continue
            rows, columns = tensor.shape
            apart = is_latent(layer) and tensor.part is Part.ATTENTION
            if apart or tensor.name.endswith(LAST):
                found.add((rows, columns))
            else:
                fused[tensor.part, columns] = fused.get((tensor.part, columns), 0) + rows
        found.update((rows, columns) for (_, columns), rows in fused.items())
    return frozenset(found)


def _area(shapes: Shapes) -> Count:
    return sum(rows * columns for rows, columns in shapes)
