"""Every formula as people look it up: written out, with unit, source and meaning."""

from __future__ import annotations

from dataclasses import dataclass

from flopwatt.model.formula import Formula
from flopwatt.model.trace import written
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.problems import PlanError, Problem, nearest
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.symbols import keys_of
from flopwatt.report.texts import counted
from flopwatt.studies.keys import find_quantity, prefix_of
from flopwatt.studies.run import load_vocabulary


@dataclass(frozen=True)
class WrittenFormula:
    """One formula: what it makes, written out on keys, its unit, source and meaning.

    ``needs`` are the public keys of what it is worked out from, without instances.
    """

    key: str
    name: str
    entity: str
    unit: str
    written: str
    source: str
    meaning: str
    needs: tuple[str, ...]


def written_formulas(key: str | None = None) -> tuple[WrittenFormula, ...]:
    """Every formula, or those of one entity or section, or all ways to one quantity.

    Raises PlanError for a key that names nothing, or only a quantity that no formula makes.
    """
    vocabulary = load_vocabulary()
    chosen = vocabulary.order if key is None else _chosen(vocabulary, key)
    found = (way for name in chosen for way in vocabulary.formulas.get(name, ()))
    return tuple(_written(vocabulary, way) for way in found)


def formula_page(key: str | None = None) -> Section:
    """The formulas as a page: one table for each entity, all ways to a quantity together."""
    entities, found = load_vocabulary().entities, written_formulas(key)
    tables = []
    for entity in dict.fromkeys(way.entity for way in found):
        own = [way for way in found if way.entity == entity]
        rows = tuple((Cell(way.written), Cell(_about(way))) for way in own)
        columns = (prefix_of(entities[entity]), "what it is")
        meaning = entities[entity].meaning
        tables.append(Table(entity, meaning, columns, rows, words=columns))
    if len({way.key for way in found}) == 1:
        tables.append(_inputs(found))
    count = len(found)
    return Section("formulas", counted(count, "formula"), tuple(tables))


def _inputs(ways: tuple[WrittenFormula, ...]) -> Table:
    """What the ways to one quantity are worked out from."""
    quantities = load_vocabulary().quantities
    by_key = {_public(load_vocabulary(), q.name): q for q in quantities.values()}
    needs = dict.fromkeys(need for way in ways for need in way.needs)
    rows = tuple(
        (Cell(need), Cell(f"{by_key[need].meaning} In {by_key[need].unit}.")) for need in needs
    )
    columns = ("worked out from", "what it is")
    return Table("inputs", ways[0].meaning, columns, rows, words=columns)


def _about(way: WrittenFormula) -> str:
    return f"{way.meaning} In {way.unit}; {way.source.replace('#', ', ')}."


def _chosen(vocabulary: Vocabulary, key: str) -> tuple[str, ...]:
    """The quantities that a key asks for: all of an entity or section, or one."""
    for entity in vocabulary.entities.values():
        if key in (entity.name, entity.section):
            return tuple(quantity.name for quantity in vocabulary.of(entity.name))
    quantity = find_quantity(vocabulary, key)
    if quantity.name in vocabulary.formulas:
        return (quantity.name,)
    made = [vocabulary.quantities[name].key for name in vocabulary.formulas]
    raise PlanError(
        [
            Problem(
                "unknown-quantity",
                "is given or assumed; no formula makes it",
                field=key,
                given=key,
                allowed="a key that is worked out, such as training.cost",
                nearest=nearest(key, made),
            )
        ]
    )


def _written(vocabulary: Vocabulary, way: Formula) -> WrittenFormula:
    quantity = vocabulary.quantities[way.makes]
    needs = [vocabulary.quantities[need] for need in way.needs]
    keys = keys_of(quantity, needs)
    return WrittenFormula(
        key=_public(vocabulary, quantity.name),
        name=way.makes,
        entity=way.entity,
        unit=f"{quantity.unit} in the month" if quantity.flow else quantity.unit,
        written=f"{quantity.key} = {written(way, keys)}",
        source=way.source,
        meaning=way.meaning,
        needs=tuple(_public(vocabulary, need.name) for need in needs),
    )


def _public(vocabulary: Vocabulary, name: str) -> str:
    quantity = vocabulary.quantities[name]
    entity = vocabulary.entities[quantity.entity]
    return quantity.key if entity.name == "plan" else f"{prefix_of(entity)}.{quantity.key}"
