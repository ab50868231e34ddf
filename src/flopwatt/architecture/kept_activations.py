"""What training keeps of one token in one layer until the backward pass, from tensor shapes.

Every matrix keeps its input, every norm its input, every nonlinearity its inputs, and attention
its queries, keys, values and output; scores are not kept (flash attention). All in 16 bit.
Matrices that read the same tensor keep it once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from flopwatt.architecture.lacking import Count, largest
from flopwatt.architecture.records import Layer, Part, Tensor, tally

FEED = (Part.MLP, Part.EXPERT, Part.SHARED_EXPERT, Part.ROUTER)
MIX = (Part.ATTENTION, Part.INDEXER, Part.MIXER)
HEAD_NORMS = 2  # one of queries and one of keys
SIDES = 2  # of a matrix
Mean = Count | float


@dataclass(frozen=True)
class Kept:
    """Values per token of one layer, by how tensor parallelism divides them.

    ``split`` lie along heads and inner widths, which it divides; ``stream`` along the hidden
    width, which only sequence parallelism divides; ``routed`` are those of the experts that a
    token passes. ``core`` is the output of attention. ``working`` is the largest gradient that
    the backward pass makes beside what it still keeps. ``operators`` is what is kept where
    every second matrix product is recomputed.
    """

    split: Count
    stream: Count
    routed: Count
    core: Count
    working: Count
    operators: Count


@dataclass(frozen=True)
class _Group:
    """Matrices of one half of a layer: those that read the stream, those between, the last."""

    into: tuple[Tensor, ...]
    between: tuple[Tensor, ...]
    last: Tensor | None

    @property
    def made(self) -> Count:
        """Rows that the first matrices make: what the nonlinearity takes in."""
        return sum(tensor.shape[0] for tensor in self.into)

    @property
    def taken(self) -> Count:
        """Columns of the last matrix: what it takes in."""
        return self.last.shape[1] if self.last else 0


NONE = _Group((), (), None)


def kept_by(layer: Layer, hidden: Count) -> Kept:
    """What one layer keeps of one token."""
    own = [tensor for tensor in matrices(layer) if not tensor.cross]
    parts: dict[Part, list[Tensor]] = {part: [] for part in (*FEED, *MIX)}
    for tensor in own:
        parts.setdefault(tensor.part, []).append(tensor)
    groups = {part: _group(found, hidden) if found else NONE for part, found in parts.items()}
    attention, mixer, experts = (groups[part] for part in (Part.ATTENTION, Part.MIXER, Part.EXPERT))
    feeds = [groups[Part.MLP], groups[Part.SHARED_EXPERT]]
    core, inputs = _core(layer)
    latents = sum(t.shape[1] for t in attention.between)
    split = inputs + core + _gate(layer, attention) + _head_norms(layer, hidden, inputs)
    split = split + mixer.made + 2 * mixer.taken + groups[Part.INDEXER].made
    split = split + sum(feed.made + feed.taken for feed in feeds)
    chosen = _chosen(layer)
    halves = sum(any(parts[part] for part in half) for half in (MIX, FEED))
    stream = hidden * _stream_tensors(layer, hidden, halves) + 2 * latents
    made = [group.made for group in (attention, mixer, *feeds)]
    return Kept(
        split=split,
        stream=stream + groups[Part.ROUTER].made,
        routed=chosen * (hidden + experts.made + experts.taken) if experts.into else 0,
        core=core,
        working=largest([*made, chosen * experts.made]),
        operators=hidden + core + _every_second(own),
    )


def matrices(layer: Layer) -> list[Tensor]:
    """The matrices of a layer in order; short convolutions are none."""
    return [tensor for tensor in layer.tensors if tensor.matmul and len(tensor.shape) == SIDES]


def mean_kept(layers: Sequence[Layer], hidden: Count) -> Mapping[str, Mean]:
    """What the mean of several layers keeps; nothing where there are none."""
    found = [(kept_by(layer, hidden), times) for layer, times in tally(layers)]
    number = max(len(layers), 1)
    return {
        field.name: sum(getattr(kept, field.name) * times for kept, times in found) / number
        for field in fields(Kept)
    }


def mean_score_rows(layers: Sequence[Layer]) -> Mean:
    """Rows of scores that attention without a flash kernel keeps of one token, mean of layers."""
    rows = (one.heads for layer in layers for one in layer.scores if not one.cross)
    return sum(rows) / max(len(layers), 1)


def is_latent(layer: Layer) -> bool:
    """Whether attention goes through latents, which each GPU works out whole."""
    return any(not (cache.split or cache.index or cache.cross) for cache in layer.caches)


def _group(tensors: Sequence[Tensor], hidden: Count) -> _Group:
    """Matrices in order; the last one writes the stream, where its rows are as wide."""
    writes = len(tensors) > 1 and tensors[-1].shape[0] == hidden
    rest = tensors[:-1] if writes else tensors
    into = tuple(t for t in rest if t.shape[1] == hidden)
    between = tuple(t for t in rest if t.shape[1] != hidden)
    return _Group(into, between, tensors[-1] if writes else None)


def _core(layer: Layer) -> tuple[Count, Count]:
    """Output of attention, and its queries, keys and values; keys of a latent are spread out."""
    core: Count = 0
    inputs: Count = 0
    for score in layer.scores:
        if score.cross or (isinstance(score.value_dim, int) and not score.value_dim):
            continue  # an indexer picks tokens and makes no output
        core = core + score.heads * score.value_dim
        inputs = inputs + score.heads * score.key_dim
        if is_latent(layer):
            inputs = inputs + score.heads * (score.key_dim + score.value_dim)
        else:
            inputs = inputs + sum(c.values for c in layer.caches if not c.cross)
    return core, inputs


def _gate(layer: Layer, attention: _Group) -> Count:
    """What a query projection makes beyond queries: a gate on the output of attention."""
    found = [t for t in attention.into if t.name.endswith("q_proj.weight")]
    if attention.between or not found:
        return 0
    queries = sum(s.heads * s.key_dim for s in layer.scores if not s.cross)
    return sum(t.shape[0] for t in found) - queries


def _scales(layer: Layer) -> list[Tensor]:
    return [t for t in layer.tensors if t.part is Part.NORM and t.name.endswith(".weight")]


def _head_norms(layer: Layer, hidden: Count, inputs: Count) -> Count:
    """Inputs of norms over queries and keys, which attention's own inputs do not hold."""
    if is_latent(layer):
        return 0  # norms of latents keep the latent, which is counted with the stream
    scales = [t for t in _scales(layer) if t.shape != (hidden,)]
    if len(scales) < HEAD_NORMS or not layer.scores:
        return 0
    return inputs - sum(c.heads * c.value_dim for c in layer.caches if not c.cross)


def _stream_tensors(layer: Layer, hidden: Count, halves: int) -> int:
    """Tensors as wide as the stream: the input of each norm, and what each half then reads.

    Halves behind one norm (parallel attention and MLP) read the same tensor.
    """
    norms = sum(1 for t in _scales(layer) if t.shape == (hidden,))
    return norms + min(halves, norms) if norms else halves + halves


def _chosen(layer: Layer) -> Count:
    """How many routed experts a token passes."""
    found = next((t for t in layer.tensors if t.part is Part.EXPERT), None)
    if found is None:
        return 0
    return found.copies if found.chosen is None else found.chosen


def _every_second(tensors: Sequence[Tensor]) -> Count:
    """Outputs of the first, third, fifth product ... of a layer."""
    kept = tensors[::2]
    return sum(t.shape[0] * (1 if t.chosen is None else t.chosen) for t in kept)
