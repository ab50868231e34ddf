"""The fields of a plan as people look them up: what each means, how it is written, its default."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from flopwatt.model.formula import Formula
from flopwatt.model.population import PLAN
from flopwatt.model.quantity import Entity, Quantity
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.plan.schema import MANY
from flopwatt.problems import PlanError, Problem, nearest
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import counted
from flopwatt.studies.run import load_vocabulary

COLUMNS = ("field", "what it is")
NAME_OF_PLAN = "What the plan is called."


@dataclass(frozen=True)
class PlanField:
    """One field that a plan may set: its key, unit, meaning, an example, and what holds without it.

    ``section`` is the part of the plan it stands under, empty for the plan's own fields.
    """

    entity: str
    section: str
    key: str
    unit: str
    meaning: str
    example: str
    left_out: str
    also: tuple[str, ...] = ()


def plan_fields(entity: str | None = None) -> tuple[PlanField, ...]:
    """Every field of a plan, section by section, or those of one entity or section.

    Raises PlanError for a name that is neither.
    """
    vocabulary = load_vocabulary()
    entities = [found for found in vocabulary.entities.values() if _in_plan(found)]
    if entity is not None:
        entities = [_find(entities, entity)]
    ordered = sorted(entities, key=lambda found: found.section)
    return tuple(field for found in ordered for field in _fields(vocabulary, found))


def field_page(entity: str | None = None) -> Section:
    """The fields as a page: a table for each section of a plan."""
    entities, fields = load_vocabulary().entities, plan_fields(entity)
    tables = []
    for name in dict.fromkeys(field.entity for field in fields):
        about = entities[name]
        own = [field for field in fields if field.entity == name]
        rows = tuple((Cell(f.key), Cell(_told(f))) for f in own)
        head = f"{about.section}: {about.meaning}" if about.section else "The plan's own fields"
        tables.append(Table(name, head, COLUMNS, rows, words=COLUMNS))
    return Section("fields", f"{counted(len(fields), 'field')} that a plan may set", tuple(tables))


def _told(field: PlanField) -> str:
    other = f" Also: {', '.join(field.also)}." if field.also else ""
    example = f" Example: {field.example}." if field.example else ""
    left_out = f" Left out: {field.left_out}." if field.left_out else ""
    return field.meaning + other + example + left_out


def _in_plan(entity: Entity) -> bool:
    return bool(entity.section) or entity.name == PLAN


def _find(entities: Iterable[Entity], word: str) -> Entity:
    names = {name: e for e in entities for name in (e.name, e.section) if name}
    if word in names:
        return names[word]
    raise PlanError(
        [
            Problem(
                "unknown-name",
                "no section or entity of a plan has this name",
                given=word,
                allowed=", ".join(names),
                nearest=nearest(word, names),
            )
        ]
    )


def _fields(vocabulary: Vocabulary, entity: Entity) -> Iterator[PlanField]:
    def make(key: str, meaning: str, example: str, left_out: str, unit: str = "") -> PlanField:
        return PlanField(entity.name, entity.section, key, unit, meaning, example, left_out)

    if entity.name == PLAN:
        yield make("name", NAME_OF_PLAN, "Same model, two products", "the file's name")
    for target in entity.refers:
        pointer = vocabulary.pointer(target)
        unsaid = "that of its own name" if target in entity.optional else "the only one there is"
        yield make(pointer, f"The {pointer} it belongs to.", "", unsaid)
    for name in entity.lists:
        yield make(name, MANY, "shell, switchgear", "nothing, or as in the catalog")
    for choice, kind in entity.choices.items():
        example = "Virginia" if kind == "grid" else "H100"
        yield make(choice, "Name of an entry of the catalog.", example, "not known")
    for (owner, short), keys in vocabulary.shorthands.items():
        if owner == entity.name:
            first = vocabulary.by_key[owner, keys[0]]
            sets = f"Short for {' and '.join(keys)}."
            yield make(short, sets, first.example, "", first.unit)
    for quantity in vocabulary.of(entity.name):
        if quantity.written:
            yield _field(vocabulary, entity, quantity)


def _field(vocabulary: Vocabulary, entity: Entity, quantity: Quantity) -> PlanField:
    return PlanField(
        entity.name,
        entity.section,
        quantity.key,
        quantity.unit,
        quantity.meaning,
        quantity.example,
        _left_out(vocabulary, quantity),
        quantity.also,
    )


def _left_out(vocabulary: Vocabulary, quantity: Quantity) -> str:
    """What holds where the plan is silent: a default with its source, or what it follows from."""
    if quantity.default:
        return f"{quantity.default.text}, {quantity.default.source.replace('#', ', ')}"
    ways = (_needs(vocabulary, way) for way in vocabulary.formulas.get(quantity.name, ()))
    return "; or ".join(ways) or "not known"


def _needs(vocabulary: Vocabulary, formula: Formula) -> str:
    keys = (vocabulary.quantities[need].key for need in formula.needs)
    return "from " + ", ".join(keys)
