"""Parameters and weight bytes as facts by class of tensor, and how they are got wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from flopwatt.architecture.records import Architecture, Part, Tensor

LAYERS = ("attention", "indexer", "mixer", "mlp", "expert", "shared expert", "router")
FEEDS = ("mlp", "expert", "shared expert")
DENSE = "weights.dense_bytes"
LATENT_RANK = 1536  # the default rank of queries in DeepSeek's model class


@dataclass(frozen=True)
class Contents:
    """What a model holds: values by class, and bytes of each (1 where values are counted).

    The classes are those of Part, with ``again`` (a tied matrix a second time), ``towers``,
    ``predictor`` and ``buffers``, of which only some answers take any.
    """

    values: Mapping[str, float]
    sizes: Mapping[str, float]
    more: Mapping[str, float]
    factor: float = 1.0

    def total(self) -> float:
        """Values times what each takes."""
        held = (count * self.sizes.get(name, 1.0) for name, count in self.values.items())
        return self.factor * sum(held)

    @cached_property
    def said(self) -> Mapping[str, str]:
        """Counts of this model that rules speak of, as people write them."""
        every = {**{n.replace(" ", "_"): v for n, v in self.values.items()}, **self.more}
        said = {name: _short(value) for name, value in every.items()}
        sizes = sorted({self.sizes.get(name, 1.0) for name, held in self.values.items() if held})
        words = " or ".join(f"{size:.4g}" for size in sizes)
        span = f"{sizes[0]:.4g} to {sizes[-1]:.4g}" if len(sizes) > 2 else words
        return {**said, "size": span}

    def with_values(self, **values: float) -> Contents:
        """The same with other counts of some classes."""
        named = {name.replace("_", " "): count for name, count in values.items()}
        return replace(self, values={**self.values, **named})

    def scaled(self, factors: Mapping[str, float]) -> Contents:
        """The same with some classes so many times as large."""
        new = {name: count * factors.get(name, 1.0) for name, count in self.values.items()}
        return replace(self, values=new)

    def sized(self, size: float, names: Iterable[str] = ()) -> Contents:
        """The same with other bytes per value, of all classes unless some are named."""
        every = names or {*self.values, "again", "towers", "predictor", "buffers"}
        return replace(self, sizes={**self.sizes, **dict.fromkeys(every, size)})

    def times(self, factor: float) -> Contents:
        """The same with all of it so many times as large."""
        return replace(self, factor=self.factor * factor)


def contents_of(architecture: Architecture, dense_inner: float = 0.0) -> Contents:
    """All parameters of a text model; ``dense_inner`` is the config's inner width of an MLP."""
    values: dict[str, float] = {str(part): 0.0 for part in Part}
    values["bias"] = 0.0
    tensors = [tensor for tensor in architecture.tensors() if tensor.trained]
    for tensor in tensors:
        values[_class(tensor)] += float(tensor.size)
    experts = [t for t in tensors if t.part is Part.EXPERT]
    more = {
        "chosen": sum(float(t.active) for t in experts),
        "all": values["expert"],
        "copies": float(experts[0].copies) if experts else 1.0,
        "picked": float(experts[0].chosen or 0) if experts else 0.0,
        "again": values["embedding"] if architecture.tied else 0.0,
        "towers": _sum(t for s in architecture.towers.values() for _, t in s.tensors()),
        "predictor": _sum(t for _, t in architecture.predictor.tensors())
        if architecture.predictor
        else 0.0,
        "buffers": sum(float(t.size) for t in architecture.tensors() if not t.trained),
        "hidden": float(architecture.hidden),
        "matrices": _matrices(tensors, float(architecture.hidden)),
        "multi_head": _multi_head(architecture),
        "query_rank": _query_rank(architecture),
        "inner_ratio": _inner_ratio(experts, tensors, dense_inner),
    }
    return Contents(values, {}, more)


def weights_of(contents: Contents, by_group: Mapping[str, float], size: float) -> Contents:
    """The same as bytes in memory: ``by_group`` holds those known, ``size`` stands in elsewhere."""
    values = contents.values
    tied = contents.more["again"] > 0
    groups: dict[str, tuple[str, ...]] = {
        "weights.expert_bytes": ("expert",),
        "weights.head_bytes": ("embedding",) if tied else ("head",),
        "weights.embedding_bytes": ("position",) if tied else ("embedding", "position"),
    }
    taken = {name for names in groups.values() for name in names}
    groups[DENSE] = tuple(name for name in values if name not in taken)
    held = replace(contents.sized(size), values={**values, "towers": contents.more["towers"]})
    for key, names in groups.items():
        count = sum(values[name] for name in names)
        size = by_group.get(key, 0.0)
        if key == DENSE:
            size += by_group.get("weights.encoder_bytes", 0.0)
        if count and size:
            held = held.sized(size / count, names)
    extra = {"towers": "weights.tower_bytes", "predictor": "weights.predictor_bytes",
             "again": "weights.tied_bytes"}  # fmt: skip
    for name, key in extra.items():
        if contents.more[name] and by_group.get(key):
            held = held.sized(by_group[key] / contents.more[name], (name,))
    return held


def _class(tensor: Tensor) -> str:
    plain = tensor.part in (Part.MIXER, Part.NORM, Part.EMBEDDING, Part.POSITION, Part.EXPERT)
    return str(tensor.part) if tensor.matmul or plain else "bias"


def _sum(tensors: Iterable[Tensor]) -> float:
    return sum(float(tensor.size) for tensor in tensors)


def _matrices(tensors: Iterable[Tensor], hidden: float) -> float:
    """Matrices of one MLP: its weights over those of the one that leads back to the width."""
    for part in (Part.EXPERT, Part.MLP):
        one = [t for t in tensors if t.part is part and t.matmul and len(t.shape) == 2]
        back = next((t for t in one if float(t.shape[0]) == hidden), None)
        if back is None:
            continue
        # like layers repeat the same shapes, so the ratio of all is that of one
        like = {float(t.shape[1]) for t in one if float(t.shape[0]) == hidden}
        if len(like) == 1:
            size = sum(float(t.size) for t in one if float(t.shape[0]) == hidden)
            return round(sum(float(t.size) for t in one) / size) if size else 0.0
    return 0.0


def _multi_head(architecture: Architecture) -> float:
    """Parameters that key and value projections would hold beyond theirs for every query head."""
    more = 0.0
    for layer in architecture.layers:
        for cache, scores in zip(layer.caches, layer.scores, strict=False):
            if cache.split and not cache.cross:
                heads = float(scores.heads) - float(cache.heads)
                more += heads * (float(cache.key_dim) + float(cache.value_dim))
    return more * float(architecture.hidden)


def _query_rank(architecture: Architecture) -> float:
    """What queries through the default rank would add where a latent model has one plain matrix."""
    more = 0.0
    for layer in architecture.decoder.layers:
        latent = any(not c.split and not c.index for c in layer.caches)
        plain = next((t for t in layer.tensors if t.name.endswith("q_proj.weight")), None)
        if latent and plain:
            rows, columns = map(float, plain.shape)
            more += LATENT_RANK * (rows + columns + 1) - rows * columns
    return more


def _inner_ratio(experts: list[Tensor], tensors: list[Tensor], dense: float) -> float:
    """How many times as wide as an expert the MLP of the dense layers is; 1 where none is."""
    if not experts or not dense:
        return 1.0
    hidden = {float(side) for t in tensors if t.part is Part.NORM for side in t.shape}
    inner = [float(s) for t in experts if len(t.shape) == 2 for s in t.shape if s not in hidden]
    return dense / inner[-1] if inner and inner[-1] else 1.0


def _short(value: float) -> str:
    for size, letter in ((1e9, "B"), (1e6, "M"), (1e4, "k")):
        if value >= size:
            return f"{value / (1e3 if letter == 'k' else size):.3g}{letter}"
    return f"{value:g}"
