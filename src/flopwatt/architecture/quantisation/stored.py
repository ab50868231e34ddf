"""What the reader of a method gives: rules, and what they were read from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flopwatt.architecture.config import Config
from flopwatt.architecture.formats import Format
from flopwatt.architecture.recipe import Keep, Names, Rule, read_names


@dataclass(frozen=True)
class Stored:
    """The rules of a method, the format its makers chose for cached values, and notes."""

    rules: tuple[Rule, ...] = ()
    kv: str | None = None
    notes: tuple[str, ...] = ()
    name: str = ""


def listed(settings: Config, *keys: str) -> tuple[str, ...]:
    """The names of modules under any of the keys; a single name counts as a list of one."""
    found: list[str] = []
    for key in keys:
        value = settings.raw(key)
        if value is None:
            continue
        texts: Sequence[Any] = [value] if isinstance(value, str) else value
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            settings.refuse(key, "is no list of module names", "a list of texts")
            continue
        found += texts
    return tuple(found)


def names_of(settings: Config, key: str, texts: Iterable[str]) -> Names:
    """Names that fit tensors; a pattern that is none is a problem of the key."""
    try:
        return read_names(texts)
    except re.error as error:
        settings.refuse(key, f"holds a pattern that cannot be read: {error}", "re: and a pattern")
        return Names()


def kept(settings: Config, plain: Format, *keys: str) -> Keep:
    """The rule for modules that the settings leave as they are."""
    key = next((one for one in keys if settings.has(one)), keys[0])
    return Keep(plain, names_of(settings, key, listed(settings, *keys)))


def bits_of(settings: Config, *keys: str, default: int = 4, allowed: Iterable[int] = ()) -> int:
    """A number of bits, one of those allowed."""
    found = settings.count(*keys, default=default)
    choices = tuple(allowed) or (2, 3, 4, 5, 6, 8)
    if isinstance(found, int) and found in choices:
        return found
    if not isinstance(found, int):
        return default  # told already
    key = next((one for one in keys if settings.has(one)), keys[0])
    settings.refuse(key, "is no number of bits of this method", ", ".join(map(str, choices)))
    return default


def inside(settings: Config, key: str) -> Mapping[str, Config]:
    """The objects inside an object by name, with what they leave out taken from around it."""
    holder = settings.child(key)
    if holder is None:
        return {}
    return {
        name: Config({**settings.data, **own}, settings.reading, f"{holder.path}{name}.")
        for name, own in holder.data.items()
        if isinstance(own, Mapping)
    }


def group_of(settings: Config, *keys: str, default: int) -> int | None:
    """Values in a group; None (given as -1 or 0) for one group per row."""
    found = settings.count(*keys, default=default, least=-1)
    return found if isinstance(found, int) and found > 0 else None
