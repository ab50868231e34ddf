"""What serving works on at its peak, per token: the widths of a model's blocks in 16 bits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flopwatt.architecture.lacking import Count, Lacking, largest, least
from flopwatt.architecture.leaves import Supply
from flopwatt.architecture.records import Architecture, Layer, Part, Tensor

VALUE = 2  # bytes of a 16-bit value, in which engines work whatever weights are held in
DENSE = (Part.MLP, Part.SHARED_EXPERT)
MIXING = (Part.ATTENTION, Part.MIXER)


def put_activations(supply: Supply, architecture: Architecture) -> None:
    """The widths that decide the peak of activations, the vocabulary and the query heads."""
    layers, hidden = architecture.decoder.layers, architecture.hidden
    supply.put("hidden_bytes", hidden * VALUE, "width of the model in 16 bits")
    supply.put("vocabulary", architecture.vocab, "rows of the output matrix")
    dense = largest(_block(layer, DENSE, hidden) for layer in layers)
    supply.put("mlp_bytes", dense * VALUE, "gate, up and product in 16 bits")
    mixing = largest(_projected(layer) for layer in layers)
    supply.put("attention_bytes", mixing * VALUE, "all projections of a layer in 16 bits")
    _put_routed(supply, layers, hidden)
    heads = [one.heads for layer in layers for one in layer.scores if one.kind != "sparse"]
    heads = heads or [one.heads for layer in layers for one in layer.scores]
    if heads:
        supply.put("query_heads", least(heads), "query heads of a layer")


def _put_routed(supply: Supply, layers: Sequence[Layer], hidden: Count) -> None:
    """Routed experts: every expert a token passes makes values of its own."""
    routed = [t for layer in layers for t in layer.tensors if t.part is Part.EXPERT and t.matmul]
    chosen = next((t.chosen for t in routed if t.chosen is not None), 0)
    said = f"{chosen} experts of a token, in 16 bits" if routed else "no routed experts"
    blocks = [[t for t in layer.tensors if t.part is Part.EXPERT and t.matmul] for layer in layers]
    up = largest(sum(_sides(t)[0] for t in block if _is_up(t, hidden)) for block in blocks)
    inner = largest(largest(_sides(t)[1] for t in block if not _is_up(t, hidden))
                    for block in blocks)  # fmt: skip
    supply.put("routed_up_bytes", up * chosen * VALUE, said)
    supply.put("routed_inner_bytes", inner * chosen * VALUE, said)
    supply.put("routed_out_bytes", hidden * chosen * VALUE, said)


def _block(layer: Layer, parts: Iterable[Part], hidden: Count) -> Count:
    """Values of a feed-forward block at its widest: what goes up, and what comes down again."""
    found = [t for t in layer.tensors if t.part in parts and t.matmul]
    up = sum(_sides(t)[0] for t in found if _is_up(t, hidden))
    return up + largest(_sides(t)[1] for t in found if not _is_up(t, hidden))


def _projected(layer: Layer) -> Count:
    """Values of attention or a mixer: the outputs of all projections."""
    return sum(_sides(t)[0] for t in layer.tensors if t.part in MIXING and t.matmul)


def _is_up(tensor: Tensor, hidden: Count) -> bool:
    """Whether a matrix leads from the model's width into the block, and is no way back."""
    rows, columns = _sides(tensor)
    if isinstance(rows, Lacking) or isinstance(columns, Lacking) or isinstance(hidden, Lacking):
        return "down" not in tensor.name
    return columns == hidden and not (rows == hidden and "down" in tensor.name)


def _sides(tensor: Tensor) -> tuple[Count, Count]:
    return tensor.shape[0], tensor.shape[-1]
