"""The JSON Schema of a plan, for editors: derived from the vocabulary like the fields themselves.

It is looser than the reader: it knows the fields and their places, and leaves amounts to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flopwatt.model.population import PLAN
from flopwatt.model.quantity import Kind, Quantity
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.plan.currencies import CODE, CURRENCIES
from flopwatt.plan.entries import RECORD
from flopwatt.plan.fields import Field, fields_of, sections_of
from flopwatt.plan.layers import EXTENDS
from flopwatt.plan.sections import NAME
from flopwatt.plan.tables import MONTH

DRAFT = "https://json-schema.org/draft/2020-12/schema"
SCALAR = ["string", "number", "boolean"]  # YAML makes numbers of bare digits, yes of yes
DATE = r"^\d{4}-\d{2}-\d{2}$"
MANY = "Names of others of this section, parted by commas; none for nothing."
Schema = dict[str, Any]


def make_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of a whole plan, draft 2020-12, as plain data."""
    properties: Schema = {
        "name": {"type": "string", "description": "What the plan is called."},
        EXTENDS: {"type": "string", "description": "A plan file that this one builds on."},
        CURRENCIES: _currencies(),
        **_fields(fields_of(vocabulary, PLAN)),
    }
    for section, entity in sections_of(vocabulary).items():
        properties[section] = _section(vocabulary, entity)
    return {
        "$schema": DRAFT,
        "title": "A flopwatt plan",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "$defs": {"record": _record()},
    }


def _section(vocabulary: Vocabulary, entity: str) -> Schema:
    entry = {
        "type": ["object", "null"],
        "properties": _fields(fields_of(vocabulary, entity)),
        "additionalProperties": False,
    }
    return {
        "type": ["object", "null"],
        "description": vocabulary.entities[entity].meaning,
        "patternProperties": {_whole(NAME.pattern): entry},
        "additionalProperties": False,
    }


def _fields(fields: Mapping[str, Field]) -> Schema:
    """Each field under its dotted spelling and, where it has dots, as nested maps too."""
    found: Schema = {key: _field(field) for key, field in fields.items()}
    for key in sorted(fields, key=lambda key: key.count(".")):
        *groups, last = key.split(".")
        here = found
        for group in groups:
            here = _nested(here.setdefault(group, {}))
        here.setdefault(last, _field(fields[key]))
    return found


def _nested(schema: Schema) -> Schema:
    """The properties of a group of fields, which may be a field of its own as well."""
    ways = schema.setdefault("anyOf", [])
    group = next((way for way in ways if "properties" in way), None)
    if group is None:
        group = {"type": "object", "properties": {}, "additionalProperties": False}
        ways.append(group)
    properties: Schema = group["properties"]
    return properties


def _field(field: Field) -> Schema:
    if field.many:
        return {"type": ["string", "number"], "description": MANY}
    if not field.quantities:
        what = f"the {field.refers} it belongs to" if field.refers else "an entry of the catalog"
        return {"type": ["string", "number"], "description": f"Name of {what}."}
    quantity = field.quantities[0]
    ways: list[Schema] = [_single(quantity), {"$ref": "#/$defs/record"}]
    if quantity.monthly:
        ways.append(_by_month(quantity))
    default = f" Left out: {quantity.default.text}." if quantity.default else ""
    found: Schema = {"description": quantity.meaning + default, "anyOf": ways}
    return found | ({"examples": [quantity.example]} if quantity.example else {})


def _single(quantity: Quantity) -> Schema:
    """One value as it may be written; an amount is any text, and its unit the reader's affair."""
    match quantity.kind:
        case Kind.WORD:
            return {"enum": list(quantity.words)}
        case Kind.DATE:
            return {"type": "string", "pattern": DATE}
    return {"type": SCALAR}


def _by_month(quantity: Quantity) -> Schema:
    return {
        "type": "object",
        "patternProperties": {_whole(MONTH.pattern): _single(quantity)},
        "additionalProperties": False,
        "minProperties": 1,
    }


def _record() -> Schema:
    """A value with what is known about it."""
    return {
        "type": "object",
        "properties": {name: {"type": SCALAR} for name in RECORD},
        "required": ["value"],
        "additionalProperties": False,
    }


def _currencies() -> Schema:
    rate = {"type": "object", "required": ["value", "as_of"], "properties": {
        name: {"type": SCALAR} for name in ("value", "as_of", "source")}}  # fmt: skip
    return {
        "type": "object",
        "description": "What other currencies are worth in USD, each with its date.",
        "patternProperties": {_whole(CODE.pattern): rate},
        "additionalProperties": False,
    }


def _whole(pattern: str) -> str:
    return f"^(?:{pattern})$"
