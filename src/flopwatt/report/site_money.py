"""Capital of a site by year and per megawatt, and what GPUs and halls that wait for power cost."""

from __future__ import annotations

from collections.abc import Iterator

from flopwatt.report.cells import cell
from flopwatt.report.periods import eventful_periods, left_out_text, period_word, periods_of
from flopwatt.report.records import Cell, Table
from flopwatt.report.site_texts import ADDED, months_cell, numbers_of, year_cell
from flopwatt.report.texts import number_text
from flopwatt.studies.run import Study
from flopwatt.studies.sites import PHASE, SITE, parts_of

WAITING = (
    *("phase", "GPUs", "they wait, months", "worth of the hours"),
    *("hall waits, months", "interest"),
)
WAITING_NOTE = (
    "GPUs are those that a phase has power for, whatever runs and fleets the plan has. They are "
    "ordered for the day on which the hall is planned to be ready, and wait from then "
    "or their later arrival until it has power. Interest is on what stands finished."
)
CAPITAL = ("year", "capital", "stands without power")
CAPITAL_NOTE = (
    "Medians, and under them 8 in 10 of the draws: those of years do not add up to the whole. "
    "Stands without power: finished at the end of the last month."
)
PUBLISHED = (
    "Published, all-in: $35M per MW of facility (Bernstein 2025, from which the share of the gear "
    "is taken, so no check of it), $30M (Epoch), $50M to $60M (NVIDIA, the next generation), and "
    "$37.9M per MW of IT in Epoch's data; the building alone $9.3M to $15M per MW of IT (Cushman & "
    "Wakefield)."
)


def waiting_table(study: Study, name: str) -> Table:
    """What waits for power in each phase, and what that costs."""
    rows = tuple(_waiting(study, one) for one in parts_of(study.results, PHASE, SITE, name))
    note = " ".join([WAITING_NOTE, *_loads_text(study, name), _idle_text(study, name)])
    return Table(f"waiting-{name}", f"{name}: what waits for power", WAITING, rows, note)


def _waiting(study: Study, phase: str) -> tuple[Cell, ...]:
    key = f"phases.{phase}"
    return (
        Cell(phase),
        cell(study, f"{key}.gpus", " GPUs"),
        months_cell(study, f"{key}.gpus_idle"),
        _dollars(study, f"{key}.idle_cost"),
        months_cell(study, f"{key}.waits"),
        _dollars(study, f"{key}.carry"),
    )


def _loads_text(study: Study, name: str) -> Iterator[str]:
    """What the GPUs of the plan's own runs and fleets at the site cost while they lack power."""
    key = f"sites.{name}.loads.idle_cost"
    if key in study.results:
        text = _dollars(study, key).text
        yield f"Of those of the runs and fleets here, hours worth {text} find no power in the plan."


def _idle_text(study: Study, name: str) -> str:
    """What waiting costs in all, beside the energy of the same time: idling dominates."""
    key = f"sites.{name}"
    idle, energy = (numbers_of(study, f"{key}.{part}")[1] for part in ("idle_cost", "idle_energy"))
    if not idle or not energy:
        return "No GPU waits."
    texts = [
        number_text(study.results[f"{key}.{part}"].quantity, number, study.plan.start)
        for part, number in (("idle_cost", idle), ("idle_energy", energy))
    ]
    return (
        f"In all {texts[0]}, {idle / energy:.0f} times the {texts[1]} that the energy of those "
        "hours would cost."
    )


def _dollars(study: Study, key: str) -> Cell:
    quantity, start = study.results[key].quantity, study.plan.start
    low, middle, high = (number_text(quantity, one, start, 2) for one in numbers_of(study, key))
    return Cell(middle, key, "" if low == high else f"{low} to {high}")


def capital_table(study: Study, name: str) -> Table:
    """Capital by year, what of it stands without power, and all of it per MW."""
    key = f"sites.{name}"
    series = (f"{key}.capital.spent", f"{key}.stranded")
    every = periods_of(study)
    periods, head = eventful_periods(study, every, series), period_word(every)
    rows = tuple(
        (
            Cell(period),
            year_cell(study, f"{key}.capital.spent", months, ADDED),
            year_cell(study, f"{key}.stranded", months),
        )
        for period, months in periods.items()
    )
    start = study.plan.start
    whole, facility, it = (
        number_text(
            study.results[f"{key}.capital.{part}"].quantity,
            numbers_of(study, f"{key}.capital.{part}")[1],
            start,
        )
        for part in ("total", "per_mw", "per_it_mw")
    )
    parts = f"{whole} in all without the supplies of power: {facility} of facility, {it}."
    title = f"{name}: capital by {head}"
    note = f"{CAPITAL_NOTE} {parts} {PUBLISHED} {left_out_text(study, every, periods)}".strip()
    return Table(f"capital-{name}", title, (head, *CAPITAL[1:]), rows, note)
