"""What may be written where: the legal fields, derived from the vocabulary.

There is no second schema. A field of an entity is a quantity that a plan may set, a
shorthand for several, a reference to another entity, or the name of a catalog thing.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from flopwatt.model.quantity import Quantity
from flopwatt.model.vocabulary import Vocabulary

MANY = 1024  # entities of which they are kept


@dataclass(frozen=True)
class Field:
    """One legal field: the quantities it sets, or what its value refers to, one or ``many``."""

    quantities: tuple[Quantity, ...] = ()
    refers: str = ""
    chooses: str = ""
    many: str = ""


@functools.lru_cache(MANY)
def fields_of(vocabulary: Vocabulary, entity: str) -> Mapping[str, Field]:
    """Every legal field of an entity by its spelling, dotted where it is nested."""
    fields: dict[str, Field] = {}
    for key, quantity in vocabulary.keys_of(entity).items():
        if quantity.written:
            fields[key] = Field((quantity,))
    for (owner, key), keys in vocabulary.shorthands.items():
        if owner == entity:
            fields[key] = Field(tuple(vocabulary.by_key[entity, long] for long in keys))
    about = vocabulary.entities[entity]
    for name in about.refers:
        fields[vocabulary.pointer(name)] = Field(refers=name)
    fields |= {name: Field(many=name) for name in about.lists}
    fields |= {name: Field(chooses=kind) for name, kind in about.choices.items()}
    return MappingProxyType(fields)


def sections_of(vocabulary: Vocabulary) -> Mapping[str, str]:
    """Plan sections and the entity whose instances each holds."""
    return {e.section: e.name for e in vocabulary.entities.values() if e.section}
