"""What the plan did not say and flopwatt assumed or looked up."""

from __future__ import annotations

from collections.abc import Container, Iterable

from flopwatt.catalog.days import first_day
from flopwatt.catalog.facts import STALE, STALE_GRIDS, age_problems
from flopwatt.catalog.grids import GRID
from flopwatt.catalog.load import load_gives, load_limits
from flopwatt.model.value import Origin, Value
from flopwatt.report.explain import source_text
from flopwatt.report.ranges import end_texts, value_texts
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.sources import document_of
from flopwatt.report.texts import counted, number_text
from flopwatt.studies.run import Study

NEUTRAL = "convention#neutral"
STALE_WORD = "stale"
AGELESS = ("model",)
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
    told = [values for values in alike.values() if values not in neutral]
    old = [values for values in told if _is_stale(study, values[0])]
    told = [*old, *(values for values in told if values not in old)]
    table = Table(
        "assumptions",
        "Assumed, or taken from the catalog",
        ("value", "of", "is", "source"),
        tuple(_row(study, values) for values in told),
        note="\n".join(filter(None, (_stale_note() if old else "", _left_out(neutral)))),
        words=("of", "source"),
    )
    return Section("assumptions", _title(told, len(old)), (table,))


def _title(told: list[list[Value]], old: int) -> str:
    """How many values do not come from the plan, of when the oldest fact is, how many are stale."""
    count = len(told)
    said = f"{count} value{'s do' if count > 1 else ' does'} not come from the plan"
    dates = [values[0].origin.as_of for values in told if values[0].origin.as_of]
    if dates:
        said += f"; the oldest fact is of {min(dates, key=first_day)}"
        said += f", {old} {'are' if old > 1 else 'is'} stale" if old else ""
    return f"{said}."


def _is_stale(study: Study, value: Value) -> bool:
    """Whether a fact was too old when the plan starts; what a model is made of does not age."""
    as_of, start = value.origin.as_of, study.plan.start
    if value.origin.kind != "catalog" or not as_of or value.quantity.entity in AGELESS:
        return False
    return first_day(as_of) <= start and bool(age_problems(as_of, start, "", _limit(value)))


def _limit(value: Value) -> str:
    of_grid = value.quantity.name in load_gives().get(GRID, {})
    return STALE_GRIDS if of_grid else STALE


def _stale_note() -> str:
    facts, grids = (load_limits()[limit] for limit in (STALE, STALE_GRIDS))
    return f"Stale: older than {facts} when the plan starts, a figure of a grid than {grids}."


def _left_out(neutral: list[list[Value]]) -> str:
    """The quantities that play no part because the plan does not state them."""
    keys = dict.fromkeys(values[0].quantity.key for values in neutral)
    return f"Left out, since the plan does not state them: {', '.join(keys)}." if keys else ""


def _text(study: Study, value: Value) -> str:
    """An assumption as it is written; a fact to so many digits as facts are told with."""
    if value.origin.kind == "assumed" or value.is_series:
        return value.origin.text
    return number_text(value.quantity, value.central, study.plan.start, FACT_DIGITS)


def _range_text(study: Study, value: Value) -> str:
    """The range of an assumption: with its unit where the text has another one."""
    number, around = value_texts(study, value)
    if not around or number.partition(" ")[2] == _text(study, value).partition(" ")[2]:
        return around
    low, high = end_texts(study, value)
    bare, _, unit = low.partition(" ")
    return f"{bare if unit == high.partition(' ')[2] else low} to {high}"


def _row(study: Study, values: list[Value]) -> tuple[Cell, ...]:
    """One row for all instances that share a value and its source."""
    first = values[0]
    stale = f", {STALE_WORD}" if _is_stale(study, first) else ""
    names = ", ".join(value.instance for value in values)
    told = len(values) == 1 or len(names) <= MAX_NAMES
    of = names if told else counted(len(values), first.quantity.entity)
    return (
        Cell(first.quantity.key),
        Cell(of),
        Cell(_text(study, first), first.key, _range_text(study, first)),
        Cell(
            source_text(first.origin.source, first.origin.as_of) + stale,
            source=document_of(first.origin.source),
        ),
    )
