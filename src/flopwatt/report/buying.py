"""How the GPU-hours are bought: the ways on offer, the mix by year, and what it would regret."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from flopwatt.report.buying_books import books_table
from flopwatt.report.buying_ways import way_text, ways_of, ways_table
from flopwatt.report.cells import cell, make_table, month_cell
from flopwatt.report.periods import eventful_periods, left_out_text, period_word, periods_of
from flopwatt.report.ranges import percent_text, percent_texts
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import listed, number_text
from flopwatt.studies.regret import PURCHASE, Regret, regrets
from flopwatt.studies.run import Study

WORTH = 0.005  # a share that is told
YEAR_NOTE = (
    "GPUs are those of the month with the most; idle is the share of what is committed in all of "
    "the year; bill and cash are summed."
)
PRICES = {"run": "training.{}.price", "fit": "fleets.{}.price"}
REGRET = ("demand", "with what is committed", "had it been known", "too much")
REGRET_NOTE = "What is needed beyond the commitments is paid as used."
DEMANDS = {0.5: "half the plan's", 2.0: "twice the plan's"}


def buying_section(study: Study, names: Sequence[str] | None = None) -> Section | None:
    """How the hours of each workload are bought, or of those named."""
    every = study.results.population.names(PURCHASE)
    chosen = [name for name in every if names is None or name in names]
    if not chosen:
        return None
    tables: list[Table] = []
    regretted = list(regrets(study, chosen))
    for name in chosen:
        if f"buying.{name}.total_cost" not in study.results:
            tables.append(_lacking(study, name))
            continue
        tables += [ways_table(study, name), _years(study, name)]
        if books := books_table(study, name):
            tables.append(books)
        own = [one for one in regretted if one.purchase == name]
        if own:
            tables.append(_regret(study, name, own))
    return Section("buying", " ".join(buying_text(study, name) for name in chosen), tuple(tables))


def buying_text(study: Study, name: str) -> str:
    """What a purchase comes to, and what that takes off the bill of all on demand."""
    results = study.results
    key = f"buying.{name}.total_cost"
    if key not in results:
        return f"What the GPU-hours of {name} cost does not follow from this plan."
    bill = _dollars(study, key)
    if not results[key].central:
        return f"{name} takes no GPU-hours within the plan."
    used = [way for way in ways_of(study, name) if results[f"ways.{way}.hours"].central > 0]
    hours = sum(results[f"ways.{way}.hours"].central for way in used)
    used.sort(key=lambda way: -results[f"ways.{way}.hours"].central)
    shares = percent_texts([results[f"ways.{way}.hours"].central / hours for way in used])
    mix = [f"{share} {way_text(study, way)}" for share, way in zip(shares, used, strict=True)]
    saved = results[f"buying.{name}.saved"].central
    off = f", {percent_text(saved)} below all on demand" if saved > WORTH else ""
    taken = listed(mix, "way", most=len(mix))
    return f"{name} takes {taken}: {bill} over the plan{off}.{_own_price(study, name)}"


def _own_price(study: Study, name: str) -> str:
    """That the workload has a price of its own, which its cost follows in place of the mix."""
    population = study.results.population
    place = population.place(PURCHASE, name)
    for entity, key in PRICES.items():
        at = population.references[PURCHASE, entity][place]
        found = key.format(population.names(entity)[at]) if at >= 0 else ""
        if found in study.results and study.results[found].origin.kind == "given":
            return f" Its cost in the plan follows its own price of {cell(study, found).text}."
    return ""


def _lacking(study: Study, name: str) -> Table:
    """A purchase whose bill is not known, with the lines that would make it known."""
    keys = ("gpus_needed", "total_cost")
    row = (Cell(name), *(cell(study, f"buying.{name}.{key}") for key in keys))
    heads = ("purchase", "GPUs", "bill")
    return make_table(study, f"ways-{name}", f"{name}: what is bought", heads, [row])


def _years(study: Study, name: str) -> Table:
    """GPUs under each way by year, in the month that has the most, and what is paid."""
    results, key = study.results, f"buying.{name}"
    ways = [way for way in ways_of(study, name) if results[f"ways.{way}.hours"].central > 0]
    series = [f"{key}.{one}" for one in ("cost", "cash", "lots_committed")]
    every = periods_of(study)
    periods, head = eventful_periods(study, every, series), period_word(every)
    nothing = np.zeros(len(study.plan.months))
    held = np.sum([nothing, *(results[f"ways.{way}.gpus"].months for way in ways)], axis=0)
    most = {period: [max(months, key=held.__getitem__)] for period, months in periods.items()}
    rows = [
        (
            Cell(period),
            *(_gpus(month_cell(study, f"ways.{way}.gpus", most[period])) for way in ways),
            _idle(study, name, months),
            month_cell(study, f"{key}.cost", months, added=True),
            month_cell(study, f"{key}.cash", months, added=True),
        )
        for period, months in periods.items()
    ]
    heads = (head, *(way_text(study, way) for way in ways), "idle", "bill", "cash")
    notes = (YEAR_NOTE if head == "year" else "", left_out_text(study, every, periods))
    note = " ".join(filter(None, notes))
    return make_table(study, f"mix-{name}", f"{name}: GPUs by way of buying", heads, rows, note)


def _idle(study: Study, name: str, months: Sequence[int]) -> Cell:
    """The share of what is committed in some months that idles."""
    results, key = study.results, f"buying.{name}"
    hours, held, used = (
        results[one].months[list(months)]
        for one in ("month_length", f"{key}.lots_committed", f"{key}.lots_used")
    )
    paid = float((hours * held).sum())
    return Cell(
        percent_text(1 - float((hours * used).sum()) / paid if paid else 0.0), f"{key}.idle"
    )


def _gpus(found: Cell) -> Cell:
    return Cell(found.text.replace(" GPUs", "").replace(" GPU", ""), found.key, found.range)


def _regret(study: Study, name: str, found: Sequence[Regret]) -> Table:
    quantity = study.results[f"buying.{name}.total_cost"].quantity
    rows = [
        (
            Cell(DEMANDS[one.factor]),
            Cell(number_text(quantity, one.kept, study.plan.start)),
            Cell(number_text(quantity, one.best, study.plan.start)),
            Cell(percent_text(one.share)),
        )
        for one in found
    ]
    title = f"{name}: if demand turns out otherwise"
    return make_table(study, f"regret-{name}", title, REGRET, rows, REGRET_NOTE)


def _dollars(study: Study, key: str) -> str:
    value = study.results[key]
    return number_text(value.quantity, value.central, study.plan.start)
