"""What a plan says, one table for each thing that it says it of."""

from __future__ import annotations

from flopwatt.model.population import PLAN
from flopwatt.report.cells import cell
from flopwatt.report.records import Cell, Table
from flopwatt.studies.run import Study

GIVEN = "given"
WORKS = {"training": "training", "products": "inference", "fleets": "inference"}
COLUMNS = ("said", "is")


def input_tables(study: Study) -> tuple[Table, ...]:
    """Everything that the plan itself gives a value, in the order of its sections."""
    results = study.results
    found: dict[str, list[tuple[Cell, ...]]] = {}
    for column in results.columns.values():
        quantity = column.quantity
        if not quantity.written:
            continue
        names = results.population.names(quantity.entity)
        for instance, leaves in zip(names, column.supplied, strict=True):
            if leaves and leaves[0].origin.kind == GIVEN:
                key = results.key(quantity, instance)
                entry = results.entry(quantity.entity, instance).rstrip(".")
                said = cell(study, key)
                row = (Cell(quantity.key), said)
                if not said.text:
                    continue  # a word that stands for nothing
                found.setdefault(entry if quantity.entity != PLAN else "", []).append(row)
    return tuple(_table(entry, rows) for entry, rows in sorted(found.items(), key=_order))


def _order(item: tuple[str, object]) -> tuple[int, str]:
    """Training first, then products and what serves them, as their questions come."""
    section = item[0].partition(".")[0]
    order = ("training", "products", "fleets", "models", "buying", "ways", "assets")
    return (order.index(section) if section in order else len(order), item[0])


def _table(entry: str, rows: list[tuple[Cell, ...]]) -> Table:
    section, _, name = entry.partition(".")
    title = f"{name}, {section}" if name else "The plan"
    works = {COLUMNS[0]: WORKS[section]} if section in WORKS else {}
    return Table(f"said-{entry or 'plan'}", title, COLUMNS, tuple(rows), works=works)
