"""A report of how the GPU-hours of a plan are bought, and nothing else of it."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace

from flopwatt.report.assumptions import assumption_section
from flopwatt.report.buying import buying_section, buying_text
from flopwatt.report.document import document
from flopwatt.report.explain import explain
from flopwatt.report.lookup import key_page
from flopwatt.report.page import explain_all
from flopwatt.report.records import Parts, Report
from flopwatt.report.texts import counted, plan_text
from flopwatt.studies.run import Study

TITLE = "The ways on offer, the mix by year, and what it would regret"
ASSUMED = ("purchase", "way", "asset", "run")  # what serves a fleet is told with the fleet
TOLD = 3  # purchases whose answer is a sentence


def build_buying_report(study: Study, names: Sequence[str]) -> Report:
    """Everything a face needs to show how some workloads of a plan are bought."""
    plan = study.plan
    section = buying_section(study, names)
    if section is not None:  # what it found is the answer already
        section = replace(section, title=TITLE)
    sections = (section,) if section else ()
    assumed = assumption_section(study, sections, ASSUMED)
    shown = f"buying.{names[0]}.total_cost"
    return Report(
        title=plan.name,
        subtitle=plan_text(plan),
        make_parts=lambda: Parts(
            answer=_answer(study, names),
            lede="",
            sections=(*sections, assumed) if assumed else sections,
            example=shown if shown in study.results else f"buying.{names[0]}.on_demand",
        ),
        warnings=study.warnings,
        known=study.results.__contains__,
        make_document=functools.partial(document, study),
        explain=functools.partial(explain, study),
        explain_all=functools.partial(explain_all, study),
        key_page=functools.partial(key_page, study),
        ask=("flopwatt buy", "{subject}", "--explain {key}"),
    )


def _answer(study: Study, names: Sequence[str]) -> str:
    """The largest purchases one by one, and how many there are besides."""
    bills = {name: f"buying.{name}.total_cost" for name in names}
    known = {
        name: study.results[key].central for name, key in bills.items() if key in study.results
    }
    # versions that cost the same keep their order
    told = sorted(names, key=lambda name: -float(f"{known.get(name, 0):.6g}"))[:TOLD]
    more = len(names) - len(told)
    texts = [buying_text(study, name) for name in told]
    return " ".join([*texts, f"{counted(more, 'more purchase')} below."] if more else texts)
