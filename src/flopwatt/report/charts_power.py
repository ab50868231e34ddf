"""The power of a load from its chips to the meter: what each step adds, and by which factor."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from flopwatt.model.value import Value
from flopwatt.report.cells import cell, month_cell
from flopwatt.report.charts_waterfall import Step, draw_waterfall
from flopwatt.report.power_texts import AVERAGE, PEAK, TOLD, busiest
from flopwatt.report.ranges import months_summary, number_texts
from flopwatt.report.records import Cell, Chart, Section, Table
from flopwatt.report.texts import month_words, number_text
from flopwatt.studies.run import Study

CHAIN = "power-"  # begins the id of the table of a load
CHIPS, IT, LIMIT, BUILT = "chips.nameplate", "it.peak", "limit", "capacity"
# each level with the step that leads to it and with the key of the factor that makes it
LEVELS = (
    (CHIPS, "Chips", "chip.nameplate", "{} by nameplate"),
    ("servers.nameplate", "The rest of the servers", "server.nameplate", "{} by nameplate"),
    ("servers.peak", "Never drawn all at once", "peak_share", "{} of nameplate at the peak"),
    (IT, "Network", "network_share", "{} on top of the servers"),
    (PEAK, "Cooling and losses", "peak_pue", "peak PUE {}"),
)
SUMS = {IT: "IT at its peak", PEAK: "At the meter, peak"}
BESIDE = {LIMIT: ("Limit", "what is to be had"), BUILT: ("Built", "{} with what stands by")}
NOTHING = Cell("-")
HEADS = ("step", "adds", "comes to", "by")
MARKS = "Strong bars: sums; faint: parts"


@dataclass(frozen=True)
class Part:
    """A step of the waterfall with the cells that tell it."""

    step: Step
    adds: Cell
    comes_to: Cell
    by: Cell


def waterfall_charts(study: Study, section: Section) -> tuple[Chart, ...]:
    """A waterfall for each load that the section tells of, up to a few."""
    found = (table.id.removeprefix(CHAIN) for table in section.tables if _is_chain(study, table))
    charts = (_chart(study, section, name) for name in list(found)[:TOLD])
    return tuple(chart for chart in charts if chart is not None)


def _is_chain(study: Study, table: Table) -> bool:
    name = table.id.removeprefix(CHAIN)
    return table.id != name and f"power.{name}.{PEAK}" in study.results


def _chart(study: Study, section: Section, name: str) -> Chart | None:
    parts = tuple(_parts(study, name))
    if not all(math.isfinite(part.step.number) for part in parts):
        return None
    if not any(part.step.number for part in parts if part.step.total):
        return None
    steps = tuple(part.step for part in parts)
    begins = next(part for part in parts if not part.step.contract)
    peak = _cell(study, name, PEAK).text
    title = f"{name}: {peak} at the meter"
    if begins.step.name == LEVELS[0][1]:
        title = f"{name}: {begins.step.text} of chips become {peak} at the meter"
    return Chart(
        id=f"waterfall-{name}",
        title=title,
        subtitle=_subtitle(study, name, dashed=any(step.contract for step in steps)),
        description=section.title,
        make_table=lambda: _table(name, parts),
        draw=lambda chart, look: draw_waterfall(steps, chart, look),
    )


def _subtitle(study: Study, name: str, *, dashed: bool) -> str:
    """The unit, of when, what marks mean, and the average beside the peak."""
    value = study.results[f"power.{name}.{PEAK}"]
    said = "Power at the peak"
    if value.is_series:
        said += f", in {month_words(study.plan.start, busiest(study, name))}"
    marks = f"{MARKS}; dashed: what is to be had or built" if dashed else MARKS
    average = ""
    if f"power.{name}.{AVERAGE}" in study.results:
        average = f" On average it is {_cell(study, name, AVERAGE).text}."
    return f"{said}. {marks}.{average}"


def _parts(study: Study, name: str) -> Iterator[Part]:
    """Steps from the chips on: each adds what its level has over the one before."""
    before = 0.0
    known = [level for level in LEVELS if f"power.{name}.{level[0]}" in study.results]
    for key, title, factor, why in known:
        level = _number(study, name, key)
        comes_to, by = _cell(study, name, key), _factor(study, name, factor)
        adds = Cell(_text(study, name, key, level - before), comes_to.key)
        reason = why.format(by.text) if by.key else ""
        if level != before:
            step = Step(title, level - before, adds.text, reason)
            yield Part(step, adds, comes_to, by)
        if key in SUMS:
            step = Step(SUMS[key], level, comes_to.text, total=True)
            yield Part(step, NOTHING, comes_to, NOTHING)
        before = level
    for key, (title, why) in BESIDE.items():
        full = f"power.{name}.{key}"
        if full in study.results and 0 < _number(study, name, key) < math.inf:
            by = _factor(study, name, "redundancy") if key == BUILT else NOTHING
            if key == BUILT and _number(study, name, key) == before:
                continue  # nothing stands by
            found = _cell(study, name, key)
            step = Step(title, _number(study, name, key), found.text, why.format(by.text),
                        contract=True)  # fmt: skip
            yield Part(step, NOTHING, found, by)


def _value(study: Study, name: str, key: str) -> Value:
    return study.results[f"power.{name}.{key}"]


def _number(study: Study, name: str, key: str) -> float:
    """A value of a load; of one by month that of the month that draws the most."""
    value = _value(study, name, key)
    return float(value.months[busiest(study, name)]) if value.is_series else value.central


def _cell(study: Study, name: str, key: str) -> Cell:
    value = _value(study, name, key)
    if value.is_series:
        return month_cell(study, value.key, [busiest(study, name)])
    return cell(study, value.key)


def _factor(study: Study, name: str, key: str) -> Cell:
    """What a level is made by: a share, a factor, or the power of one GPU."""
    full = f"power.{name}.{key}"
    return _cell(study, name, key) if full in study.results else NOTHING


def _text(study: Study, name: str, key: str, number: float) -> str:
    """What a step adds, in the unit of its level and with as many digits as that has."""
    value, start = _value(study, name, key), study.plan.start
    quantity = value.quantity
    summary = months_summary(study, value.key, [busiest(study, name)])
    if summary is None:
        return number_text(quantity, number, start)
    return number_texts(quantity, number, summary, start)[0]


def _table(name: str, parts: tuple[Part, ...]) -> Table:
    """The steps as rows, each number a door."""
    rows = tuple((Cell(part.step.name), part.adds, part.comes_to, part.by) for part in parts)
    title = f"{name}: from its chips to the meter, step by step"
    return Table(f"steps-{name}", title, HEADS, rows)
