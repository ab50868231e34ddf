"""The keys people type for a quantity without a plan: short, prefixed, or its global name."""

from __future__ import annotations

from collections.abc import Mapping

from flopwatt.catalog import supplied_by
from flopwatt.model.population import PLAN
from flopwatt.model.quantity import Entity, Quantity
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.plan.draft import listed
from flopwatt.plan.fields import Field, fields_of
from flopwatt.problems import PlanError, Problem, nearest

# a load and an activity have a duration, too: a short key means those of others first
WITH_SECTION = ("load", "activity")
Spelled = tuple[str, str]  # an entity, and a field or key of it


def prefix_of(entity: Entity) -> str:
    """What stands before the keys of an entity without a name of its own."""
    return entity.alone or entity.section or entity.name


def givable(vocabulary: Vocabulary, entity: str) -> Mapping[str, Field]:
    """What may be given of an entity: the fields of a plan, and whatever a formula makes."""
    made = {
        key: Field((quantity,))
        for (owner, key), quantity in vocabulary.by_key.items()
        if owner == entity and quantity.name in vocabulary.formulas
    }
    fields = fields_of(vocabulary, entity)
    return made | {key: field for key, field in fields.items() if not field.refers}


def find_quantity(vocabulary: Vocabulary, key: str) -> Quantity:
    """The quantity that a key asks for. Raises PlanError for none or several."""
    keys = {
        entity: {k: Field((q,)) for (e, k), q in vocabulary.by_key.items() if e == entity}
        for entity in vocabulary.entities
    }
    entity, name = _one(vocabulary, keys, key)
    return keys[entity][name].quantities[0]


def find_field(vocabulary: Vocabulary, key: str, asked: Quantity) -> Spelled:
    """The entity and field that a key gives a value to, where ``asked`` is to be worked out.

    A key that several entities have means what the asked quantity can be worked out from, that
    of its own entity before others. Raises PlanError for none or several.
    """
    fields = {entity: givable(vocabulary, entity) for entity in vocabulary.entities}
    return _one(vocabulary, fields, key, _behind(vocabulary, asked), asked.entity)


def _behind(vocabulary: Vocabulary, asked: Quantity) -> frozenset[str]:
    """Every quantity that the asked one may be worked out from, itself included."""
    found: set[str] = set()
    rest = [asked.name]
    while rest:
        name = rest.pop()
        if name not in found:
            found.add(name)
            rest += [need for way in vocabulary.formulas.get(name, ()) for need in way.needs]
    return frozenset(found)


def _one(
    vocabulary: Vocabulary,
    fields: Mapping[str, Mapping[str, Field]],
    key: str,
    wanted: frozenset[str] = frozenset(),
    own: str = "",
) -> Spelled:
    """A full key first, then a global name, then a key that only one entity has."""
    full = {
        f"{prefix}.{name}": (entity.name, name)
        for entity in vocabulary.entities.values()
        for prefix in (prefix_of(entity), entity.section, entity.name)
        if prefix
        for name in fields[entity.name]
    }
    quantity = vocabulary.quantities.get(key)
    if key in full:
        return full[key]
    if key in fields[PLAN]:
        return PLAN, key
    if quantity is not None and quantity.key in fields[quantity.entity]:
        return quantity.entity, quantity.key
    every = [entity for entity in vocabulary.entities if key in fields[entity]]
    found = [entity for entity in every if entity not in WITH_SECTION or entity == own] or every
    of_use = [e for e in found if wanted & _set_by(vocabulary, e, fields[e][key])]
    if own in of_use:
        return own, key
    if len(of_use or found) == 1:
        return (of_use or found)[0], key
    names = [f"{prefix_of(vocabulary.entities[entity])}.{key}" for entity in of_use or found]
    raise PlanError([_unclear(key, names) if found else _unknown(key, full)])


def _set_by(vocabulary: Vocabulary, entity: str, field: Field) -> set[str]:
    """The quantities of an entity that a field gives a value to, itself or by what it names."""
    named = supplied_by(field.chooses) if field.chooses else ()
    own = {name for name in named if vocabulary.quantities[name].entity == entity}
    return own | {quantity.name for quantity in field.quantities}


def _unclear(key: str, names: list[str]) -> Problem:
    return Problem(
        "unknown-quantity",
        "several quantities have this key; say whose is meant",
        field=key,
        given=key,
        allowed=", ".join(names),
        nearest=names[0],
    )


def _unknown(key: str, full: Mapping[str, Spelled]) -> Problem:
    """No quantity has the key; those of the same entity may be meant, or one spelled alike."""
    short = {name.partition(".")[2]: name for name in full}
    near = nearest(key, full) or short.get(nearest(key, short), "")
    same = sorted(name for name in full if name.startswith(f"{key.partition('.')[0]}."))
    return Problem(
        "unknown-quantity",
        "no quantity has this key",
        field=key,
        given=key,
        allowed=listed(same) or "a key such as training.cost; `flopwatt fields` lists them",
        nearest=near,
    )
