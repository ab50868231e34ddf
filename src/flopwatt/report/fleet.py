"""A report of fleets alone: what serves each product, how large it grows and what it costs."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from flopwatt.report.explain import explain
from flopwatt.report.fleet_api import api_section
from flopwatt.report.fleet_chart import fleet_chart_section
from flopwatt.report.fleet_document import fleet_document
from flopwatt.report.fleet_months import COST, PAID, UNITS, fleet_month_section
from flopwatt.report.fleet_step import fleet_step_section
from flopwatt.report.fleet_texts import MOST_OPEN, chosen_fleets, follows_load, unit_text
from flopwatt.report.lookup import key_page
from flopwatt.report.page import explain_all
from flopwatt.report.records import Parts, Report
from flopwatt.report.texts import counted, number_text, plan_text
from flopwatt.studies.fleet_unit import Fleet
from flopwatt.studies.run import Study

MAKERS = (fleet_step_section, fleet_month_section, fleet_chart_section, api_section)
CENTRAL = "the central case; flopwatt run has ranges"
TOLD = 3  # fleets whose answer is a sentence
MORE = "Name a product for its steps, its years and what its tokens cost; --json has all by month."


def build_fleet_report(study: Study, names: Sequence[str]) -> Report:
    """Everything a face needs to show some fleets of a plan, and nothing else of it."""
    plan, fleets = study.plan, chosen_fleets(study, names)
    made = (make(study, names) for make in MAKERS)
    shown = f"{fleets[0].key}.{UNITS}"
    return Report(
        title=plan.name,
        subtitle=f"{plan_text(plan)}, {CENTRAL}",
        make_parts=lambda: Parts(
            answer=" ".join(_answer(study, fleet) for fleet in fleets[:TOLD]),
            lede=MORE if len(fleets) > MOST_OPEN else "",
            sections=tuple(section for section in made if section is not None),
            example=shown if shown in study.results else f"{fleets[0].key}.gpus",
        ),
        warnings=study.warnings,
        known=study.results.__contains__,
        make_document=functools.partial(fleet_document, study),
        explain=functools.partial(explain, study),
        explain_all=functools.partial(explain_all, study),
        key_page=functools.partial(key_page, study),
        ask=("flopwatt fleet", "{subject}", "--explain {key}"),
    )


def _answer(study: Study, fleet: Fleet) -> str:
    """How many units serve a product, at first and in the end, and their bill."""
    if not fleet.knows(UNITS):
        return f"How many units {fleet.name} takes does not follow from this plan."
    units = study.results[f"{fleet.key}.{UNITS}"].months
    used = units[units > 0]
    if not len(used):
        return f"{fleet.name} has no calls within the plan."
    first, last = (f"{number:,.0f}" for number in (used[0], units[-1]))
    held = counted(int(used[0]), "unit")
    held = held if first == last else f"{held} at first and {last} in the end"
    if follows_load(fleet):
        held = f"{held}, of which {fleet.at(PAID, -1):,.1f} are paid on average"
    return f"{fleet.name} takes {held}, each {unit_text(fleet)}{_bill(study, fleet)}."


def _bill(study: Study, fleet: Fleet) -> str:
    if not fleet.knows(COST):
        return "; what they cost is not known"
    bill = study.results[f"{fleet.key}.{COST}"]
    cost = number_text(bill.quantity, float(bill.months.sum()), study.plan.start)
    return f": {cost} over the plan"
