"""A report of what the loads of a plan draw, and nothing else of it."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace

from flopwatt.report.charts_of import with_charts
from flopwatt.report.document import document
from flopwatt.report.explain import explain
from flopwatt.report.lookup import key_page
from flopwatt.report.page import explain_all
from flopwatt.report.power import power_section
from flopwatt.report.power_texts import PEAK, power_text
from flopwatt.report.records import Parts, Report
from flopwatt.report.texts import plan_text
from flopwatt.studies.run import Study

TITLE = "From the chip to the meter, how it is cooled, and what the energy takes"
CENTRAL = "central values alone: `flopwatt run` draws ranges where a plan has a `power:` section"


def build_power_report(study: Study, names: Sequence[str]) -> Report:
    """Everything a face needs to show the power of some loads of a plan."""
    plan = study.plan
    section = power_section(study, names)
    if section is not None:  # what it found is the answer already
        section = with_charts(study, replace(section, title=TITLE))
    keys = (f"power.{name}.{key}" for name in names for key in (PEAK, "it.peak", "peak_pue"))
    return Report(
        title=plan.name,
        subtitle=f"{plan_text(plan)}; {CENTRAL}",
        make_parts=lambda: Parts(
            answer=power_text(study, names),
            lede="",
            sections=(section,) if section else (),
            example=next((key for key in keys if key in study.results), ""),
        ),
        warnings=study.warnings,
        known=study.results.__contains__,
        make_document=functools.partial(document, study),
        explain=functools.partial(explain, study),
        explain_all=functools.partial(explain_all, study),
        key_page=functools.partial(key_page, study),
        ask=("flopwatt power", "{subject}", "--explain {key}"),
    )
