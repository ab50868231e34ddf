"""The layers and tensors of a model as tables that add up to its count."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from flopwatt.architecture.lacking import Count, Lacking
from flopwatt.architecture.records import Architecture, Layer, Stack, Tensor
from flopwatt.report.cells import UNKNOWN
from flopwatt.report.records import Cell, Section, Table
from flopwatt.studies.models import ModelStudy

LONGEST = 24  # letters of the places of layers alike


def layer_section(found: ModelStudy) -> Section | None:
    """Every layer, those alike as one row."""
    architecture = found.reading.architecture
    if architecture is None:
        return None
    tables = [
        _layer_table(name, title, stack)
        for name, title, stack in _stacks(architecture)
        if stack.layers or stack.outer
    ]
    return Section("layers", "Layer by layer", tuple(tables))


def tensor_section(found: ModelStudy) -> Section | None:
    """Every tensor, those of layers alike told once."""
    architecture = found.reading.architecture
    if architecture is None:
        return None
    tables = [_tensor_table(name, title, stack) for name, title, stack in _stacks(architecture)]
    return Section("tensors", "Tensor by tensor", tuple(tables))


def _stacks(architecture: Architecture) -> Iterable[tuple[str, str, Stack]]:
    if architecture.encoder:
        yield "encoder", "Encoder", architecture.encoder
    yield "decoder", "Text model", architecture.decoder
    for name, stack in architecture.towers.items():
        yield name, f"Tower: {name}", stack
    if architecture.predictor:
        yield "predictor", "Predictor of further tokens", architecture.predictor


def _alike(stack: Stack) -> Iterable[tuple[str, int, Layer]]:
    """Layers that are alike: their places, how many, and one of them."""
    places: dict[Layer, list[int]] = {}
    for place, layer in enumerate(stack.layers):
        places.setdefault(layer, []).append(place)
    for layer, found in places.items():
        yield _places(found), len(found), layer


def _places(found: list[int]) -> str:
    """Places in few words: 0-2, 3-60, or 0-44 by 2."""
    steps = {after - before for before, after in pairwise(found)}
    if len(found) > 2 and len(steps) == 1 and steps != {1}:
        return f"{found[0]}-{found[-1]} by {steps.pop()}"
    runs: list[list[int]] = []
    for place in found:
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    text = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
    return text if len(text) <= LONGEST else f"{len(found)} layers"


def _layer_table(name: str, title: str, stack: Stack) -> Table:
    rows: list[tuple[Cell, ...]] = []
    total: Count = 0
    passed: Count = 0
    for places, count, layer in [*_alike(stack), ("around", 1, Layer("", stack.outer))]:
        size, active = _sum(layer.tensors), _sum(layer.tensors, active=True)
        total, passed = total + size * count, passed + active * count
        kept = _added(cache.values for cache in layer.caches)
        label = layer.label or "embedding, norms, output"
        cells = (size, size * count, active * count)
        rows.append(
            (Cell(places), Cell(label), *(Cell(_text(x)) for x in cells), Cell(_text(kept)))
        )
    rows.append((Cell("together"), Cell(""), Cell(""), Cell(_text(total)), Cell(_text(passed)),
                 Cell("")))  # fmt: skip
    columns = ("layers", "what", "each", "parameters", "active", "kept")
    note = "Kept: values of each token that decoding keeps in one layer."
    return Table(f"layers-{name}", title, columns, tuple(rows), note, words=("what",), foot=1)


def _tensor_table(name: str, title: str, stack: Stack) -> Table:
    """Tensors alike, with the layers that have them, told once."""
    found: dict[Tensor, int] = dict.fromkeys(stack.outer, 0)
    for layer in stack.layers:
        for tensor in layer.tensors:
            found[tensor] = found.get(tensor, 0) + 1
    rows: list[tuple[Cell, ...]] = []
    total: Count = 0
    for tensor, layers in found.items():
        whole = tensor.size * max(layers, 1)
        total = total + whole
        shape = " x ".join(_text(side) for side in tensor.shape)
        shape = shape if tensor.copies == 1 else f"{_text(tensor.copies)} times {shape}"
        cells = (str(tensor.part), str(layers or ""), shape, _text(whole))
        rows.append((Cell(tensor.name.removesuffix(".weight")), *map(Cell, cells)))
    rows.append((Cell("together"), Cell(""), Cell(""), Cell(""), Cell(_text(total))))
    columns = ("tensor", "class", "layers", "shape", "elements")
    return Table(f"tensors-{name}", title, columns, tuple(rows), words=("class", "shape"), foot=1)


def _sum(tensors: Iterable[Tensor], *, active: bool = False) -> Count:
    return _added(t.active if active else t.size for t in tensors if t.trained)


def _added(sizes: Iterable[Count]) -> Count:
    found: Count = 0
    for size in sizes:
        found = found + size
    return found


def _text(size: Count) -> str:
    return UNKNOWN if isinstance(size, Lacking) else f"{size:,}"
