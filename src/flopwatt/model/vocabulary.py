"""All quantities and formulas together: names checked, dependencies found, order fixed."""

from __future__ import annotations

import functools
import graphlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from flopwatt.model.formula import Formula
from flopwatt.model.quantity import Entity, Quantity


class Reach(StrEnum):
    """How a formula of one entity sees a quantity of another."""

    OWN = "own"
    PLAN = "plan"
    REFERRED = "referred"  # a run sees its model
    MEMBERS = "members"  # a model sees its runs, a plan everything
    SIBLINGS = "siblings"  # a product sees the runs of its model


MANY = (Reach.MEMBERS, Reach.SIBLINGS)


class VocabularyError(Exception):
    """Our own quantities or formulas contradict each other: a bug, found when they load."""


@dataclass(frozen=True)
class Sight:
    """How a formula sees what it needs: whose it is, and in which way that is reached."""

    need: str
    owner: str
    reach: Reach


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """What can be said in a plan, and what follows from it."""

    entities: Mapping[str, Entity]
    quantities: Mapping[str, Quantity]
    formulas: Mapping[str, tuple[Formula, ...]]
    shorthands: Mapping[tuple[str, str], tuple[str, ...]]
    order: tuple[str, ...] = ()
    by_key: Mapping[tuple[str, str], Quantity] = field(default_factory=dict)

    def reach(self, entity: str, name: str) -> Reach:
        """How a formula of ``entity`` sees the quantity ``name``."""
        asked = (entity, self.quantities[name].entity)
        found = self._reaches.get(asked)
        if found is None:
            found = self._reaches[asked] = _reach(self.entities, *asked)
        return found

    def sights(self, formula: Formula) -> tuple[Sight, ...]:
        """How a formula sees each quantity that it needs."""
        found = self._sights.get(formula)
        if found is None:
            owners = [(need, self.quantities[need].entity) for need in formula.needs]
            found = self._sights[formula] = tuple(
                Sight(need, owner, self.reach(formula.entity, need)) for need, owner in owners
            )
        return found

    @functools.cached_property
    def _sights(self) -> dict[Formula, tuple[Sight, ...]]:
        return {}

    @functools.cached_property
    def read(self) -> frozenset[str]:
        """Every quantity that some formula reads."""
        return frozenset().union(*map(self.needs, self.formulas))

    def needs(self, name: str) -> frozenset[str]:
        """Every quantity that some formula of the quantity ``name`` reads."""
        found = self._needs.get(name)
        if found is None:
            formulas = self.formulas.get(name, ())
            found = self._needs[name] = frozenset(n for one in formulas for n in one.needs)
        return found

    @functools.cached_property
    def _needs(self) -> dict[str, frozenset[str]]:
        return {}

    def keys_of(self, entity: str) -> Mapping[str, Quantity]:
        """The quantities of one entity by their keys."""
        return self._keys.get(entity, {})

    @functools.cached_property
    def _keys(self) -> dict[str, dict[str, Quantity]]:
        found: dict[str, dict[str, Quantity]] = {}
        for (entity, key), quantity in self.by_key.items():
            found.setdefault(entity, {})[key] = quantity
        return found

    @functools.cached_property
    def _reaches(self) -> dict[tuple[str, str], Reach]:
        return {}

    def pointer(self, entity: str) -> str:
        """The plan field by which others point to an entity, be it one that is known here."""
        known = self.entities.get(entity)
        return known.pointer if known else entity

    def of(self, entity: str) -> tuple[Quantity, ...]:
        """The quantities of one entity, in the order in which they are worked out."""
        found = (self.quantities[name] for name in self.order)
        return tuple(quantity for quantity in found if quantity.entity == entity)

    def only(self, *entities: str) -> Vocabulary:
        """What can be said of some entities alone, by formulas that need no others."""
        kept = {name: q for name, q in self.quantities.items() if q.entity in entities}
        ways = (way for found in self.formulas.values() for way in found)
        return make_vocabulary(
            (self.entities[name] for name in entities),
            kept.values(),
            (replace(w, quantity=None) for w in ways if {w.makes, *w.needs} <= kept.keys()),
            {key: names for key, names in self.shorthands.items() if key[0] in entities},
        )


def _reach(entities: Mapping[str, Entity], viewer: str, owner: str) -> Reach:
    if viewer == owner:
        return Reach.OWN
    if owner == "plan":
        return Reach.PLAN
    if viewer == "plan" or viewer in entities[owner].refers:
        return Reach.MEMBERS
    if owner in entities[viewer].refers:
        return Reach.REFERRED
    if set(entities[viewer].refers) & set(entities[owner].refers):
        return Reach.SIBLINGS
    raise VocabularyError(f"a formula of {viewer} cannot see a quantity of {owner}")


def make_vocabulary(
    entities: Iterable[Entity],
    quantities: Iterable[Quantity],
    formulas: Iterable[Formula],
    shorthands: Mapping[tuple[str, str], tuple[str, ...]] | None = None,
) -> Vocabulary:
    """Join quantities that are given and quantities that formulas define.

    Raises VocabularyError naming what is defined twice, what no one defines, or a circle.
    """
    formulas = tuple(formulas)
    entity_map = {entity.name: entity for entity in entities}
    defined = [*quantities, *(f.quantity for f in formulas if f.quantity)]
    names: dict[str, Quantity] = {}
    keys: dict[tuple[str, str], Quantity] = {}
    for quantity in defined:
        if quantity.name in names:
            raise VocabularyError(f"{quantity.name} is defined twice")
        names[quantity.name] = quantity
        for key in (quantity.key, *quantity.also):
            if keys.setdefault((quantity.entity, key), quantity) is not quantity:
                raise VocabularyError(f"{quantity.entity}.{key} is defined twice")
    ways: dict[str, tuple[Formula, ...]] = {}
    for formula in formulas:
        _check_formula(formula, names, entity_map)
        ways[formula.makes] = (*ways.get(formula.makes, ()), formula)
    return Vocabulary(
        entities=entity_map,
        quantities=names,
        formulas=ways,
        shorthands=dict(shorthands or {}),
        order=_order(names, ways),
        by_key=keys,
    )


def _check_formula(
    formula: Formula, names: Mapping[str, Quantity], entities: Mapping[str, Entity]
) -> None:
    for need in formula.needs:
        if need not in names:
            raise VocabularyError(f"{formula.name} needs {need}, which nobody defines")
        _reach(entities, formula.entity, names[need].entity)
    if formula.makes not in names or names[formula.makes].entity != formula.entity:
        raise VocabularyError(f"{formula.name} makes no quantity of {formula.entity}")


def _order(
    names: Mapping[str, Quantity], ways: Mapping[str, tuple[Formula, ...]]
) -> tuple[str, ...]:
    # in the order of the files, not of a set: the same run must give the same document
    graph = {
        name: list(dict.fromkeys(n for f in ways.get(name, ()) for n in f.needs)) for name in names
    }
    try:
        return tuple(graphlib.TopologicalSorter(graph).static_order())
    except graphlib.CycleError as error:
        raise VocabularyError(f"a circle: {' needs '.join(error.args[1])}") from error
