"""The bytes of a model's weights: exact, and split by what each is read for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from flopwatt.architecture.formats import Format
from flopwatt.architecture.lacking import Count, Lacking
from flopwatt.architecture.recipe import Place, Recipe
from flopwatt.architecture.records import Architecture, Part, Stack, Tensor

USES = {  # what weights are read for, where it is not the layers of their stack
    Part.EMBEDDING: "embedding",
    Part.POSITION: "position",
    Part.HEAD: "head",
    Part.EXPERT: "experts",
}
PLACES = ("layers", "experts", "ends")  # where weights stand, for those that train the model


@dataclass(frozen=True)
class Kind:
    """Tensors of one name, shape and format, of all layers that have them."""

    stack: str
    name: str
    part: Part
    format: str
    tensors: int
    bytes: Count


@dataclass(frozen=True)
class WeightBytes:
    """Bytes of a model's weights.

    ``dense`` is read whole by each step of decoding: all tensors of the decoder's layers but
    routed experts, and the last norms. ``experts`` are all copies. ``head`` is the output
    matrix, which a step reads too: where it is the embedding again it is counted here and
    ``embedding`` is what remains of look-ups. ``encoder`` is read once per prompt. ``tied_copy``
    is what a file takes more where it stores a tied matrix twice; ``again`` what a step reads
    a second time, of weights that several layers share. Neither is part of a total.
    ``multiplied`` are the weights that multiply one token, by format.
    """

    dense: Count
    experts: Count
    head: Count
    embedding: Count
    position: Count
    encoder: Count
    towers: Count
    predictor: Count
    tied_copy: Count
    again: Count
    parts: Mapping[Part, Count]
    kinds: tuple[Kind, ...]
    multiplied: Mapping[str, Count]

    @property
    def resident(self) -> Count:
        """What an engine holds: all but the modules that predict further tokens."""
        text = self.dense + self.experts + self.head + self.embedding + self.position
        return text + self.encoder + self.towers

    @property
    def total(self) -> Count:
        """Everything that is stored, a tied matrix once."""
        return self.resident + self.predictor


@dataclass(frozen=True)
class _Stored:
    """One tensor of all layers that hold it in one format, with the bytes of all together."""

    stack: str
    tensor: Tensor
    format: str
    times: int
    bytes: Count
    tied: bool


def weight_bytes(architecture: Architecture, recipe: Recipe) -> WeightBytes:
    """The bytes of every tensor in the format that a recipe gives it."""
    every = tuple(_stored(architecture, recipe))
    found = [one for one in every if not one.tensor.again]
    use: dict[str, Count] = {}
    parts: dict[Part, Count] = {}
    for one in found:
        use[_use(one)] = use.get(_use(one), 0) + one.bytes
        parts[one.tensor.part] = parts.get(one.tensor.part, 0) + one.bytes
    names = ("dense", "experts", "head", "embedding", "position", "encoder", "towers", "predictor")
    return WeightBytes(
        **{name: use.get(name, 0) for name in names},
        tied_copy=sum(one.bytes for one in found if one.tied),
        again=sum(one.bytes for one in every if one.tensor.again),
        parts=parts,
        kinds=_kinds(found),
        multiplied=_multiplied(every),
    )


def _multiplied(every: Iterable[_Stored]) -> dict[str, Count]:
    """Weights that multiply one token, of experts the chosen, by format."""
    found: dict[str, Count] = {}
    for one in every:
        if one.stack in ("decoder", "encoder") and (one.tensor.matmul or one.tied):
            found[one.format] = found.get(one.format, 0) + one.tensor.passed * one.times
    return found


def mean_widths(architecture: Architecture, recipe: Recipe) -> Mapping[str, Fraction]:
    """Bytes per parameter by place: ``layers`` without routed experts, ``experts`` and ``ends``.

    For a recipe that treats layers alike, each kind of layer is looked at once. Ends are what
    stands before, between and behind layers, towers with them. A place that has no parameters,
    or some whose number is not known, is left out.
    """
    sizes: dict[str, Count] = dict.fromkeys(PLACES, 0)
    params: dict[str, Count] = dict.fromkeys(PLACES, 0)
    for name, stack in _stacks(architecture):
        if name == "predictor":
            continue
        for tensor, place, times in _placed_once(architecture, name, stack):
            if tensor.again or not tensor.trained:
                continue
            outside = place.layer is None or name not in ("decoder", "encoder")
            at = "ends" if outside else "experts" if tensor.part is Part.EXPERT else "layers"
            form = recipe.format_of(tensor, place)
            sizes[at] = sizes[at] + times * form.size(tensor.shape, tensor.copies)
            params[at] = params[at] + times * tensor.size
    found: dict[str, Fraction] = {}
    for at in PLACES:
        size, count = sizes[at], params[at]
        if not isinstance(size, Lacking) and not isinstance(count, Lacking) and count:
            found[at] = Fraction(size, count)
    return found


def _stored(architecture: Architecture, recipe: Recipe) -> Iterator[_Stored]:
    tied = _tied_matrix(architecture)
    for name, stack in _stacks(architecture):
        found: dict[tuple[int, int], tuple[Tensor, Format, int]] = {}
        for tensor, place in _placed(architecture, name, stack):
            format = recipe.format_of(tensor, place)
            key = (id(tensor), id(format))
            times = found[key][2] if key in found else 0
            found[key] = (tensor, format, times + 1)
        for tensor, format, times in found.values():
            size = format.size(tensor.shape, tensor.copies) * times
            yield _Stored(name, tensor, format.name, times, size, tensor is tied)


def _outside(architecture: Architecture, name: str, stack: Stack) -> Place:
    """Where the tensors around the layers of a stack stand."""
    holder = architecture.decoder if name == "predictor" else stack
    return Place(
        name, None, len(holder.layers), _experts(stack), _sharing(stack), architecture.tied
    )


def _placed_once(
    architecture: Architecture, name: str, stack: Stack
) -> Iterator[tuple[Tensor, Place, int]]:
    """Every tensor of each kind of layer, with where the first stands and how many there are."""
    outside = _outside(architecture, name, stack)
    yield from ((tensor, outside, 1) for tensor in stack.outer)
    kinds: dict[int, list[int]] = {}
    for number, layer in enumerate(stack.layers):
        kinds.setdefault(id(layer), []).append(number)
    for numbers in kinds.values():
        place = replace(outside, layer=numbers[0])
        for tensor in stack.layers[numbers[0]].tensors:
            yield tensor, place, len(numbers)


def _placed(architecture: Architecture, name: str, stack: Stack) -> Iterator[tuple[Tensor, Place]]:
    """Every tensor of a stack with where it stands."""
    outside = _outside(architecture, name, stack)
    yield from ((tensor, outside) for tensor in stack.outer)
    for number, layer in enumerate(stack.layers):
        place = replace(outside, layer=number)
        yield from ((tensor, place) for tensor in layer.tensors)


def _stacks(architecture: Architecture) -> Iterator[tuple[str, Stack]]:
    if architecture.encoder:
        yield "encoder", architecture.encoder
    yield "decoder", architecture.decoder
    yield from architecture.towers.items()
    if architecture.predictor:
        yield "predictor", architecture.predictor


def _experts(stack: Stack) -> Count:
    found = (t.copies for layer in stack.layers for t in layer.tensors if t.part is Part.EXPERT)
    return next(found, 0)


def _sharing(stack: Stack) -> Count:
    """Query heads to a key-value head, in the first layer that keeps both."""
    found = (
        layer.scores[0].heads // layer.caches[0].heads
        for layer in stack.layers
        if layer.scores and layer.caches and layer.caches[0].split
    )
    return next(found, 1)


def _tied_matrix(architecture: Architecture) -> Tensor | None:
    """The embedding that is the output matrix too: the first, wherever it stands."""
    if not architecture.tied:
        return None
    stacks = (architecture.decoder, architecture.encoder)
    every = (tensor for stack in stacks if stack for tensor in stack.outer)
    return next((tensor for tensor in every if tensor.part is Part.EMBEDDING), None)


def _use(one: _Stored) -> str:
    if one.tied:
        return "head"
    if one.stack == "predictor":
        return "predictor"
    if one.stack not in ("decoder", "encoder"):
        return "towers"
    return USES.get(one.tensor.part, "encoder" if one.stack == "encoder" else "dense")


def _kinds(found: Iterable[_Stored]) -> tuple[Kind, ...]:
    kinds: dict[tuple[str, str, Part, str], tuple[int, Count]] = {}
    for one in found:
        key = (one.stack, one.tensor.name, one.tensor.part, one.format)
        count, size = kinds.get(key, (0, 0))
        kinds[key] = (count + one.times, size + one.bytes)
    return tuple(Kind(*key, count, size) for key, (count, size) in kinds.items())
