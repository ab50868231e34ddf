"""What the plan did not say and flopwatt assumed or looked up."""

from __future__ import annotations

from collections.abc import Container, Iterable

from flopwatt.model.value import Origin, Value
from flopwatt.report.explain import source_text
from flopwatt.report.ranges import value_texts
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.sources import document_of
from flopwatt.report.texts import number_text
from flopwatt.studies.run import Study

NEUTRAL = "convention#neutral"
FACT_DIGITS = 4
MAX_NAMES = 24  # characters of instance names that fit a cell; beyond, they are counted


def assumption_section(
    study: Study, sections: Iterable[Section], entities: Container[str] | None = None
) -> Section | None:
    """Every assumed or catalog value that something shown was worked out from, with its source.

    Where a report is about some ``entities`` alone, only what is of those is told.
    """
    tables = (table for section in sections for table in section.tables)
    keys = {cell.key for table in tables for row in table.rows for cell in row}
    named = (study.results.find(key) for key in sorted(keys))
    used = study.results.behind(quantity.name for quantity, _ in filter(None, named))
    values = study.results.values()
    found = [
        value
        for value in values
        if value.origin.kind in ("assumed", "catalog")
        if value.quantity.written and value.quantity.name in used
        if entities is None or value.quantity.entity in entities
    ]
    if not found:
        return None
    alike: dict[tuple[str, Origin], list[Value]] = {}
    for value in found:
        alike.setdefault((value.quantity.name, value.origin), []).append(value)
    neutral = [values for values in alike.values() if values[0].origin.source == NEUTRAL]
    rows = tuple(_row(study, values) for values in alike.values() if values not in neutral)
    table = Table(
        "assumptions",
        "Assumed, or taken from the catalog",
        ("value", "of", "is", "source"),
        rows,
        note=_left_out(neutral),
        words=("of", "source"),
    )
    count = len(rows)
    title = f"{count} value{'s do' if count > 1 else ' does'} not come from the plan."
    return Section("assumptions", title, (table,))


def _left_out(neutral: list[list[Value]]) -> str:
    """The quantities that play no part because the plan does not state them."""
    keys = dict.fromkeys(values[0].quantity.key for values in neutral)
    return f"Left out, since the plan does not state them: {', '.join(keys)}." if keys else ""


def _text(study: Study, value: Value) -> str:
    """An assumption as it is written; a fact to so many digits as facts are told with."""
    if value.origin.kind == "assumed" or value.is_series:
        return value.origin.text
    return number_text(value.quantity, value.central, study.plan.start, FACT_DIGITS)


def _row(study: Study, values: list[Value]) -> tuple[Cell, ...]:
    """One row for all instances that share a value and its source."""
    first = values[0]
    names = ", ".join(value.instance for value in values)
    told = len(values) == 1 or len(names) <= MAX_NAMES
    of = names if told else f"{len(values)} {first.quantity.entity}s"
    return (
        Cell(first.quantity.key),
        Cell(of),
        Cell(_text(study, first), first.key, value_texts(study, first)[1]),
        Cell(
            source_text(first.origin.source, first.origin.as_of),
            source=document_of(first.origin.source),
        ),
    )
