"""Fleets over time: calls, units, GPUs and the bill, and what tokens and requests cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from flopwatt.report.cells import make_table, month_cell
from flopwatt.report.fleet_texts import (
    MOST_OPEN,
    chosen_fleets,
    follows_load,
    last_cell,
    without,
    word_of,
)
from flopwatt.report.periods import eventful_periods, left_out_text, period_word, periods_of
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import month_words, number_text
from flopwatt.studies.fleet_unit import Fleet
from flopwatt.studies.run import Study

TITLE = "Each fleet in the plan's last month, and its bill over the plan"
CALLS, UNITS, COST = "fleet.largest_calls", "fleet.units", "fleet.cost"
PAID = "fleet.units_paid"
CACHED = "fleet.cost_per_million_cached"
PER_SECOND, PER_TOKEN = " calls per second", " per million tokens"
PHASES = {"fleet.prompt_units": ("for prompts", ""), "fleet.answer_units": ("for answers", "")}
SIZES = {
    CALLS: ("calls/s", PER_SECOND),
    **PHASES,
    "fleet.units_needed": ("needed", ""),
    UNITS: ("units", ""),
    PAID: ("paid", ""),
    "fleet.gpus": ("GPUs", " GPUs"),
    "fleet.utilisation": ("in use", ""),
    COST: ("bill", ""),
}
COSTS = {
    "fleet.cost_per_million_input": "input",
    CACHED: "cached",
    "fleet.cost_per_million_output": "output",
    "fleet.cost_per_million_tokens": "all",
    "fleet.cost_per_million_output_alone": "output pays all",
    "fleet.cost_per_request": "request",
}
SIDE_BY_SIDE = {**{key: SIZES[key] for key in (CALLS, UNITS, PAID, "fleet.gpus")},
                "fleet.cost_per_million_tokens": ("$/Mtoken", PER_TOKEN),
                COST: SIZES[COST]}  # fmt: skip
SIZE_NOTE = (
    "Calls on the busiest day; units are needed for its busiest hour, headroom included, and "
    "units have spares on top."
)
PAID_NOTE = (
    "Capacity follows the load: paid is what each hour takes, one unit at least and spares, on "
    "average."
)
PHASE_NOTE = "Prompts and answers have whole units of their own; a spare may stand in for either."
YEAR_NOTE = "Of each year its last month; the bill is summed."
COST_NOTE = (
    "Dollars per million tokens, and of one request; hours without calls included. Output pays "
    "all where answers bear the prompts too."
)
THROUGHOUT, NONE = "throughout", "-"  # a word for all periods, and for tokens of a month without
SERIES = ("fleet_cost", "fleet_token_cost")


def fleet_month_section(study: Study, names: Sequence[str] | None = None) -> Section | None:
    """What each fleet comes to over time, by year and folded by month.

    Of those named nothing is folded: it is left out.
    """
    fleets = chosen_fleets(study, names)
    if not fleets:
        return None
    folded = len(fleets) > MOST_OPEN
    tables = [_side_by_side(study, fleets)] if len(fleets) > 1 else []
    periods = periods_of(study)
    for fleet in fleets if names is None or not folded else ():
        tables += _tables(study, fleet, periods, folded=folded)
        if names is None and len(periods) < len(study.plan.months):
            months = {month: [index] for index, month in enumerate(study.plan.months)}
            tables += _tables(study, fleet, months, folded=True)
    return Section("fleet-months", _finding(study, fleets), tuple(tables))


def _tables(
    study: Study, fleet: Fleet, periods: Mapping[str, Sequence[int]], *, folded: bool
) -> list[Table]:
    """How large a fleet is, and what its tokens cost, by period."""
    head, every = period_word(periods), periods
    name = f"{fleet.name}-by-{head}"
    looks = {"works": {head: "inference"}, "folded": folded}
    if not fleet.knows(UNITS):
        # told once, and not where what a unit does is told not to be known
        once = fleet.knows("call_time") and every == periods_of(study)
        return [_lacking(study, fleet)] if once else []
    series = [f"{fleet.key}.{key}" for key in (CALLS, UNITS, COST) if fleet.knows(key)]
    periods = eventful_periods(study, every, series)
    sizes = _told(SIZES, [fleet])
    rows = [
        (Cell(period), *(_size_cell(study, fleet, key, months) for key in sizes))
        for period, months in periods.items()
    ]
    heads = (head, *(said for said, _ in sizes.values()))
    notes = (
        SIZE_NOTE,
        PHASE_NOTE if sizes.keys() >= PHASES.keys() else "",
        PAID_NOTE if PAID in sizes else "",
        YEAR_NOTE if head == "year" else "",
        left_out_text(study, every, periods),
    )
    note = " ".join(filter(None, notes))
    title = f"The fleet of {fleet.name} by {head}"
    tables = [make_table(study, f"fleet-{name}", title, heads, rows, note, **looks)]
    if fleet.knows(COST):
        tables.append(_cost_table(study, fleet, periods, head, looks))
    return tables


def _cost_table(
    study: Study,
    fleet: Fleet,
    periods: Mapping[str, Sequence[int]],
    head: str,
    looks: Mapping[str, Any],
) -> Table:
    """What tokens cost by period; in one line where they cost the same in all."""
    known = {key: said for key, said in COSTS.items() if _is_paid(fleet, key)}
    rows = [
        (Cell(period), *(_month(study, fleet, key, months) for key in known))
        for period, months in periods.items()
    ]
    same = len({tuple(cell.text for cell in row[1:]) for row in rows}) == 1
    by_year = head == "year" and not same
    note = f"{COST_NOTE} {YEAR_NOTE.partition(';')[0]}." if by_year else COST_NOTE
    return make_table(
        study,
        f"tokens-{fleet.name}-by-{head}",
        f"What a million tokens of {fleet.name} cost by {head}",
        (head, *known.values()),
        [(Cell(THROUGHOUT), *rows[-1][1:])] if same else rows,
        " ".join(filter(None, (note, _price(study, fleet)))),
        **looks,
    )


def _price(study: Study, fleet: Fleet) -> str:
    """What an hour of a GPU costs and, where the plan does not say, by which offer."""
    value = study.results[f"{fleet.key}.price"]
    if value.origin.kind != "catalog":
        return ""
    price = number_text(value.quantity, value.central, study.plan.start)
    offer = value.origin.detail.partition(": ")[2]
    return f"A GPU-hour is {price.removesuffix(' per GPU-hour')}: {offer}, {value.origin.as_of}."


def _told(columns: Mapping[str, tuple[str, str]], fleets: Sequence[Fleet]) -> dict[str, Any]:
    """The columns less the units paid where all are, and those of a phase where none is apart."""
    paid = any(map(follows_load, fleets))
    apart = any(word_of(fleet, "phases") == "apart" for fleet in fleets)
    left_out = {*(() if paid else (PAID,)), *(() if apart else PHASES)}
    return {key: said for key, said in columns.items() if key not in left_out}


def _is_paid(fleet: Fleet, key: str) -> bool:
    """Whether a kind of token costs anything that is known; where no cache is found, none does."""
    if not fleet.knows(key):
        return False
    return key != CACHED or bool(fleet.results[f"{fleet.key}.{key}"].months.any())


def _lacking(study: Study, fleet: Fleet) -> Table:
    """A fleet whose size is not known, with the lines that would make it known."""
    keys = (UNITS, COST)
    row = (Cell(fleet.name), *(last_cell(study, f"{fleet.key}.{key}") for key in keys))
    heads = ("fleet", *(SIZES[key][0] for key in keys))
    return make_table(study, f"fleet-{fleet.name}", f"The fleet of {fleet.name}", heads, [row])


def _size_cell(study: Study, fleet: Fleet, key: str, months: Sequence[int]) -> Cell:
    found = month_cell(study, f"{fleet.key}.{key}", months, added=key == COST)
    return without(found, SIZES[key][1])


def _month(study: Study, fleet: Fleet, key: str, months: Sequence[int]) -> Cell:
    if not fleet.at(UNITS, months[-1]):
        return Cell(NONE)
    return without(month_cell(study, f"{fleet.key}.{key}", months), PER_TOKEN, " per request")


def _side_by_side(study: Study, fleets: Sequence[Fleet]) -> Table:
    """Several fleets at the plan's end, one line each."""
    every, columns = range(len(study.plan.months)), _told(SIDE_BY_SIDE, fleets)
    rows = []
    for fleet in fleets:
        cells = (
            without(month_cell(study, f"{fleet.key}.{key}", every, added=key == COST), said)
            for key, (_, said) in columns.items()
        )
        rows.append((Cell(fleet.name), *cells))
    heads = ("fleet", *(head for head, _ in columns.values()))
    return make_table(study, "fleets", TITLE, heads, rows, works={"fleet": "inference"})


def _finding(study: Study, fleets: Sequence[Fleet]) -> str:
    """From how many GPUs to how many; where capacity follows the load, how many are paid."""
    unknown = [fleet.name for fleet in fleets if not fleet.knows(UNITS)]
    if unknown:
        return f"How large the fleet of {unknown[0]} is does not follow from this plan."
    single = len(fleets) == 1
    of = f"The fleet of {fleets[0].name}" if single else f"{len(fleets)} fleets"
    held = np.sum([study.results[f"{one.key}.fleet.gpus"].months for one in fleets], axis=0)
    used = [index for index, number in enumerate(held) if number > 0]
    if not used:
        return f"{of} {'has' if single else 'have'} no calls within the plan."
    first, last = (f"{held[index]:,.0f}" for index in (used[0], -1))
    paid, since = _paid(fleets), month_words(study.plan.start, used[0])
    if first == last and len(set(held[used])) == 1:
        when = f"from {since} on" if used[0] else "throughout"
        return f"{of} {'keeps' if single else 'keep'} {first} GPUs {when}{paid}."
    verb = "goes" if single else "go"
    return f"{of} {verb} from {first} GPUs in {since} to {last} at the plan's end{paid}."


def _paid(fleets: Sequence[Fleet]) -> str:
    """How many GPUs are paid in the last month, where not all are."""
    if not any(map(follows_load, fleets)):
        return ""
    paid = sum(one.at(PAID, -1) * one.at("gpus") for one in fleets)
    return f", of which {paid:,.0f} are paid on average"
