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
    tensors = tuple(architecture.tensors())
    trained = [tensor for tensor in tensors if tensor.trained]
    by_part = {part: _size(t for t in trained if t.part is part) for part in Part}
    embedding = by_part[Part.EMBEDDING]
    matmul = [t for t in trained if t.matmul and t.part is not Part.HEAD]
    return Counts(
        total=_size(trained),
        embedding=embedding,
        position=by_part[Part.POSITION],
        head=by_part[Part.HEAD],
        tied=_tied(architecture),
        experts=by_part[Part.EXPERT],
        chosen=_active(t for t in trained if t.part is Part.EXPERT),
        matmul=_passed(matmul),
        output=_output(architecture),
        buffers=_size(t for t in tensors if not t.trained),
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
    for tensor in architecture.tensors():
        words = tensor.name.split(".")
        met = [name for name in wanted if name in words or name == "all-linear"]
        if not met or not tensor.matmul or len(tensor.shape) != 2:
            continue
        if "all-linear" in met and tensor.part in (Part.HEAD, Part.ROUTER):
            continue  # adapters are put beside every matrix of the layers, and not beside these
        wanted.update(dict.fromkeys(met, True))
        sides = sides + tensor.copies * (tensor.shape[0] + tensor.shape[1])
    return sides, [name for name, found in wanted.items() if not found]


def target_names(architecture: Architecture) -> list[str]:
    """The names of all matrices that adapters can be put beside."""
    found = (t.name.split(".")[-2] for t in architecture.tensors() if t.matmul and "." in t.name)
    return list(dict.fromkeys(found))


def _tied(architecture: Architecture) -> Count:
    """The matrix that serves as embedding and output alike; nothing where there are two."""
    found = [t for t in architecture.tensors() if t.part is Part.EMBEDDING]
    return _size(found[:1]) if architecture.tied else 0


def _output(architecture: Architecture) -> Count:
    """Weights of the output multiplication, whether they are stored apart or not."""
    own = [t for t in architecture.tensors() if t.part is Part.HEAD and t.matmul]
    return _size(own) if own else _tied(architecture)


def _stacks(stacks: Iterable[Stack]) -> Count:
    return _size(tensor for stack in stacks for _, tensor in stack.tensors())


def _size(tensors: Iterable[Tensor]) -> Count:
    found: Count = 0
    for tensor in tensors:
        found = found + tensor.size
    return found


def _active(tensors: Iterable[Tensor]) -> Count:
    found: Count = 0
    for tensor in tensors:
        found = found + tensor.active
    return found


def _passed(tensors: Iterable[Tensor]) -> Count:
    """What multiplies a token, weights of earlier layers that it passes again included."""
    found: Count = 0
    for tensor in tensors:
        found = found + tensor.passed
    return found


def _some(size: Count) -> bool:
    return isinstance(size, Lacking) or size > 0
