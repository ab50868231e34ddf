"""What a plan's text says, as fields that can be changed: values, ranges, sliders and meanings."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from flopwatt.model.population import PLAN
from flopwatt.model.quantity import Kind, Quantity
from flopwatt.plan.entries import RECORD
from flopwatt.plan.fields import Field, fields_of, sections_of
from flopwatt.reader.spans import Span, read_spans
from flopwatt.report.stops import Stops, make_stops, number_of
from flopwatt.studies.run import load_vocabulary

VALUE = "value"
WORKS = {"run": "training", "product": "inference", "fleet": "inference"}
TERMS = {
    **{"gpus": "GPUs", "gpu": "GPU", "mfu": "MFU", "api": "API", "pue": "PUE", "flops": "FLOPs"},
    **{"ttft": "TTFT", "tpot": "TPOT", "kv": "KV", "params": "parameters", "npv": "NPV"},
}
ENDS = {"low": operator.lt, "high": operator.gt}  # of a range, and when a value is past it
MOST = 400  # fields of one plan that are told; a longer plan is changed as text


@dataclass(frozen=True)
class Input:
    """One value that a plan's text says: its key, its text, and what may be said instead.

    ``low`` and ``high`` are the texts of its range; ``words`` all that it may say, where these
    are few; ``line`` is its line of the text.
    """

    key: str
    label: str
    text: str
    line: int
    unit: str = ""
    meaning: str = ""
    example: str = ""
    low: str = ""
    high: str = ""
    words: tuple[str, ...] = ()
    stops: Stops | None = None


@dataclass(frozen=True)
class InputGroup:
    """The values of one entry of a plan, or of the plan itself.

    ``more`` are the fields that the entry could say beside them, with an example of each.
    """

    section: str
    name: str
    entity: str
    work: str
    inputs: tuple[Input, ...]
    more: tuple[tuple[str, str], ...] = ()


def plan_inputs(text: str, file: str = "plan.yaml") -> tuple[InputGroup, ...]:
    """The values of a plan's text, entry by entry. Raises PlanError where it cannot be read."""
    spans = read_spans(text, file)
    vocabulary = load_vocabulary()
    sections = sections_of(vocabulary)
    groups: dict[str, list[Input]] = {}
    for path, span in spans.items():
        if span.text is None or len(groups) > MOST:
            continue
        owner = _owner(path, sections)
        fields = fields_of(vocabulary, sections.get(owner.partition(".")[0], PLAN))
        made = _input(path, owner, span, spans, fields)
        if made is not None:
            groups.setdefault(owner, []).append(made)
    ordered = sorted(groups, key=lambda owner: "." in owner)  # the plan's own first
    return tuple(_group(owner, groups[owner], sections) for owner in ordered)


def _group(owner: str, inputs: list[Input], sections: Mapping[str, str]) -> InputGroup:
    section, _, name = owner.partition(".")
    entity = sections.get(section, PLAN)
    fields = fields_of(load_vocabulary(), entity)
    said = {one.key for one in inputs}
    more = (
        (key, field.quantities[0].example if field.quantities else "")
        for key, field in fields.items()
        if f"{owner}.{key}".strip(".") not in said
    )
    return InputGroup(section, name, entity, WORKS.get(entity, ""), tuple(inputs), tuple(more))


def _owner(path: str, sections: Mapping[str, str]) -> str:
    """The entry that a value belongs to; empty for the plan's own."""
    section, _, rest = path.partition(".")
    return f"{section}.{rest.partition('.')[0]}" if section in sections and rest else ""


def _input(
    path: str, owner: str, span: Span, spans: Mapping[str, Span], fields: Mapping[str, Field]
) -> Input | None:
    """A value as an input; None for what stands beside a value in its record."""
    above, _, last = path.rpartition(".")
    is_record = f"{above}.{VALUE}" in spans and above != owner
    if is_record and last != VALUE and last in RECORD:
        return None
    key = above if is_record and last == VALUE else path
    name = key.removeprefix(owner).lstrip(".")
    field = fields.get(name, Field())
    about = field.quantities[0] if field.quantities else None
    low, high = (_text(spans, f"{key}.{end}") if is_record else "" for end in ("low", "high"))
    made = Input(key, _label(name or path), span.text or "", span.line, low=low, high=high)
    return made if about is None else _described(made, about)


def key_words(name: str) -> str:
    """A key in words, terms as they are written."""
    return " ".join(TERMS.get(word, word) for word in re.split(r"[_.\s]+", name))


def _label(name: str) -> str:
    """A key as a label, the first letter large."""
    label = key_words(name)
    return label[:1].upper() + label[1:]


def _described(made: Input, quantity: Quantity) -> Input:
    stops = make_stops(quantity, made.text, made.low, made.high)
    return Input(
        made.key,
        made.label,
        made.text,
        made.line,
        quantity.unit if quantity.kind is not Kind.WORD else "",
        quantity.meaning,
        quantity.example,
        made.low,
        made.high,
        quantity.words,
        stops,
    )


def _text(spans: Mapping[str, Span], path: str) -> str:
    span = spans.get(path)
    return span.text or "" if span else ""


def follow_ranges(
    text: str, changes: Mapping[str, str], file: str = "plan.yaml"
) -> Mapping[str, str]:
    """Changes of a plan's text with every end of a range that a value goes past taken along.

    An end stands where the changes say, else where the text does. Raises PlanError where the
    text cannot be read.
    """
    spans = read_spans(text, file)
    found = dict(changes)
    for key, value in changes.items():
        quantity = _quantity(key)
        number = number_of(quantity, value) if quantity and value.strip() else None
        for end, is_past in ENDS.items():
            there = _text(spans, f"{key}.{end}")
            said = changes.get(f"{key}.{end}", there)
            bound = number_of(quantity, said) if quantity and there else None
            if number is not None and bound is not None and is_past(number, bound):
                found[f"{key}.{end}"] = value
            elif said == there:
                found.pop(f"{key}.{end}", None)
    return found


def _quantity(key: str) -> Quantity | None:
    """What a value of a plan is; None for what is no field."""
    vocabulary = load_vocabulary()
    sections = sections_of(vocabulary)
    owner = _owner(key, sections)
    fields = fields_of(vocabulary, sections.get(owner.partition(".")[0], PLAN))
    field = fields.get(key.removeprefix(owner).lstrip("."), Field())
    return field.quantities[0] if field.quantities else None


def every_input(groups: tuple[InputGroup, ...]) -> Iterator[Input]:
    """All inputs of all groups, in the order of the text."""
    for group in groups:
        yield from group.inputs
