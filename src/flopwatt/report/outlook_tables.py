"""Tables of the outlook: forecasts, shares, capital expenditure, agreements, GPUs of MW."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flopwatt.catalog import find, list_things
from flopwatt.catalog.outlook import (
    METRIC,
    Forecast,
    find_forecasts,
    load_deals,
    load_forecasts,
    load_restatements,
)
from flopwatt.report.cells import UNKNOWN, cell
from flopwatt.report.outlook_quoted import RECALLED, RECALLED_NOTE, interval_text
from flopwatt.report.records import Cell, Table
from flopwatt.report.sources import legend, mark_of, numbered
from flopwatt.studies.outlook import (
    ASKED,
    block_name,
    powered,
    recalled,
    share_name,
    shares,
    study_outlook,
)
from flopwatt.units import parse_unit, show

NONE = "-"
NEVER_MIXED = "No mean is taken: forecasters count different things, and disagree by design."
FORECASTS = ("scope", "year", "forecaster", "figure", "range", "what", "vintage", "source")


def metrics_table() -> Table:
    """What there are forecasts of, and how many."""
    rows = []
    for thing in list_things(METRIC):
        own = [one for one in load_forecasts() if one.metric == thing.name]
        years = sorted(one.year for one in own)
        rows.append(
            (
                Cell(thing.name),
                Cell(thing.cells["subject"]),
                Cell(str(len({one.forecaster for one in own}))),
                Cell(str(len(own))),
                Cell(f"{years[0]}-{years[-1]}"),
            )
        )
    columns = ("metric", "covers", "forecasters", "figures", "years")
    note = f"{NEVER_MIXED} flopwatt outlook METRIC shows every figure of one."
    return Table("metrics", "What there are figures of", columns, tuple(rows), note,
                 words=("covers",))  # fmt: skip


def forecast_tables(metric: str, rows: Sequence[Forecast]) -> tuple[Table, ...]:
    """The figures of one metric by scope and year, and others restated as that metric."""
    thing = find(METRIC, metric).thing
    unit = thing.cells["counted_in"]
    marks = numbered(one.source for one in rows)
    ordered = sorted(rows, key=lambda one: (one.scope, one.year, one.forecaster))
    notes = [f"{thing.cells['note'][:1].upper()}{thing.cells['note'][1:]}. {NEVER_MIXED}"]
    notes += [RECALLED_NOTE] if any(one.verified == "memory" for one in rows) else []
    table = Table(
        "forecasts",
        f"Of {thing.cells['subject']}, in {unit}",
        FORECASTS,
        tuple(_forecast(one, unit, mark_of(marks, one.source)) for one in ordered),
        "\n".join([*notes, *legend(marks)]),
        words=("forecaster", "what"),
    )
    restated = _restated(metric)
    return (table, restated) if restated else (table,)


def _forecast(one: Forecast, unit: str, mark: str) -> tuple[Cell, ...]:
    low, high = one.ends
    value = NONE if one.value is None else interval_text(one.value, one.value, unit)
    around = NONE if one.low is None and one.high is None else interval_text(low, high, unit)
    what = ", ".join(part for part in (one.stage, one.scenario) if part)
    return (
        Cell(one.scope),
        Cell(str(one.year)),
        Cell(one.forecaster + RECALLED * (one.verified == "memory")),
        Cell(value),
        Cell(around),
        Cell(what),
        Cell(one.as_of),
        Cell(mark),
    )


def _restated(metric: str) -> Table | None:
    """Forecasts of other metrics or scopes brought to this one, step by step."""
    study, rows, notes = study_outlook(), [], []
    for one in load_restatements():
        if one.to_metric != metric:
            continue
        key = f"forecasts.{one.name}.{'capacity' if one.steps['load_factor'] else 'comparable'}"
        stated = one.forecast
        began = f"{stated.metric}, {stated.scope} {stated.year}"
        rows.append(
            (
                Cell(stated.forecaster),
                Cell(began),
                Cell(steps_text(one.steps)),
                Cell(f"{one.to_scope} {one.to_year}"),
                cell(study, key),
            )
        )
        notes.append(f"{stated.forecaster}: {one.note}.")
    if not rows:
        return None
    columns = ("forecaster", "stated of", "steps", "to", "figure")
    return Table("restated", f"Restated as {metric}", columns, tuple(rows), "\n".join(notes),
                 words=("stated of", "steps", "to"))  # fmt: skip


def steps_text(steps: Mapping[str, str]) -> str:
    """The steps by which a forecast is brought to another metric, scope or year."""
    said = [steps["growth"]] if steps["growth"] else []
    said += [f"{steps['ahead']} years on"] if steps["ahead"] else []
    said += [f"AI {steps['ai_part']} %"] if steps["ai_part"] else []
    said += [f"{steps['to_scope']} {steps['country_part']} %"] if steps["country_part"] else []
    said += [f"load factor {steps['load_factor']} %"] if steps["load_factor"] else []
    return ", ".join(said)


def shares_table() -> Table:
    """Training and inference in compute as stated, and in power as it follows."""
    study, rows = study_outlook(), []
    for one in shares():
        entry = f"forecasts.{share_name(one)}"
        low, high = one.ends
        less = high > 100  # a lower end alone
        power = cell(study, f"{entry}.inference.power_share")
        rows.append(
            (
                Cell(f"{one.forecaster}, {one.year}"),
                Cell(f"under {100 - low:.0f} %" if less else f"{100 - low:.0f} %"),
                Cell(f"over {low:.0f} %" if less else f"{low:.0f} %"),
                Cell(f"over {power.text}" if less else power.text, power.key, power.range),
            )
        )
    entry = f"forecasts.{share_name(shares()[0])}"
    ratio = cell(study, f"{entry}.utilisation_ratio")
    busy = [cell(study, f"{entry}.busy.{kind}").text for kind in ("training", "inference")]
    note = (
        f"Power is held for idle GPUs too: those of training work {busy[0]} of the time, those of "
        f"inference {busy[1]}, so a unit of inference holds {ratio.text} ({ratio.range}) the GPUs. "
        "Share of power = s x ratio / (s x ratio + 1 - s), s the share of compute; a GPU at work "
        "draws the same for both."
    )
    columns = ("forecaster", "training, compute", "inference, compute", "inference, power")
    return Table("shares", "Training and inference, World", columns, tuple(rows), note)


def capex_table() -> Table:
    """Capital expenditure by company and year."""
    rows = find_forecasts("capex")
    years = sorted({one.year for one in rows})
    companies = dict.fromkeys(one.scope for one in rows)
    by_place = {(one.scope, one.year): one for one in rows}
    cells = tuple(
        (Cell(company), *(_dollars(by_place.get((company, year))) for year in years))
        for company in companies
    )
    note = (
        "g guidance of the company or of analysts. Microsoft and Oracle by fiscal year; some years "
        f"of Meta and Microsoft with finance leases.\n{RECALLED_NOTE}"
    )
    heads = ("company", *map(str, years))
    return Table("capex", "Capital expenditure, billions of dollars a year", heads, cells, note)


def _dollars(one: Forecast | None) -> Cell:
    if one is None:
        return Cell(NONE)
    mark = "g" * (one.stage != "actual") + RECALLED * (one.verified == "memory")
    return Cell(f"{one.value:,.0f}{mark}")


def deals_table() -> Table:
    """Power agreements: nameplate, and the years of their delivery."""
    rows = load_deals()
    marks = numbered(one.source for one in rows)
    cells = tuple(
        (
            Cell(one.buyer + RECALLED * (one.verified == "memory")),
            Cell(one.counterparty),
            Cell(one.stage),
            Cell(show(one.power * parse_unit("MW").factor, "MW")),
            Cell(one.first or NONE),
            Cell(one.full),
            Cell(one.what),
        )
        for one in rows
    )
    notes = [
        "Nameplate, as expected at the latest report. An operating plant adds no power to the "
        "grid; a total sums the rows above it.",
        RECALLED_NOTE,
        *legend(marks),
    ]
    columns = ("buyer", "with", "plant", "power", "from", "all by", "what")
    return Table("deals", "Power agreements", columns, cells, "\n".join(notes),
                 words=("with", "plant", "what"))  # fmt: skip


def gpus_table() -> Table:
    """What 50 and 100 MW at the meter are in GPUs, at their peak."""
    study = study_outlook()
    rows = tuple(_gpus(accelerator) for accelerator in powered())
    first = f"blocks.{block_name(powered()[0], ASKED[0])}"
    said = [cell(study, f"{first}.{key}").text for key in ("peak_share", "network", "peak_pue")]
    note = (
        f"Nameplate of a server over its GPUs x {said[0]} that it draws at most x (1 + {said[1]} "
        f"for the network) x peak PUE {said[2]}. Peak, for MW of a site; the mean over a year is "
        f"lower, and is for energy.\n{RECALLED_NOTE}"
    )
    columns = ("GPU", "kW at the meter", *(f"GPUs in {power}" for power in ASKED))
    return Table("gpus", "What 50 and 100 MW are in GPUs", columns, rows, note)


def _gpus(accelerator: str) -> tuple[Cell, ...]:
    study = study_outlook()
    keys = [f"blocks.{block_name(accelerator, power)}" for power in ASKED]
    cells: Iterable[Cell] = (cell(study, f"{key}.gpus", " GPUs") for key in keys)
    per_gpu = cell(study, f"{keys[0]}.per_gpu", " per GPU")
    mark = RECALLED * recalled(accelerator)
    return (Cell(accelerator + mark), per_gpu if per_gpu.text != UNKNOWN else Cell(NONE), *cells)
