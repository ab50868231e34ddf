"""What the engine made: every value by its key, and why a missing one is missing."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from flopwatt.model.formula import Formula
from flopwatt.model.population import PLAN, Population
from flopwatt.model.quantity import Quantity
from flopwatt.model.recipe import Known, Recipe
from flopwatt.model.value import Array, Input, Lack, Leaf, Origin, Supplied, Value
from flopwatt.model.vocabulary import Reach, Vocabulary


@dataclass(frozen=True)
class Column:
    """One quantity over all instances: what holds, what was supplied, what formulas say."""

    quantity: Quantity
    data: Array
    known: Known
    supplied: tuple[tuple[Leaf, ...], ...]
    recipe: Recipe
    computed: Array

    @functools.cached_property
    def everywhere(self) -> bool:
        """Whether it is known for every instance."""
        return bool(self.known.all())

    @property
    def formulas(self) -> tuple[Formula | None, ...]:
        """The formula that says something of each instance, whether or not that holds."""
        return self.recipe.formulas

    def made_like(self, other: Column) -> bool:
        """Whether both are filled and supplied alike, whatever the numbers."""
        return self is other or (
            self.recipe is other.recipe
            and self.data.shape == other.data.shape
            and self.quantity is other.quantity
            and list(map(bool, self.supplied)) == list(map(bool, other.supplied))
        )


@dataclass(frozen=True)
class Results:
    """Every known value by its public key: ``section.instance.key``, or ``key`` for the plan."""

    vocabulary: Vocabulary
    population: Population
    columns: Mapping[str, Column]
    supplied: Mapping[str, Supplied] = field(default_factory=dict, repr=False)

    def numbers(self, name: str) -> Array:
        """A quantity over all instances, axes (instance, month, option, case)."""
        return self.columns[name].data

    def key(self, quantity: Quantity, instance: str) -> str:
        """The public key of a quantity of one instance."""
        return self.entry(quantity.entity, instance) + quantity.key

    def entry(self, entity: str, instance: str) -> str:
        """What stands before the keys of an instance: ``training.base.``, nothing for the plan.

        An entity without a section goes by its own name; an instance may have no name.
        """
        if entity in (PLAN, self.population.subject):
            return ""
        about = self.vocabulary.entities[entity]
        section = about.section or entity
        return f"{section}.{instance}." if instance else f"{about.alone or section}."

    def keys(self) -> Iterator[str]:
        """The keys of all known values, in the order in which they were worked out."""
        return (value.key for value in self.values())

    def values(self, of: Callable[[Quantity], object] | None = None) -> Iterator[Value]:
        """All known values, in the order in which they were worked out; or those ``of`` some."""
        for column in self.columns.values():
            if of is not None and not of(column.quantity):
                continue
            for instance, known in zip(self._names(column), column.known, strict=True):
                if known:
                    yield self.value(column.quantity, instance)

    def find(self, key: str) -> tuple[Quantity, str] | None:
        """The quantity and instance a key names; other spellings of the key are understood."""
        if key not in self._found:
            self._found[key] = self._find(key)
        return self._found[key]

    def _find(self, key: str) -> tuple[Quantity, str] | None:
        ends = [0, *(index + 1 for index, letter in enumerate(key) if letter == ".")]
        for end in ends:
            for entity, instance in self._entries.get(key[:end], ()):
                quantity = self.vocabulary.by_key.get((entity, key[end:]))
                if quantity is not None:
                    return quantity, instance
        return None

    @functools.cached_property
    def _found(self) -> dict[str, tuple[Quantity, str] | None]:
        return {}

    @functools.cached_property
    def _entries(self) -> dict[str, list[tuple[str, str]]]:
        """The entity and instance behind what stands before a key."""
        found: dict[str, list[tuple[str, str]]] = {}
        for entity in self.vocabulary.entities:
            for instance in self.population.names(entity):
                found.setdefault(self.entry(entity, instance), []).append((entity, instance))
        return found

    def __contains__(self, key: str) -> bool:
        found = self.find(key)
        return found is not None and self._known(*found)

    def __getitem__(self, key: str) -> Value:
        found = self.find(key)
        if found is None or not self._known(*found):
            raise KeyError(key)
        return self.value(*found)

    def value(self, quantity: Quantity, instance: str) -> Value:
        """One known value with its origin and inputs; made once, when first asked for."""
        made = self._made.get((quantity.name, instance))
        if made is None:
            made = self._made[quantity.name, instance] = self._make(quantity, instance)
        return made

    @functools.cached_property
    def _made(self) -> dict[tuple[str, str], Value]:
        return {}

    def _make(self, quantity: Quantity, instance: str) -> Value:
        column = self.columns[quantity.name]
        position = self.population.place(quantity.entity, instance)
        leaves = column.supplied[position]
        formula = column.formulas[position]
        by_formula = bool(column.recipe.known[position])
        return Value(
            key=self.key(quantity, instance),
            quantity=quantity,
            instance=instance,
            array=column.data[position],
            origin=leaves[0].origin if leaves else _origin(formula),
            formula=formula,
            inputs=self.inputs(formula, instance) if formula else (),
            beside=column.computed[position] if leaves and by_formula else None,
            losers=leaves[1:],
            range=leaves[0].range if leaves else None,
        )

    def behind(self, names: Iterable[str]) -> frozenset[str]:
        """The quantities that some were worked out from, by the formulas whose answers hold."""
        found: set[str] = set()
        rest = list(names)
        while rest:
            column = self.columns[rest.pop()]
            ways = zip(column.formulas, column.supplied, strict=True)
            holding = {formula for formula, leaves in ways if formula and not leaves}
            needs = {need for formula in holding for need in formula.needs}
            rest += needs - found
            found |= needs
        return frozenset(found)

    def read_keys(self, names: frozenset[str]) -> set[str]:
        """The keys, of some quantities, that formulas whose answers are known read."""
        found: set[str] = set()
        for column in self.columns.values():
            for use in column.recipe.uses:
                needs = names.intersection(use.formula.needs)
                if not needs:
                    continue
                every = self._names(column)
                filled = every if use.where is None else [every[place] for place in use.where]
                for need in needs:
                    quantity = self.vocabulary.quantities[need]
                    for instance in filled:
                        owners = self._owners(use.formula.entity, instance, need)
                        found |= {self.key(quantity, owner) for owner in owners}
        return found

    def followers(self, names: Iterable[str], *, decide: bool = False) -> tuple[str, ...]:
        """What is named and what follows by formulas in use; decisions hold, or are taken anew."""
        found = set(names)
        for name, column in self.columns.items():
            reads = column.recipe.reads if decide else column.recipe.reads_anew
            if name not in found and not found.isdisjoint(reads):
                found.add(name)
        return tuple(name for name in self.columns if name in found)

    def made_like(self, other: Results) -> bool:
        """Whether both are of the same things, worked out and supplied alike, numbers aside."""
        return (
            self.population is other.population
            and self.columns.keys() == other.columns.keys()
            and all(one.made_like(other.columns[name]) for name, one in self.columns.items())
        )

    def missing(self, quantity: Quantity, instance: str) -> Lack:
        """Why a value is not known, down to what only the plan can say."""
        ways = []
        formulas = self.vocabulary.formulas.get(quantity.name, ())
        offered = [way for way in formulas if way.offered]
        # where nothing else is offered, what a plan may write is a line to add by itself
        for formula in offered or (() if quantity.written else formulas):
            lacks = []
            for need in formula.needs:
                needed = self.vocabulary.quantities[need]
                owners = self._owners(formula.entity, instance, need)
                lacks += [self.missing(needed, o) for o in owners if not self._known(needed, o)]
                if not owners:
                    lacks.append(Lack(needed.key, needed, empty=True))
            ways.append(tuple(lacks))
        return Lack(self.key(quantity, instance), quantity, tuple(ways))

    def _known(self, quantity: Quantity, instance: str) -> bool:
        place = self.population.place(quantity.entity, instance)
        return bool(self.columns[quantity.name].known[place])

    def _names(self, column: Column) -> tuple[str, ...]:
        return self.population.names(column.quantity.entity)

    def _owners(self, viewer: str, instance: str, need: str) -> tuple[str, ...]:
        """The instances of a needed quantity that one instance of the viewer reads."""
        owner = self.vocabulary.quantities[need].entity
        names = self.population.names(owner)
        reach = self.vocabulary.reach(viewer, need)
        if reach in (Reach.OWN, Reach.PLAN):
            return (instance if reach is Reach.OWN else PLAN,)
        if reach is Reach.REFERRED:
            at = self.population.references[viewer, owner][self.population.place(viewer, instance)]
            return (names[at],) if at >= 0 else ()
        return tuple(names[i] for i in self.population.group(viewer, owner, instance))

    def inputs(self, formula: Formula, instance: str) -> tuple[Input, ...]:
        """What a formula reads for one instance, by parameter."""
        inputs = []
        for need in formula.needs:
            quantity = self.vocabulary.quantities[need]
            owners = self._owners(formula.entity, instance, need)
            inputs.append(Input(need, tuple(self.key(quantity, owner) for owner in owners)))
        return tuple(inputs)


def _origin(formula: Formula | None) -> Origin:
    if formula is None:
        raise ValueError("a value is either supplied or computed")
    return Origin("computed", source=formula.source)
