"""One chart: training as blocks and serving as a load that grows, in GPUs by month or quarter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from flopwatt.report.cells import make_table
from flopwatt.report.fleet_texts import chosen_fleets, follows_load
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import month_words, number_text
from flopwatt.studies.goals import missing_problem
from flopwatt.studies.run import Study

TITLE = "GPUs in use by the whole plan"
TRAINING, SERVING, TOGETHER = "training_gpus", "serving_gpus", "gpus_in_use"
HEADS = {TRAINING: "training", SERVING: "serving", TOGETHER: "together"}
MARKS = {TRAINING: "█", SERVING: "░"}
BAR, WIDTH = "on average", 32  # the head of the bars, and their longest
THROUGHOUT = "throughout"
PEAK = "Where capacity follows the load, the GPUs of the busiest hour."
WORKS = {"training": "training", "serving": "inference"}
MOST_MONTHS, MOST_QUARTERS, QUARTER = 24, 20, 3


def fleet_chart_section(study: Study, names: Sequence[str] | None = None) -> Section | None:
    """What training and serving hold side by side; of all fleets, whichever are named."""
    if not chosen_fleets(study, names) or SERVING not in study.results:
        return None
    known = [key for key in HEADS if key in study.results]
    periods = _periods(study)
    numbers = {key: _means(study, key, periods) for key in known}
    if all(len(set(column)) == 1 for column in numbers.values()):
        periods = {THROUGHOUT: list(range(len(study.plan.months)))}
    tables = (_table(study, periods, numbers),)
    return Section("gpus-in-use", _finding(study, numbers), tables)


def _periods(study: Study) -> dict[str, list[int]]:
    """The months of the plan; its quarters, or its years, where there are many."""
    months = study.plan.months
    if len(months) <= MOST_MONTHS:
        return {month: [index] for index, month in enumerate(months)}
    quarters: dict[str, list[int]] = {}
    years: dict[str, list[int]] = {}
    for index, month in enumerate(months):
        year, number = month.split("-")
        quarters.setdefault(f"{year} Q{(int(number) - 1) // QUARTER + 1}", []).append(index)
        years.setdefault(year, []).append(index)
    return quarters if len(quarters) <= MOST_QUARTERS else years


def _means(study: Study, key: str, periods: dict[str, list[int]]) -> list[float]:
    """The mean of a series in each period, months weighted by their days."""
    results = study.results
    days = results["month_end"].months - results["month_start"].months
    series = np.broadcast_to(results[key].months, days.shape)
    return [float(np.average(series[some], weights=days[some])) for some in periods.values()]


def _table(study: Study, periods: dict[str, list[int]], numbers: dict[str, list[float]]) -> Table:
    marked = [key for key in MARKS if key in numbers]
    most = max(sum(column) for column in zip(*(numbers[key] for key in marked), strict=True))
    rows = []
    for place, period in enumerate(periods):
        bar = _bar([(MARKS[key], numbers[key][place]) for key in marked], most)
        cells = (_cell(study, key, numbers[key][place]) for key in numbers)
        rows.append((Cell(period), Cell(bar), *cells))
    heads = ("when", BAR, *(HEADS[key] for key in numbers))
    marks = ", ".join(f"{MARKS[key]} {HEADS[key]}" for key in marked)
    peak = PEAK if any(map(follows_load, chosen_fleets(study))) else ""
    note = "\n".join(part for part in (f"{marks}.", peak, _lacking(study)) if part)
    return make_table(study, "gpus-in-use", TITLE, heads, rows, note, words=(BAR,), works=WORKS)


def _bar(parts: Sequence[tuple[str, float]], most: float) -> str:
    """Parts of a whole as marks side by side, the longest bar as wide as there is room for."""
    ends = np.cumsum([0.0, *(number for _, number in parts)]) / (most or 1) * WIDTH
    edges = [round(end) for end in ends]
    return "".join(
        mark * max(end - begin, 1 if number > 0 else 0)
        for (mark, number), begin, end in zip(parts, edges, edges[1:], strict=False)
    )


def _cell(study: Study, key: str, number: float) -> Cell:
    text = number_text(study.results[key].quantity, number, study.plan.start)
    return Cell(text.removesuffix(" GPUs").removesuffix(" GPU"), key)


def _lacking(study: Study) -> str:
    """The lines without which training cannot be told."""
    results = study.results
    if TRAINING in results or not results.population.names("run"):
        return ""
    found = results.find(TRAINING)
    allowed = missing_problem(results.missing(*found)).allowed if found else ""
    return f"Training is left out; to add: {allowed}"


def _finding(study: Study, numbers: dict[str, list[float]]) -> str:
    """How large the largest run is, and whether serving comes to hold more."""
    results = study.results
    held = np.broadcast_to(results[SERVING].months, (len(study.plan.months),))
    serving = f"erving holds {held[-1]:,.0f} GPUs at the plan's end"
    if not results.population.names("run"):
        return f"S{serving}."
    if TRAINING not in results:
        return f"S{serving}; what training holds is not known."
    blocks = [
        results[f"training.{name}.gpus"].central
        for name in results.population.names("run")
        if f"training.{name}.{TOGETHER}" in results
        and results[f"training.{name}.{TOGETHER}"].months.any()
    ]
    if not blocks:
        return f"S{serving}; no training run falls within the plan."
    block = f"A training run holds up to {max(blocks):,.0f} GPUs"
    passed = np.flatnonzero(held > max(blocks))
    if not len(passed):
        return f"{block}; s{serving}."
    since = month_words(study.plan.start, int(passed[0]))
    return f"{block}; serving holds more from {since} on."
