"""Counts: what an architecture comes to by class of tensor, by convention and by layer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from flopwatt.architecture.lacking import Count, Lacking
from flopwatt.architecture.records import Architecture, Part, Stack, Tensor


@dataclass(frozen=True)
class Counts:
    """Elements of an architecture. All are of the text model, except towers and predictor."""

    total: Count
    embedding: Count
    position: Count
    head: Count
    tied: Count
    experts: Count
    chosen: Count
    matmul: Count
    output: Count
    buffers: Count
    towers: Count
    predictor: Count
    by_part: Mapping[Part, Count]


def count(architecture: Architecture) -> Counts:
    """Every count that conventions are made of. What depends on a missing field is Lacking."""
    tensors = tuple(architecture.tally())
    trained = [(tensor, times) for tensor, times in tensors if tensor.trained]
    by_part: dict[Part, Count] = dict.fromkeys(Part, 0)
    for tensor, times in trained:
        by_part[tensor.part] = by_part[tensor.part] + tensor.size * times
    return Counts(
        total=_size(trained),
        embedding=by_part[Part.EMBEDDING],
        position=by_part[Part.POSITION],
        head=by_part[Part.HEAD],
        tied=_tied(architecture),
        experts=by_part[Part.EXPERT],
        chosen=sum(t.active * times for t, times in trained if t.part is Part.EXPERT),
        # weights of earlier layers that a token passes again multiply it again
        matmul=sum(t.passed * times for t, times in trained if t.matmul and not _is_head(t)),
        output=_output(architecture),
        buffers=_size(pair for pair in tensors if not pair[0].trained),
        towers=_stacks(architecture.towers.values()),
        predictor=_stacks([architecture.predictor] if architecture.predictor else []),
        by_part={part: size for part, size in by_part.items() if _some(size)},
    )


def lora_sides(architecture: Architecture, targets: Iterable[str]) -> tuple[Count, list[str]]:
    """Rows and columns of all matrices with one of some names, and the names that match none.

    Adapters beside a routed expert are trained for every copy.
    """
    sides: Count = 0
    wanted = dict.fromkeys(targets, False)
    for tensor, times in architecture.tally():
        words = tensor.name.split(".")
        met = [name for name in wanted if name in words or name == "all-linear"]
        if not met or not tensor.matmul or len(tensor.shape) != 2:
            continue
        if "all-linear" in met and tensor.part in (Part.HEAD, Part.ROUTER):
            continue  # adapters are put beside every matrix of the layers, and not beside these
        wanted.update(dict.fromkeys(met, True))
        sides = sides + times * tensor.copies * (tensor.shape[0] + tensor.shape[1])
    return sides, [name for name, found in wanted.items() if not found]


def target_names(architecture: Architecture) -> list[str]:
    """The names of all matrices that adapters can be put beside."""
    found = (t.name.split(".")[-2] for t, _ in architecture.tally() if t.matmul and "." in t.name)
    return list(dict.fromkeys(found))


def _tied(architecture: Architecture) -> Count:
    """The matrix that serves as embedding and output alike; nothing where there are two."""
    found = (t.size for t, _ in architecture.tally() if t.part is Part.EMBEDDING)
    return next(found, 0) if architecture.tied else 0


def _output(architecture: Architecture) -> Count:
    """Weights of the output multiplication, whether they are stored apart or not."""
    own = [(t, times) for t, times in architecture.tally() if _is_head(t) and t.matmul]
    return _size(own) if own else _tied(architecture)


def _is_head(tensor: Tensor) -> bool:
    return tensor.part is Part.HEAD


def _stacks(stacks: Iterable[Stack]) -> Count:
    return _size(pair for stack in stacks for pair in stack.tally())


def _size(tensors: Iterable[tuple[Tensor, int]]) -> Count:
    """Elements of tensors that stand several times."""
    return sum(tensor.size * times for tensor, times in tensors)


def _some(size: Count) -> bool:
    return isinstance(size, Lacking) or size > 0
