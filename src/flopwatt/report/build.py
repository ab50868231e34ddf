"""A study becomes a report: one section per question, each titled with its finding."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection

from flopwatt.model.quantity import Kind
from flopwatt.model.results import Results
from flopwatt.report import crossover, expense, fleet_api, fleet_months, power
from flopwatt.report.assumptions import assumption_section
from flopwatt.report.beaten import beaten_section
from flopwatt.report.buying import buying_section
from flopwatt.report.campaign import campaign_section
from flopwatt.report.cards import make_cards
from flopwatt.report.charts_of import with_charts
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
from flopwatt.report.inputs import input_tables
from flopwatt.report.lookup import key_page
from flopwatt.report.outlook_entries import outlook_section
from flopwatt.report.own_hours import HOUR, own_section, own_text
from flopwatt.report.own_offers import own_offers_section
from flopwatt.report.page import explain_all
from flopwatt.report.power import power_section
from flopwatt.report.power_texts import power_text
from flopwatt.report.products import product_section
from flopwatt.report.records import Parts, Report, Section
from flopwatt.report.site import SERIES as SITE_SERIES
from flopwatt.report.site import site_section, site_text
from flopwatt.report.texts import plan_text
from flopwatt.report.training import training_section, training_text
from flopwatt.report.workbook import workbook_bytes
from flopwatt.studies.run import Study

# the quantities that some section shows by month: their draws are kept
SHOWN_SERIES = (
    *(*crossover.SERIES, *expense.SERIES, *fleet_months.SERIES, *fleet_api.SERIES),
    *(*power.SERIES, *SITE_SERIES),
)
COSTS = (".cost", f".{HOUR}")
MAKERS = (
    crossover_section,
    drivers_section,
    product_section,
    hardware_section,
    training_section,
    campaign_section,
    fleet_step_section,
    fleet_month_section,
    fleet_chart_section,
    api_section,
    buying_section,
    own_section,
    own_offers_section,
    power_section,
    site_section,
    outlook_section,
    expense_section,
    beaten_section,
)
# makers whose section has another name than theirs
NAMES = {
    "product": "products",
    "fleet-month": "fleet-months",
    "fleet-chart": "gpus-in-use",
    "site": "sites",
}
ASSUMED = "assumptions"
SERIES_OF = {
    "crossover": (*crossover.SERIES, "fleet_token_cost"),  # which a card shows
    "expense": expense.SERIES,
    "fleet-months": fleet_months.SERIES,
    "api": fleet_api.SERIES,
}


# what the headline shows; a picture of it alone needs no draws of anything else
HEADLINE = "crossover"
HEADLINE_NAMES = frozenset(
    {
        *("product_crossover", "plan_crossover", "training_total", "inference_total", "launch"),
        *("product_crossover_lasting", "plan_crossover_lasting", "product_training_bill"),
        *("product_crossover_at_last_rate", "plan_crossover_at_last_rate"),
        *("plan_training_bill", "first_month_spend", "request_cost", "inference_share"),
        *("requests", "model_training_hours", "model_training_cost"),
        # of runs, fleets and assets: what their cards show
        *("accelerator_hours", "training_duration", "accelerators", "effective_time"),
        *("fleet_gpus", "owned_hour_price", "purchase_price"),
        *("ownership_break_even", "net_present_value", "delivery_date"),
        # of sites: when there is power, by which supply, and what binds
        *("first_power", "full_power", "first_permanent", "supply_first", "supply_ready"),
        *("phase_energised", "phase_ready", "feed_energised", "option_ready"),
        *("activity_start", "activity_finish"),
    }
)


def draws_for(
    sections: Collection[str] | None, before: tuple[Study, Report] | None = None
) -> frozenset[str] | None:
    """The quantities beside series whose draws some sections need; None for all.

    A report ``before`` that has these sections tells what they show.
    """
    if sections is None:
        return None
    if {*sections} == {HEADLINE}:
        return HEADLINE_NAMES
    if before is None:
        return None
    study, report = before
    told = [section for section in report.sections if section.id in sections]
    if {section.id for section in told} != {*sections}:
        return None
    tables = [table for section in told for table in section.tables]
    tables += [chart.table for section in told for chart in section.charts]
    keys = {cell.key for table in tables for row in table.rows for cell in row}
    values = (study.results[key] for key in keys if key in study.results)
    return HEADLINE_NAMES.union(value.quantity.name for value in values)


def series_of(sections: Collection[str] | None) -> tuple[str, ...]:
    """The quantities whose draws by month some sections show; those of all without any."""
    if sections is None:
        return SHOWN_SERIES
    named = (name for section in sections for name in SERIES_OF.get(section, ()))
    return tuple(dict.fromkeys(named))


def section_name(make: Callable[..., object]) -> str:
    """The id of the section that a maker makes."""
    name = make.__name__.removesuffix("_section").replace("_", "-")
    return NAMES.get(name, name)


def build_report(study: Study, only: Collection[str] | None = None) -> Report:
    """Everything a face needs to show the results of a plan; ``only`` names sections to make."""
    plan = study.plan
    return Report(
        title=plan.name,
        subtitle=f"{plan_text(plan)}{_drawn(study)}",
        make_parts=functools.partial(_parts, study, only),
        warnings=study.warnings,
        known=study.results.__contains__,
        make_document=functools.partial(document, study),
        explain=functools.partial(explain, study),
        explain_all=functools.partial(explain_all, study),
        key_page=functools.partial(key_page, study),
        make_workbook=functools.partial(workbook_bytes, study),
    )


def _parts(study: Study, only: Collection[str] | None) -> Parts:
    """What the report of a plan shows; ``only`` names the sections of it to make."""
    makers = [make for make in MAKERS if only is None or section_name(make) in only]
    made = (make(study) for make in makers)
    found = [with_charts(study, section) for section in made if isinstance(section, Section)]
    wanted = only is None or ASSUMED in only
    assumed = assumption_section(study, found) if wanted else None
    sections = (*found, assumed) if assumed else tuple(found)
    answer, lede = answer_text(study), _lede(study)
    return Parts(
        answer=answer or lede,
        lede=lede if answer else "",
        sections=sections,
        example=_example(study.results, sections),
        cards=make_cards(study),
        inputs=input_tables(study) if only is None else (),
    )


def _lede(study: Study) -> str:
    """What a plan comes to, each kind of thing in a sentence."""
    population = study.results.population
    said = [together_text(study)]
    if population.names("run"):
        said.append(training_text(study))
    if population.names("asset"):
        said.append(own_text(study))
    loads = population.names("load")
    if loads and not population.names("model"):
        said.append(power_text(study, loads))
    said += [site_text(study, name) for name in population.names("site")]
    return " ".join(text for text in said if text)


def _example(results: Results, sections: tuple[Section, ...]) -> str:
    """A key worth explaining: the first crossover that comes, else any, else a cost or an hour."""
    cells = (cell for s in sections for t in s.tables for row in t.rows for cell in row)
    shown = [key for key in dict.fromkeys(cell.key for cell in cells) if key in results]

    def rank(key: str) -> tuple[float, ...]:
        value = results[key]
        crosses = value.quantity.kind is Kind.CROSSING and value.quantity.key == "crossover"
        comes = crosses and outcome_of(value.central) == "crosses"
        first = value.central if comes else 0.0
        return not comes, not crosses, "." not in key, first, not key.endswith(COSTS)

    return min(shown or results.keys(), key=rank)


def _drawn(study: Study) -> str:
    """What ranges mean, said once; nothing where nothing was drawn."""
    if study.spread is None:
        return ""
    spread = study.spread
    return f"; ranges hold 8 in 10 of {spread.draws:,} draws, seed {spread.seed}"
