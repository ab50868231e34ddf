"""The policy view: training arithmetic by every counting rule, held against legal thresholds."""

from __future__ import annotations

from collections.abc import Iterable

from flopwatt.catalog import Thing, list_things
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.sources import legend, mark_of, numbered
from flopwatt.report.texts import value_text
from flopwatt.studies.models import ModelStudy
from flopwatt.studies.run import Study
from flopwatt.units import show

LAYERS = "training.flops_by.layers"
RULES = {
    "training.flops_by.total": "6ND, all parameters",
    "training.flops_by.active": "6ND, active parameters",
    "training.flops_by.no_input_embedding": "6ND, active without input embedding",
    "training.flops_by.no_embeddings": "6ND, active without embedding and head",
    LAYERS: "counted layer by layer",
}


def policy_section(found: ModelStudy) -> Section | None:
    """Which rules cross which thresholds; nothing where no tokens are stated."""
    study = found.study
    known = {key: said for key, said in RULES.items() if key in study.results}
    if not known:
        return None
    numbers = {key: study.results[key].central for key in known}
    rows = [
        (Cell(said), Cell(value_text(study.results[key], study.plan.start), key))
        for key, said in known.items()
    ]
    tokens = value_text(study.results["training.tokens"], study.plan.start)
    counted = Table(
        "rules", f"Training arithmetic of {tokens}", ("counted by", "FLOP"), tuple(rows)
    )
    crossed = [_row(list(numbers.values()), thing) for thing in list_things("threshold")]
    marks = numbered(thing.cells["source"] for thing in list_things("threshold"))
    lines = tuple(
        (*row, Cell(mark_of(marks, thing.cells["source"])))
        for row, thing in zip(crossed, list_things("threshold"), strict=True)
    )
    columns = ("threshold", "FLOP", "status", "crossed", "source")
    words = ("status", "crossed")
    note = "\n".join(("A summary and no legal advice.", *legend(marks)))
    table = Table("thresholds", "Thresholds", columns, lines, note, words=words)
    return Section("policy", _finding(study, known), (counted, table))


def _row(numbers: list[float], thing: Thing) -> tuple[Cell, ...]:
    cells = thing.cells
    limit = float(cells["threshold"])
    above = sum(number >= limit for number in numbers)
    verdict = "by no rule" if not above else "by every rule"
    if 0 < above < len(numbers):
        verdict = f"by {above} of {len(numbers)} rules"
    name = thing.name
    return (Cell(name), Cell(show(limit, "FLOP")), Cell(cells["status"]), Cell(verdict))


def _finding(study: Study, keys: Iterable[str]) -> str:
    """What training takes by the short form, from rule to rule, and counted by layer."""
    start = study.plan.start
    short = sorted((study.results[k] for k in keys if k != LAYERS), key=lambda v: v.central)
    said = []
    if short:
        low, high = (value_text(value, start) for value in (short[0], short[-1]))
        said.append(f"{low} by 6ND" if low == high else f"{low} to {high} by 6ND")
    if LAYERS in study.results:
        said.append(f"{value_text(study.results[LAYERS], start)} layer by layer")
    return f"Training takes {', '.join(said)}."
