"""A study becomes a report: one section per question, each titled with its finding."""

from __future__ import annotations

import functools

from flopwatt.report import crossover, expense
from flopwatt.report.assumptions import assumption_section
from flopwatt.report.crossover import answer_text, crossover_section, together_text
from flopwatt.report.document import document
from flopwatt.report.drivers import drivers_section
from flopwatt.report.expense import expense_section
from flopwatt.report.explain import explain
from flopwatt.report.products import product_section
from flopwatt.report.records import Report, Section
from flopwatt.report.texts import long_date
from flopwatt.report.training import training_section, training_text
from flopwatt.studies.run import Study

# the quantities that some section shows by month: their draws are kept
SHOWN_SERIES = (*crossover.SERIES, *expense.SERIES)
MAKERS = (
    crossover_section,
    drivers_section,
    training_section,
    product_section,
    expense_section,
    assumption_section,
)


def build_report(study: Study) -> Report:
    """Everything a face needs to show the results of a plan."""
    plan = study.plan
    sections = tuple(s for s in (make(study) for make in MAKERS) if isinstance(s, Section))
    count = len(plan.months)
    months = f"{count} month{'s' if count > 1 else ''}"
    file = "" if plan.file == plan.name else f"{plan.file}, "  # a plan may have no name
    answer = answer_text(study)
    said = [together_text(study)]
    if study.results.population.names("run"):
        said.append(training_text(study))
    lede = " ".join(text for text in said if text)
    return Report(
        title=plan.name,
        subtitle=f"{file}{months} from {long_date(plan.start)}{_drawn(study)}",
        answer=answer or lede,
        lede=lede if answer else "",
        sections=sections,
        warnings=study.warnings,
        document=document(study),
        explain=functools.partial(explain, study),
    )


def _drawn(study: Study) -> str:
    """What ranges mean, said once; nothing where nothing was drawn."""
    if study.spread is None:
        return ""
    spread = study.spread
    return f"; ranges hold 8 in 10 of {spread.draws:,} draws, seed {spread.seed}"
