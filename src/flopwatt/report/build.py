"""A study becomes a report: one section per question, each titled with its finding."""

from __future__ import annotations

import functools

from flopwatt.report.assumptions import assumption_section
from flopwatt.report.crossover import answer_text, crossover_section
from flopwatt.report.document import document
from flopwatt.report.expense import expense_section
from flopwatt.report.explain import explain
from flopwatt.report.products import product_section
from flopwatt.report.records import Report, Section
from flopwatt.report.training import training_section, training_text
from flopwatt.studies.run import Study


def build_report(study: Study) -> Report:
    """Everything a face needs to show the results of a plan."""
    plan = study.plan
    makers = (
        crossover_section,
        training_section,
        product_section,
        expense_section,
        assumption_section,
    )
    sections = tuple(s for s in (make(study) for make in makers) if isinstance(s, Section))
    months = len(plan.months)
    return Report(
        title=plan.name,
        answer=answer_text(study) or training_text(study),
        subtitle=f"{plan.file}, {months} months from {plan.start.isoformat()}",
        sections=sections,
        warnings=study.warnings,
        document=document(study),
        explain=functools.partial(explain, study),
    )
