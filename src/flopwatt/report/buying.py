"""How the GPU-hours are bought: the ways on offer, the mix by year, and what it would regret."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from flopwatt.report.buying_books import books_table
from flopwatt.report.cells import cell, make_table, month_cell
from flopwatt.report.fleet_texts import periods_of
from flopwatt.report.ranges import percent_text
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import counted, listed, number_text
from flopwatt.studies.regret import PURCHASE, Regret, regrets
from flopwatt.studies.run import Study

HOUR = " per GPU-hour"
WORTH = 0.005  # a share that is told
ROUNDING = 1e-2  # a year of months is a little more or less than that of a calendar
WAYS = ("way", "an hour", "paid for", "pays above", "GPU-hours", "in the mix", "all of it")
WAYS_NOTE = (
    "An hour: useful, lost work paid for. Pays above: the share of its term that a GPU must be "
    "used. All of it: the whole demand bought this way; of terms, what was ever needed is kept in "
    "whole ones, past the plan's end too."
)
SPOT, SPOT_NOTE = "spot", "Spot is taken to be there for all GPUs whenever it is wanted."
NEVER_NOTE = "Never: users are not served from GPUs that may be taken away."
YEAR_NOTE = "Of each year the month with the most GPUs; bill and cash are summed."
AS_USED, NEVER, UNUSED = "as used", "never", "-"
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
        tables += [_ways(study, name), _years(study, name)]
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
    used = [way for way in bought_ways(study, name) if results[f"ways.{way}.hours"].central > 0]
    hours = sum(results[f"ways.{way}.hours"].central for way in used)
    shares = [
        f"{percent_text(results[f'ways.{way}.hours'].central / hours)} {kind_of(study, way)}"
        for way in sorted(used, key=lambda way: -results[f"ways.{way}.hours"].central)
    ]
    saved = results[f"buying.{name}.saved"].central
    off = f", {percent_text(saved)} below all on demand" if saved > WORTH else ""
    return f"{name} takes {listed(shares, 'way', most=len(shares))}: {bill} over the plan{off}."


def bought_ways(study: Study, name: str) -> list[str]:
    """The ways of a purchase, those with the longest term last."""
    population = study.results.population
    place = population.place(PURCHASE, name)
    ways = population.names("way")
    own = [
        way
        for way, at in zip(ways, population.references["way", PURCHASE], strict=True)
        if at == place
    ]
    return sorted(own, key=lambda way: study.results[f"ways.{way}.term"].central)


def kind_of(study: Study, way: str) -> str:
    """What a way is called: by its sort, or by its name where it is of no sort."""
    value = study.results[f"ways.{way}.kind"]
    word = number_text(value.quantity, value.central, study.plan.start)
    return way if word == "other" else word


def _lacking(study: Study, name: str) -> Table:
    """A purchase whose bill is not known, with the lines that would make it known."""
    keys = ("gpus_needed", "total_cost")
    row = (Cell(name), *(cell(study, f"buying.{name}.{key}") for key in keys))
    heads = ("purchase", "GPUs", "bill")
    return make_table(study, f"ways-{name}", f"{name}: what is bought", heads, [row])


def _ways(study: Study, name: str) -> Table:
    """Each way: its price, what it takes to pay off, and what it costs in the mix and alone."""
    results = study.results
    rows, barred = [], False
    for way in bought_ways(study, name):
        key = f"ways.{way}"
        allowed = results[f"{key}.allowed"].central > 0
        bound = results[f"{key}.term"].central > 0
        barred = barred or not allowed
        rows.append(
            (
                Cell(kind_of(study, way)),
                cell(study, f"{key}.useful_price", HOUR),
                cell(study, f"{key}.term") if bound else Cell(AS_USED),
                (cell(study, f"{key}.threshold") if bound else Cell(UNUSED))
                if allowed
                else Cell(NEVER),
                cell(study, f"{key}.hours", " GPU-hours"),
                cell(study, f"{key}.total"),
                cell(study, f"{key}.alone"),
            )
        )
    spot = any(row[0].text == SPOT and row[3].text != NEVER for row in rows)
    notes = [WAYS_NOTE, NEVER_NOTE * barred, SPOT_NOTE * spot, _next(study, name)]
    note = " ".join(filter(None, notes))
    title = f"{name}: ways to buy its GPU-hours, over the plan"
    return make_table(study, f"ways-{name}", title, WAYS, rows, note)


def _next(study: Study, name: str) -> str:
    """The rule by which one more is not committed, with its numbers."""
    results, key = study.results, f"buying.{name}"
    terms = {way: results[f"ways.{way}.term"].central for way in bought_ways(study, name)}
    # of those that end within the plan
    most = results["plan_length"].central * (1 + ROUNDING)
    bound = [way for way, term in terms.items() if 0 < term <= most]
    if not bound or f"{key}.next_use" not in results:
        return ""
    lot = number_text(
        results[f"{key}.lot"].quantity, results[f"{key}.lot"].central, study.plan.start
    )
    held = int(results[f"{key}.lots_committed"].months.max())
    last, after = (cell(study, f"{key}.{one}_use").text for one in ("last", "next"))
    least = min(results[f"ways.{way}.threshold"].central for way in bound)
    pays = percent_text(least)
    unit = "GPU" if lot.startswith("1 ") else f"lot of {lot}"
    if not held:
        return f"Of commitments even the first {unit} would be used {after}; one pays above {pays}."
    are = "is" if held == 1 else "are"
    return (
        f"At most {counted(held, 'lot')} of {lot} {are} committed: the last is used {last} of that "
        f"time, one more would be used {after} of the plan; a term pays above {pays} at least."
    )


def _years(study: Study, name: str) -> Table:
    """GPUs under each way by year, in the month that has the most, and what is paid."""
    results, key = study.results, f"buying.{name}"
    ways = [way for way in bought_ways(study, name) if results[f"ways.{way}.hours"].central > 0]
    periods = periods_of(study)
    by_year = any(len(months) > 1 for months in periods.values())
    nothing = np.zeros(len(study.plan.months))
    held = np.sum([nothing, *(results[f"ways.{way}.gpus"].months for way in ways)], axis=0)
    most = {period: [max(months, key=held.__getitem__)] for period, months in periods.items()}
    rows = [
        (
            Cell(period),
            *(_gpus(month_cell(study, f"ways.{way}.gpus", most[period])) for way in ways),
            month_cell(study, f"{key}.idle", most[period]),
            month_cell(study, f"{key}.cost", months, added=True),
            month_cell(study, f"{key}.cash", months, added=True),
        )
        for period, months in periods.items()
    ]
    head = "year" if by_year else "month"
    heads = (head, *(kind_of(study, way) for way in ways), "idle", "bill", "cash")
    note = YEAR_NOTE if by_year else ""
    return make_table(study, f"mix-{name}", f"{name}: GPUs by way of buying", heads, rows, note)


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
