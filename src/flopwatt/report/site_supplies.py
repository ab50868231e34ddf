"""What else could power a site: months and dollars that each supply saves over the permanent."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.catalog.find import REMEMBERED
from flopwatt.report.records import Cell, Table
from flopwatt.report.site_texts import before_of, date_cell, months_text, numbers_of, supply_text
from flopwatt.report.texts import number_text
from flopwatt.studies.criticality import MONTH
from flopwatt.studies.run import Study
from flopwatt.studies.sites import ACTIVITY, SITE, SUPPLY, parts_of

HEADS = ("supply", "first power", "months earlier", "worth of hours", "it costs", "saves")
NOTE = (
    "Each by itself until the permanent supply is there. Worth of hours: what those are worth for "
    "which GPUs need not wait. It costs: its capital, and energy dearer than the permanent. Saves "
    "is the one less the other. One that comes no earlier than the permanent supply saves nothing."
)
RENT = (
    "Space that is let comes with its building: neither its rent nor the building that it spares "
    "is counted."
)


def supply_table(study: Study, name: str) -> Table:
    """Every supply with the first day of power, what that is worth and what it costs."""
    results = study.results
    supplies = [
        one
        for one in parts_of(results, SUPPLY, SITE, name)
        if f"supplies.{one}.first_power" in results
    ]
    supplies.sort(key=lambda one: numbers_of(study, f"supplies.{one}.first_power")[1])
    rows = tuple(_row(study, one, before_of(study, name)) for one in supplies)
    rent = RENT if any(_houses(study, one) for one in supplies) else ""
    note = " ".join(part for part in (NOTE, rent, _waits(study, name)) if part)
    limits = _limits(study, supplies, before_of(study, name))
    note = f"{note}\n{limits}" if limits else note
    return Table(f"supplies-{name}", f"{name}: what else could power it", HEADS, rows, note)


def _row(study: Study, supply: str, before: str) -> tuple[Cell, ...]:
    key = f"supplies.{supply}"
    role = study.results[f"{key}.role"].quantity.words[int(study.results[f"{key}.role"].central)]
    label = supply_text(supply, before)
    low, middle, high = numbers_of(study, f"{key}.gains")
    gained = max(middle, 0.0)
    ends = f"{months_text(max(low, 0.0))} to {months_text(max(high, 0.0))}"
    cells = [
        Cell(label if role == "alternative" else f"{label} ({role})"),
        date_cell(study, f"{key}.first_power"),
        Cell(months_text(gained), f"{key}.gains", "" if low == high else ends),
    ]
    if role == "permanent" or gained < MONTH / 10:
        return (*cells, Cell("$0"), Cell("-"), Cell("-"))
    worth, costs, saves = (_dollars(study, f"{key}.{part}") for part in ("worth", "costs", "saves"))
    if _houses(study, supply):
        costs = replace(costs, text=f"{costs.text} + rent")
    return (*cells, worth, costs, saves)


def _houses(study: Study, supply: str) -> bool:
    return study.results[f"supplies.{supply}.houses"].central > 0


def _dollars(study: Study, key: str) -> Cell:
    quantity, start = study.results[key].quantity, study.plan.start
    low, middle, high = (number_text(quantity, one, start, 2) for one in numbers_of(study, key))
    return Cell(middle, key, "" if low == high else f"{low} to {high}")


def _limits(study: Study, supplies: list[str], before: str) -> str:
    """What the catalog says against supplies that come earlier and cost no capital."""
    results, told = study.results, []
    for one in supplies:
        key = f"supplies.{one}"
        earlier = numbers_of(study, f"{key}.gains")[1] >= MONTH / 10
        if not earlier or results[f"{key}.capital"].central > 0:
            continue
        keys = [f"{key}.energy"]
        if _houses(study, one):
            keys += [f"activities.{x}.duration" for x in parts_of(results, ACTIVITY, SUPPLY, one)]
        origins = (results[key].origin for key in keys if key in results)
        said = [_remark(origin.detail) for origin in origins if origin.kind == "catalog"]
        if any(said):
            told.append(f"{supply_text(one, before)}: {', '.join(filter(None, said))}.")
    return " ".join(told)


def _remark(detail: str) -> str:
    """What the catalog remarks beside a figure, without the name that it begins with."""
    parts = detail.split("; ")[1:]
    return ", ".join(part for part in parts if part != REMEMBERED)


def _waits(study: Study, name: str) -> str:
    """How many of the supplies rest on a duration without a source."""
    results = study.results
    bare = [
        supply_text(supply, before_of(study, name))
        for supply in parts_of(results, SUPPLY, SITE, name)
        if any(
            results[f"activities.{one}.duration"].origin.source == "unsourced"
            for one in parts_of(results, ACTIVITY, SUPPLY, supply)
        )
    ]
    return f"Durations without a source: {', '.join(bare)}." if bare else ""


def bridging_text(study: Study, name: str) -> str:
    """What bridges until the permanent supply is there, or that it comes no earlier, in words."""
    bridges, lasting = _supplies(study, name, "bridge"), _supplies(study, name, "permanent")
    if not bridges:
        return ""
    told, until = (_listed(_words(study, name, some)) for some in (bridges, lasting))
    days = [numbers_of(study, f"supplies.{one}.first_power")[1] for one in bridges]
    if min(days) >= numbers_of(study, f"sites.{name}.first_permanent")[1]:
        return f"; {told} would bridge nothing: the {until} is there no later"
    return f"; {told} bridge until the {until} is there"


def _supplies(study: Study, name: str, role: str) -> list[str]:
    words = ("alternative", "bridge", "permanent")
    return [
        supply
        for supply in parts_of(study.results, SUPPLY, SITE, name)
        if study.results[f"supplies.{supply}.role"].central == words.index(role)
    ]


def _words(study: Study, name: str, supplies: list[str]) -> list[str]:
    return [supply_text(supply, before_of(study, name)) for supply in supplies]


def _listed(names: list[str]) -> str:
    return " and ".join(names)
