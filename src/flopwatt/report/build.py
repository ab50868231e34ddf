"""A study becomes a report: one section per question, each titled with its finding."""

from __future__ import annotations

import functools
from dataclasses import replace

from flopwatt.model.quantity import Kind
from flopwatt.model.results import Results
from flopwatt.report import crossover, expense, fleet_api, fleet_months
from flopwatt.report.assumptions import assumption_section
from flopwatt.report.beaten import beaten_section
from flopwatt.report.buying import buying_section
from flopwatt.report.campaign import campaign_section
from flopwatt.report.crossover import answer_text, crossover_section, together_text
from flopwatt.report.document import document, outcome_of
from flopwatt.report.drivers import drivers_section
from flopwatt.report.expense import expense_section
from flopwatt.report.explain import explain
from flopwatt.report.fleet_api import api_section
from flopwatt.report.fleet_chart import fleet_chart_section
from flopwatt.report.fleet_months import fleet_month_section
from flopwatt.report.fleet_step import fleet_step_section
from flopwatt.report.hardware import hardware_section
from flopwatt.report.lookup import key_page
from flopwatt.report.own_hours import HOUR, own_section, own_text
from flopwatt.report.own_offers import own_offers_section
from flopwatt.report.page import explain_all
from flopwatt.report.products import product_section
from flopwatt.report.records import Report, Section
from flopwatt.report.texts import plan_text
from flopwatt.report.training import training_section, training_text
from flopwatt.report.workbook import workbook_bytes
from flopwatt.studies.run import Study

# the quantities that some section shows by month: their draws are kept
SHOWN_SERIES = (*crossover.SERIES, *expense.SERIES, *fleet_months.SERIES, *fleet_api.SERIES)
COSTS = (".cost", f".{HOUR}")
MAKERS = (
    crossover_section,
    drivers_section,
    training_section,
    campaign_section,
    product_section,
    fleet_step_section,
    fleet_month_section,
    fleet_chart_section,
    api_section,
    hardware_section,
    buying_section,
    own_section,
    own_offers_section,
    expense_section,
    beaten_section,
)


def build_report(study: Study) -> Report:
    """Everything a face needs to show the results of a plan."""
    plan = study.plan
    found = [s for s in (make(study) for make in MAKERS) if isinstance(s, Section)]
    assumed = assumption_section(study, found)
    sections = (*found, assumed) if assumed else tuple(found)
    results = study.results
    answer = answer_text(study)
    said = [together_text(study)]
    if results.population.names("run"):
        said.append(training_text(study))
    if results.population.names("asset"):
        said.append(own_text(study))
    lede = " ".join(text for text in said if text)
    report = Report(
        title=plan.name,
        subtitle=f"{plan_text(plan)}{_drawn(study)}",
        answer=answer or lede,
        lede=lede if answer else "",
        sections=sections,
        warnings=study.warnings,
        known=results.__contains__,
        make_document=functools.partial(document, study),
        example=_example(results, sections),
        explain=functools.partial(explain, study),
        explain_all=functools.partial(explain_all, study),
        key_page=functools.partial(key_page, study),
    )
    return replace(report, make_workbook=functools.partial(workbook_bytes, study, report))


def _example(results: Results, sections: tuple[Section, ...]) -> str:
    """A key worth explaining: a crossover that comes, else any, else a cost or an owned hour."""
    cells = (cell for s in sections for t in s.tables for row in t.rows for cell in row)
    shown = [key for key in dict.fromkeys(cell.key for cell in cells) if key in results]

    def rank(key: str) -> tuple[bool, ...]:
        value = results[key]
        crosses = value.quantity.kind is Kind.CROSSING and value.quantity.key == "crossover"
        comes = crosses and outcome_of(value.central) == "crosses"
        return not comes, not crosses, "." not in key, not key.endswith(COSTS)

    return min(shown or results.keys(), key=rank)


def _drawn(study: Study) -> str:
    """What ranges mean, said once; nothing where nothing was drawn."""
    if study.spread is None:
        return ""
    spread = study.spread
    return f"; ranges hold 8 in 10 of {spread.draws:,} draws, seed {spread.seed}"
