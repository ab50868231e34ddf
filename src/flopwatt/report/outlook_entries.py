"""A plan's power beside forecasters, and the blocks and forecasts that it states itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flopwatt.report.cells import UNKNOWN, cell, make_table
from flopwatt.report.outlook_beside import beside_table, beside_title, figures, plan_power
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import counted
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
    """Where a plan's power sits, and what its own blocks and forecasts come to; None without."""
    tables, said = list(_tables(study)), list(_found(study))
    power = plan_power(study)
    if power is not None:
        rows = figures()
        tables = [beside_table(power, rows), *tables]
        said = [beside_title(power, rows), *said]
    return Section("outlook", " ".join(said), tuple(tables)) if tables else None


def _found(study: Study) -> Iterator[str]:
    """The first block and the first forecast of a plan, in a sentence each."""
    texts = {
        "blocks": ("power", "gpus", "{name}: {0} feed {1}."),
        "forecasts": ("power", "comparable", "{name}: {0} become {1} on the terms asked for."),
    }
    for entity, section in (("block", "blocks"), ("forecast", "forecasts")):
        names = study.plan.population.names(entity)
        *keys, text = texts[section]
        for name in names[:1]:
            cells = [cell(study, f"{section}.{name}.{key}") for key in keys]
            if all(one.text != UNKNOWN for one in cells):
                yield text.format(*(one.text for one in cells), name=name)
            else:
                yield f"The plan states {counted(len(names), entity)} of its own."


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
