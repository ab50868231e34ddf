"""Which file reads which model type: a family is one file in ``families``, known nowhere else."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from flopwatt.architecture import families, towers
from flopwatt.architecture.config import Config
from flopwatt.architecture.records import Architecture, Stack

NATIVE = "params.json"  # sizes as Meta and Mistral write them, with no model type
Reader = Callable[[Config], Architecture]
TowerReader = Callable[[Config, Config], Stack]


@dataclass(frozen=True)
class Family:
    """How configs of some model types are read.

    ``also`` are names of architectures, for configs whose model type is missing or another's.
    """

    name: str
    model_types: tuple[str, ...]
    read: Reader
    also: tuple[str, ...] = ()


def family(*model_types: str, also: tuple[str, ...] = ()) -> Callable[[Reader], Reader]:
    """Mark a function as the reader of some model types."""

    def mark(read: Reader) -> Reader:
        found = Family(read.__module__.rpartition(".")[2], model_types, read, also)
        read.__families__ = (*getattr(read, "__families__", ()), found)  # type: ignore[attr-defined]
        return read

    return mark


@functools.cache
def load_families() -> Mapping[str, Family]:
    """Every family by model type and by architecture name, in lower case."""
    found: dict[str, Family] = {}
    for member in _members(families):
        for one in getattr(member, "__families__", ()):
            for name in (*one.model_types, *one.also):
                if found.setdefault(name.lower(), one) is not one:
                    raise ValueError(f"two families read {name}")
    return found


def tower(*model_types: str) -> Callable[[TowerReader], TowerReader]:
    """Mark a function as the reader of towers: of their own model type, or their wrapper's.

    It takes the tower's object and the one that holds it, and gives the tower's stack with
    the projector that leads from it to the text model.
    """

    def mark(read: TowerReader) -> TowerReader:
        read.__towers__ = model_types  # type: ignore[attr-defined]
        return read

    return mark


@functools.cache
def load_towers() -> Mapping[str, TowerReader]:
    """Every reader of towers by model type."""
    found: dict[str, TowerReader] = {}
    for member in _members(towers):
        for name in getattr(member, "__towers__", ()):
            if found.setdefault(name, member) is not member:
                raise ValueError(f"two towers read {name}")
    return found


def _members(package: ModuleType) -> Iterator[Any]:
    """Everything that the files of a package hold, in the order of their names."""
    for name in sorted(module.name for module in pkgutil.iter_modules(package.__path__)):
        yield from vars(importlib.import_module(f"{package.__name__}.{name}")).values()
