"""What a model is made of: tensors in layers, what attention sees, what decoding keeps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from flopwatt.architecture.lacking import Count


class Part(StrEnum):
    """The class of a tensor: what it is for, which also decides what formats may do to it."""

    EMBEDDING = "embedding"  # the look-up of token ids
    POSITION = "position"  # learned positions and token types
    ATTENTION = "attention"  # projections around softmax attention
    INDEXER = "indexer"  # picks the tokens that sparse attention sees
    MIXER = "mixer"  # state space and linear attention
    MLP = "mlp"
    EXPERT = "expert"  # routed experts, of which a token passes a few
    SHARED_EXPERT = "shared expert"
    ROUTER = "router"
    NORM = "norm"
    HEAD = "head"  # the output matrix, where it is not the embedding again


@dataclass(frozen=True, slots=True)
class Tensor:
    """One weight as published: its name inside the layer, its class and its shape.

    A matrix has shape (rows out, columns in). ``copies`` like tensors are counted as one
    record (routed experts), and a token passes ``chosen`` of them. ``matmul`` weights multiply
    each token, which costs 2 FLOP per element; biases, norms and look-ups do not.
    ``trained`` is false for a buffer that is stored and not a parameter. ``again`` is a weight
    of an earlier layer once more (shared layers): stored once, and it multiplies each time.
    ``cross`` weights multiply the tokens of the encoder, not those that the decoder writes.
    """

    name: str
    part: Part
    shape: tuple[Count, ...]
    copies: Count = 1
    chosen: Count | None = None  # all copies, unless said
    matmul: bool = False
    trained: bool = True
    again: bool = False
    cross: bool = False

    @property
    def size(self) -> Count:
        """Elements of all copies together; none of a weight that an earlier layer has stored."""
        return 0 if self.again else _product(self.shape, self.copies)

    @property
    def active(self) -> Count:
        """Elements that one token passes; those it passes again are not counted again."""
        return 0 if self.again else self.passed

    @property
    def passed(self) -> Count:
        """Elements that one token passes here, whichever layer stores them: 2 FLOP for each."""
        return _product(self.shape, self.copies if self.chosen is None else self.chosen)


@dataclass(frozen=True, slots=True)
class Scores:
    """Products of queries with keys, and of their weights with values, in one layer.

    2 x heads x (key_dim + value_dim) FLOP for each pair of tokens that see each other.
    A token sees the ``reach`` tokens before it (all, where None); ``kind`` says whether that
    is a sliding window, a chunk that ends where the next begins, or the best few (sparse).
    ``cross`` scores are with all tokens of the encoder. ``cached_dims`` are the columns that one
    head multiplies while decoding, where they are not those of key and value: a latent (MLA) is
    not taken apart into heads for every token that is written.
    """

    heads: Count
    key_dim: Count
    value_dim: Count
    reach: Count | None = None
    kind: str = "full"  # full, window, chunk, sparse
    cross: bool = False
    cached_dims: Count | None = None

    @property
    def flops(self) -> Count:
        """FLOP for one pair of tokens."""
        return 2 * self.heads * (self.key_dim + self.value_dim)

    @property
    def cached_flops(self) -> Count:
        """FLOP for one token that is written and one whose cache it looks at."""
        return self.flops if self.cached_dims is None else 2 * self.heads * self.cached_dims


@dataclass(frozen=True, slots=True)
class Cache:
    """What one layer keeps of each token for those that follow, in values.

    ``heads`` can be divided over tensor-parallel GPUs down to one whole head; a latent (MLA)
    has no heads and is kept whole by each (``split`` false). ``reach`` is the window beyond
    which tokens may be forgotten, None for all. ``index`` marks the small cache of an indexer,
    which engines keep in a format of their own. A ``cross`` cache is of the encoder's tokens,
    once each, and does not grow as the decoder writes.
    """

    heads: Count
    key_dim: Count
    value_dim: Count
    reach: Count | None = None
    split: bool = True
    index: bool = False
    cross: bool = False

    @property
    def values(self) -> Count:
        """Values kept per token."""
        return self.heads * (self.key_dim + self.value_dim)


@dataclass(frozen=True, slots=True)
class State:
    """What one layer keeps of a whole sequence, whatever its length, in values.

    ``recurrent`` is the state proper and ``conv`` the last inputs of a short convolution;
    ``flops`` are those of the recurrence for one token, which no weight matrix accounts for.
    """

    recurrent: Count
    conv: Count
    flops: Count


@dataclass(frozen=True, slots=True)
class Block:
    """One half of a layer: its weights, what its attention sees and what it keeps."""

    tensors: tuple[Tensor, ...]
    scores: tuple[Scores, ...] = ()
    caches: tuple[Cache, ...] = ()
    state: State | None = None


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer: its weights, what its attention sees, and what it keeps while decoding."""

    label: str
    tensors: tuple[Tensor, ...]
    scores: tuple[Scores, ...] = ()
    caches: tuple[Cache, ...] = ()
    state: State | None = None


def tally(layers: Iterable[Layer]) -> Iterable[tuple[Layer, int]]:
    """Each layer once with how often it stands: families make layers that are alike once."""
    found: dict[int, tuple[Layer, int]] = {}
    for layer in layers:
        found[id(layer)] = (layer, found.get(id(layer), (layer, 0))[1] + 1)
    return found.values()


def interned(layers: Iterable[Layer]) -> tuple[Layer, ...]:
    """The same layers, where those put together from the same parts are one object."""
    known: dict[tuple[str | int, ...], Layer] = {}
    return tuple(
        known.setdefault(
            (
                layer.label,
                id(layer.state),
                *map(id, (*layer.tensors, *layer.scores, *layer.caches)),
            ),
            layer,
        )
        for layer in layers
    )


@dataclass(frozen=True)
class Stack:
    """Layers in order with the tensors around them: a tower, an encoder, a further predictor."""

    layers: tuple[Layer, ...]
    outer: tuple[Tensor, ...] = ()

    def tensors(self) -> Iterator[tuple[str, Tensor]]:
        """Every tensor with the place of its layer in front; outer ones have none."""
        yield from (("", tensor) for tensor in self.outer)
        for place, layer in enumerate(self.layers):
            yield from ((str(place), tensor) for tensor in layer.tensors)

    def tally(self) -> Iterator[tuple[Tensor, int]]:
        """Every tensor with how many layers have it, which is quicker to add up."""
        yield from ((tensor, 1) for tensor in self.outer)
        for layer, times in tally(self.layers):
            yield from ((tensor, times) for tensor in layer.tensors)


@dataclass(frozen=True, slots=True)
class Assumed:
    """A field that the config does not hold, and the family's default that stands in for it."""

    key: str
    value: str
    why: str


@dataclass(frozen=True)
class Architecture:
    """A model read from its config: the text model, and what is stored beside it.

    ``decoder`` is the stack that makes text (an encoder-only model has its layers there too);
    ``encoder`` is that of an encoder-decoder. ``towers`` are vision and audio towers with their
    projectors, by name; ``predictor`` holds modules for predicting several tokens, with the
    copies of embedding and head that they bring. ``tied`` says that the output matrix is the
    embedding again. ``causal`` is false where no token waits for another (encoder-only): such
    a model writes nothing and keeps no cache.
    """

    family: str
    decoder: Stack
    hidden: Count
    vocab: Count
    tied: bool
    encoder: Stack | None = None
    towers: Mapping[str, Stack] = field(default_factory=dict)
    predictor: Stack | None = None
    causal: bool = True
    assumed: tuple[Assumed, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def layers(self) -> tuple[Layer, ...]:
        """All layers that text passes, the encoder's first."""
        before = self.encoder.layers if self.encoder else ()
        return (*before, *self.decoder.layers)

    def tensors(self) -> Iterator[Tensor]:
        """Every tensor of the text model once, a tied matrix once."""
        for stack in (self.encoder, self.decoder):
            if stack:
                yield from (tensor for _, tensor in stack.tensors())

    def tally(self) -> Iterator[tuple[Tensor, int]]:
        """The same with how many layers have each, which is quicker to add up."""
        for stack in (self.encoder, self.decoder):
            if stack:
                yield from stack.tally()


def _product(shape: Iterable[Count], count: Count) -> Count:
    for side in shape:
        count = count * side
    return count
