"""Which hardware suits which phase: the best for training and for serving, side by side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from flopwatt.report.cells import UNKNOWN
from flopwatt.report.hardware_tables import PER_MILLION, serving_table, training_table
from flopwatt.report.hardware_texts import (
    alike,
    amount,
    is_by_market,
    offers_text,
    part_text,
    runs_text,
    unit_text,
)
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import long_date
from flopwatt.studies.hardware import Hardware, cheapest, picks, rate_hardware
from flopwatt.studies.hardware_rows import Rated, ServingRow
from flopwatt.studies.hardware_training import RatedRun, TrainingRow
from flopwatt.studies.run import Study

BEST = ("work", "best by", "hardware", "cost", "time", "energy")
TITLE = "Best hardware for each run and product"
CONTEXT, OWN_PRICE = "context", "what the plan names, at the plan's price if it has one"
MOST_UNASKED = 20  # runs and products that a report rates though nobody asked
TOLD = 4  # best ones that the finding tells


def hardware_page(hardware: Hardware) -> Section:
    """All that is rated: the best side by side, then each run and product by itself."""
    tables = [_best_table(hardware)]
    tables += [training_table(run, names) for run, names in alike(hardware) if run.rows]
    tables += [serving_table(product) for product in hardware.products if product.rows]
    return Section("hardware", finding(hardware), tuple(tables))


def hardware_section(study: Study) -> Section | None:
    """The best side by side, where a plan says what it serves by; nothing else is rated unasked."""
    population = study.results.population
    works = len(population.names("run")) + len(population.names("product"))
    if not population.names("fit") or works > MOST_UNASKED:
        return None
    hardware = rate_hardware(study.plan, study.results)
    table = _best_table(hardware)
    note = f"{table.note}\nEvery accelerator by itself: flopwatt hardware, with the same plan."
    return Section("hardware", finding(hardware), (replace(table, note=note),))


def finding(hardware: Hardware) -> str:
    """The best for serving and for training, in a sentence."""
    said = [_serving_text(one) for one in hardware.products if one.rows]
    said += [_training_text(run, names) for run, names in alike(hardware) if run.rows]
    if not said:
        return "Nothing here can be rated yet."
    more = len(said) - TOLD
    ends = [f"{more} more below"] if more > 0 else []
    text = "; ".join((*said[:TOLD], *ends))
    return f"{text[0].upper()}{text[1:]}."


def _serving_text(product: Rated) -> str:
    best = cheapest(product.rows)
    if best is None:
        walls = dict.fromkeys(row.wall for row in product.rows if row.fits is False)
        if CONTEXT in walls:  # which no hardware makes longer
            return f"no hardware serves {product.name}: its calls are beyond the model's context"
        by = f" ({', '.join(walls)})" if walls else ""
        return f"nothing that can be had serves {product.name}{by}"
    costs = not math.isnan(best.dollars)
    at = amount(best.dollars, "USD/Mtoken") if costs else f"{amount(best.rate, 'token/s')} and GPU"
    alone = ", by one offer alone" if costs and _rests_on_one(best) else ""
    return f"best for serving {product.name}: {unit_text(best)} at {at}{alone}"


def _rests_on_one(row: ServingRow | TrainingRow) -> bool:
    """Whether the price of a row is that of the only offer known."""
    return is_by_market(row) and len(row.part.offers) == 1


def _training_text(run: RatedRun, names: Sequence[str]) -> str:
    best = cheapest(run.rows)
    if best is None:
        return f"nothing that can be had holds {runs_text(names)}"
    told = [amount(best.time, "day"), amount(best.cost, "USD")]
    if told == [UNKNOWN, UNKNOWN]:
        told = [amount(best.hours, "GPU-hour")]
    parts = [best.part.name, *(text for text in told if text != UNKNOWN)]
    if told[1] != UNKNOWN and _rests_on_one(best):
        parts.append("by one offer alone")
    return f"best for training {runs_text(names)}: {', '.join(parts)}"


def _best_table(hardware: Hardware) -> Table:
    """One row for the best by dollars, one for the best by energy; one where they are the same."""
    rows: list[tuple[str, ...]] = []
    for product in hardware.products:
        served = {by: _serving(row) for by, row in picks(product.rows).items()}
        rows += _best_rows(f"serving {product.name}", served)
    for run, names in alike(hardware):
        trained = {by: _training(run.own, row) for by, row in picks(run.rows).items()}
        rows += _best_rows(f"training {runs_text(names)}", trained)
    cells = tuple(tuple(map(Cell, row)) for row in rows)
    note = "\n".join(filter(None, (*_how(hardware), *_lacking(hardware))))
    return Table("hardware", TITLE, BEST, cells, note, words=("best by", "hardware"))


def _best_rows(work: str, told: Mapping[str, tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """A row for each best; the same hardware told once."""
    if len(set(told.values())) == 1:
        told = {", ".join(told): next(iter(told.values()))}
    for by, cells in told.items():
        yield (work, by, *cells)


def _serving(row: ServingRow) -> tuple[str, ...]:
    numbers = ((row.dollars, "USD/Mtoken"), (row.energy, "kWh/Mtoken"))
    cost, energy = (amount(*one).replace(PER_MILLION, "/Mtoken") for one in numbers)
    # an answer of one token has no time between two
    name, time = ("TTFT", row.ttft) if math.isnan(row.tpot) else ("TPOT", row.tpot)
    told = "rates given" if row.measured else f"{name} {amount(time, 's')}"
    return (unit_text(row), cost, told, energy)


def _training(own: str, row: TrainingRow) -> tuple[str, ...]:
    time = amount(row.hours, "GPU-hour") if math.isnan(row.time) else amount(row.time, "day")
    return (
        part_text(row.part, planned=row.part.name == own),
        amount(row.cost, "USD"),
        time,
        amount(row.energy, "MWh"),
    )


def _how(hardware: Hardware) -> Iterator[str]:
    """What the picks rest on."""
    trained = any(run.rows for run in hardware.runs)
    if trained or any(product.rows for product in hardware.products):
        day = long_date(hardware.plan.start)
        yield f"Of what could be had on {day}, at the median price on demand; {OWN_PRICE}."
        yield offers_text(_picked(hardware))
        yield "Energy is that of GPUs at nameplate power: at most that."
    if any(product.rows for product in hardware.products):
        yield "Engines and their shares of a peak are taken to be the same on any hardware."
    if any(row.measured for product in hardware.products for row in product.rows):
        yield "What is planned has the rates that the plan gives; all else is worked out."
    if trained:
        yield "A run keeps its share of the 16-bit peak, and its number of GPUs, on any hardware."


def _picked(hardware: Hardware) -> Iterator[ServingRow | TrainingRow]:
    for product in hardware.products:
        yield from picks(product.rows).values()
    for run in hardware.runs:
        yield from picks(run.rows).values()


def _lacking(hardware: Hardware) -> Iterator[str]:
    """What could not be rated, and the lines that would let it be."""
    for run in hardware.runs:
        if run.lacks:
            yield f"Not rated: training {run.name}; to add: {run.lacks}"
    for product in hardware.products:
        if product.lacks:
            yield f"Not rated: serving {product.name}; to add: {product.lacks}"
