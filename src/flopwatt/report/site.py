"""Sites: when each phase has power, what binds, what another supply would save, what it costs."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from flopwatt.report.charts_of import with_charts
from flopwatt.report.document import document
from flopwatt.report.explain import explain
from flopwatt.report.lookup import key_page
from flopwatt.report.page import explain_all
from flopwatt.report.records import Cell, Parts, Report, Section, Table
from flopwatt.report.site_money import capital_table, waiting_table
from flopwatt.report.site_months import power_table
from flopwatt.report.site_supplies import bridging_text, supply_table
from flopwatt.report.site_texts import (
    NEVER,
    activity_text,
    before_of,
    date_cell,
    long_text,
    month_text,
    months_cell,
    numbers_of,
)
from flopwatt.report.texts import counted, plan_text, value_text
from flopwatt.studies.criticality import Bound, find_bounds, known_dates
from flopwatt.studies.run import Study
from flopwatt.studies.site_warnings import plan_end
from flopwatt.studies.sites import ACTIVITY, PHASE, SITE, parts_of, unsourced_parts

# monthly numbers whose draws are kept: those that the tables by year show
SERIES = ("mw_contracted", "mw_energised", "mw_short", "mw_drawn", "site_spent", "site_stranded")
TOLD, TOP = 3, 6  # sites whose answer is a sentence, activities that are told
PHASES = ("phase", "power", "built", "energised", "on its permanent supply", "binds most")
PHASES_NOTE = (
    "Built: ready to run, the supply of power apart. Medians; under them 8 in 10 of the draws, in "
    "which not always the same phase comes first. "
    "Binds most: the activity with the most months on the path to power, and how often it is on "
    "it. Power is that of the facility at its peak."
)
BINDS = ("activity", "on the path", "months on it", "with the permanent supply alone")
BINDS_NOTE = (
    "On the path: the share of the draws in which a later end of it makes the first phase later; "
    "beside it the months of it on that path, on average."
)
ACTIVITIES = ("activity", "takes, months", "begins", "ends", "source")


def site_section(study: Study, names: Sequence[str] | None = None) -> Section | None:
    """When the sites of a plan, or those named, have power, and all that follows."""
    every = study.results.population.names(SITE)
    chosen = [name for name in every if names is None or name in names]
    if not chosen:
        return None
    tables = [table for name in chosen for table in _tables(study, name)]
    return Section("sites", sites_title(study, chosen), tuple(tables), _first_month(study, chosen))


def sites_title(study: Study, names: Sequence[str]) -> str:
    """The months of the first power and of all of it, and what binds; of many sites a few."""
    said = [_title(study, name) for name in names[:TOLD]]
    more = len(names) - TOLD
    said += [f"{counted(more, 'more site')} below."] if more > 0 else []
    return " ".join(said)


def _title(study: Study, name: str) -> str:
    if _missing(study, name):
        return site_text(study, name)
    results = study.results
    phases = parts_of(results, PHASE, SITE, name)
    first, full = (date_cell(study, f"sites.{name}.{key}") for key in ("first_power", "full_power"))
    size, whole = (
        value_text(results[key], study.plan.start)
        for key in (f"phases.{phases[0]}.power", f"sites.{name}.mw")
    )
    said = f"{name}: first {size} {_when(first)}"
    said += f", all {whole} {_when(full)}" if len(phases) > 1 else ""
    found = find_bounds(study, phases[:1])[phases[0]]
    befores = (f"{phases[0]}-", before_of(study, name))
    binds = activity_text(found[0].activity, *befores) if found else "a stated date"
    return f"{said}; what binds first: {binds}."


def _when(found: Cell) -> str:
    return found.text if found.text == NEVER else f"in {found.text}"


def _first_month(study: Study, names: Sequence[str]) -> str:
    """The first month in which any of the sites has power; empty where that is not known."""
    known = [f"sites.{name}.first_power" for name in names if not _missing(study, name)]
    first = min((numbers_of(study, key)[1] for key in known), default=None)
    return "" if first is None else month_text(study, first)


def _tables(study: Study, name: str) -> list[Table]:
    if _missing(study, name):
        return []
    bounds = find_bounds(study, parts_of(study.results, PHASE, SITE, name))
    made = [
        _phases(study, name, bounds),
        *_binds(study, name, bounds),
        supply_table(study, name),
        power_table(study, name),
        waiting_table(study, name),
        capital_table(study, name),
        _activities(study, name),
    ]
    return made


def site_text(study: Study, name: str) -> str:
    """When a site first has power and when all of it, what binds, and what no source states."""
    missing = _missing(study, name)
    if missing:
        return f"When {name} has power does not follow from this plan: {missing}."
    results, key = study.results, f"sites.{name}"
    phases = parts_of(results, PHASE, SITE, name)
    size = value_text(results[f"phases.{phases[0]}.power"], study.plan.start)
    whole = value_text(results[f"{key}.mw"], study.plan.start)
    first = long_text(study, f"{key}.first_power")
    said = f"{name} has its first {size} on {first}"
    if len(phases) > 1:
        said += f" and all of its {whole} on {long_text(study, f'{key}.full_power')}"
    found = find_bounds(study, phases[:1])[phases[0]]
    befores = (f"{phases[0]}-", before_of(study, name))
    binds = (
        f"What binds first is the {activity_text(found[0].activity, *befores)}." if found else ""
    )
    first = f"{said}{bridging_text(study, name)}."
    parts = (first, _late(study, name), binds, _unsourced(study, name))
    return " ".join(part for part in parts if part)


def _late(study: Study, name: str) -> str:
    """That no month of the plan has power, where the first comes after all of them."""
    day = numbers_of(study, f"sites.{name}.first_power")[1]
    if day < plan_end(study.results):
        return ""
    return "That is after the plan ends: a longer `horizon` would show it month by month."


def _missing(study: Study, name: str) -> str:
    """What a site lacks for each phase of it to have a day on which it has power; else nothing."""
    phases = parts_of(study.results, PHASE, SITE, name)
    bare = [one for one in phases if f"phases.{one}.power" not in study.results]
    if bare:
        entry = f"sites.{name}" if bare == phases else f"phases.{bare[0]}"
        return f"nothing says how much; to add: `power: 100 MW` under {entry}"
    if known_dates(study.results, name):
        return ""
    for phase in phases:
        if f"phases.{phase}.built" not in study.results:
            return f"{phase} has no activity; to add: `built: 2028-01-01` under phases.{phase}"
    return "no supply is in use; to add: `role: permanent` under one of `supplies:`"


def _unsourced(study: Study, name: str) -> str:
    """How many durations and prices are without a source, said with every answer."""
    keys = unsourced_parts(study.results, name)
    lead = sum(key.endswith(".duration") for key in keys)
    all_ = len(parts_of(study.results, ACTIVITY, SITE, name))
    if not keys:
        return ""
    return (
        f"Without a source: {lead} of {counted(all_, 'duration')}, {len(keys) - lead} other values."
    )


def _phases(study: Study, name: str, bounds: dict[str, list[Bound]]) -> Table:
    rows = []
    for phase in parts_of(study.results, PHASE, SITE, name):
        key, found = f"phases.{phase}", bounds[phase]
        rows.append(
            (
                Cell(phase),
                Cell(value_text(study.results[f"{key}.power"], study.plan.start), f"{key}.power"),
                date_cell(study, f"{key}.built"),
                date_cell(study, f"{key}.energised"),
                date_cell(study, f"{key}.permanent"),
                _most(found, f"{phase}-", before_of(study, name)),
            )
        )
    title = f"{name}: when each phase has power, not always in this order"
    return Table(f"phases-{name}", title, PHASES, tuple(rows), PHASES_NOTE, words=PHASES[-1:])


def _most(found: list[Bound], *before: str) -> Cell:
    if not found:
        return Cell("a stated date")
    first = found[0]
    key = f"activities.{first.activity}.ends"
    return Cell(f"{activity_text(first.activity, *before)}, {100 * first.share:.0f} %", key)


def _binds(study: Study, name: str, bounds: dict[str, list[Bound]]) -> Iterator[Table]:
    """The activities on the first phase's path, as it is and with the permanent supply alone."""
    phase = parts_of(study.results, PHASE, SITE, name)[0]
    alone = {one.activity: one for one in find_bounds(study, [phase], permanent=True)[phase]}
    here = {one.activity: one for one in bounds[phase]}
    most = sorted({*here, *alone}, key=lambda one: -max(_months(here, one), _months(alone, one)))
    rows = [
        (
            Cell(activity_text(one, f"{phase}-", before_of(study, name)), f"activities.{one}.ends"),
            Cell(_share(here, one)),
            Cell(f"{_months(here, one):.1f} months"),
            Cell(f"{_share(alone, one)}, {_months(alone, one):.1f} months"),
        )
        for one in most[:TOP]
    ]
    title = f"{name}: what binds {phase}"
    if rows:  # where stated days bind there is no path
        yield Table(f"binds-{name}", title, BINDS, tuple(rows), BINDS_NOTE)


def _share(found: dict[str, Bound], name: str) -> str:
    return f"{100 * found[name].share:.0f} %" if name in found else "0 %"


def _months(found: dict[str, Bound], name: str) -> float:
    return found[name].months if name in found else 0.0


def _activities(study: Study, name: str) -> Table:
    """Every activity with its dates and where its duration is from."""
    rows = []
    for activity in parts_of(study.results, ACTIVITY, SITE, name):
        key = f"activities.{activity}"
        origin = study.results[f"{key}.duration"].origin
        said = origin.place or origin.source.partition("#")[0]
        rows.append(
            (
                Cell(activity, f"{key}.ends"),
                months_cell(study, f"{key}.duration"),
                date_cell(study, f"{key}.begins"),
                date_cell(study, f"{key}.ends"),
                Cell(said),
            )
        )
    title = f"{name}: every activity"
    return Table(
        f"activities-{name}", title, ACTIVITIES, tuple(rows), words=("source",), folded=True
    )


def build_site_report(study: Study, names: Sequence[str]) -> Report:
    """Everything a face needs to show when some sites of a plan have power, and what that costs."""
    plan, section = study.plan, site_section(study, names)
    shown = (f"sites.{name}.first_power" for name in names)
    title = "Phases, what binds, supplies, power and capital"
    sections: tuple[Section, ...] = ()
    if section is not None and section.tables:  # what it found is the answer already
        sections = (with_charts(study, replace(section, title=title)),)
    drawn = f"; ranges hold 8 in 10 of {study.spread.draws:,} draws" if study.spread else ""
    return Report(
        title=plan.name,
        subtitle=f"{plan_text(plan)}{drawn}",
        make_parts=lambda: Parts(
            answer=" ".join(site_text(study, name) for name in names[:TOLD]),
            lede="",
            sections=sections,
            example=next((key for key in shown if key in study.results), "plan_length"),
        ),
        warnings=study.warnings,
        known=study.results.__contains__,
        make_document=functools.partial(document, study),
        explain=functools.partial(explain, study),
        explain_all=functools.partial(explain_all, study),
        key_page=functools.partial(key_page, study),
        ask=("flopwatt site", "{subject}", "--explain {key}"),
    )
