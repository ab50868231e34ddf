"""Blocks of power and forecasts that a plan states itself, as tables of its report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flopwatt.report.cells import cell, make_table
from flopwatt.report.records import Cell, Section, Table
from flopwatt.studies.run import Study

BLOCKS = ("power", "count", "per_gpu", "gpus", "draw")
FORECASTS = ("power", "comparable", "energy", "capacity", "inference.compute_share",
             "inference.power_share")  # fmt: skip
HEADS = {
    "per_gpu": "a GPU",
    "gpus": "GPUs fed",
    "count": "GPUs",
    "draw": "they draw",
    "inference.compute_share": "of compute",
    "inference.power_share": "of power",
}
ABSENT = "-"


def outlook_section(study: Study) -> Section | None:
    """What a plan's own blocks and forecasts come to; None where it has none."""
    tables = tuple(_tables(study))
    return Section("outlook", "Power in GPUs, and forecasts restated", tables) if tables else None


def _tables(study: Study) -> Iterator[Table]:
    for entity, section, keys, title in (
        ("block", "blocks", BLOCKS, "Blocks of power, GPUs at their peak"),
        ("forecast", "forecasts", FORECASTS, "Forecasts restated"),
    ):
        names = study.plan.population.names(entity)
        shown = [key for key in keys if any(f"{section}.{n}.{key}" in study.results for n in names)]
        if shown:
            heads = (entity, *(HEADS.get(key, key) for key in shown))
            rows = [_row(study, section, name, shown) for name in names]
            yield make_table(study, section, title, heads, rows)


def _row(study: Study, section: str, name: str, keys: Sequence[str]) -> tuple[Cell, ...]:
    found = (f"{section}.{name}.{key}" for key in keys)
    return Cell(name), *(
        cell(study, key) if key in study.results else Cell(ABSENT) for key in found
    )
