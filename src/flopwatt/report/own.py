"""A report of owned GPUs alone: what their hour costs, and when renting would cost less."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any

from flopwatt.report.assumptions import assumption_section
from flopwatt.report.document import document
from flopwatt.report.explain import explain
from flopwatt.report.lookup import key_page
from flopwatt.report.own_hours import HOUR, own_section, own_text
from flopwatt.report.own_offers import own_offers_section
from flopwatt.report.page import explain_all
from flopwatt.report.records import Parts, Report
from flopwatt.report.texts import long_date
from flopwatt.studies.assets import assets_of, offers_against
from flopwatt.studies.run import Study

MAKERS = (own_section, own_offers_section)
MORE = "What is not given is assumed; --explain says of every number where it comes from."


def build_own_report(study: Study, names: Sequence[str]) -> Report:
    """Everything a face needs to show some assets of a plan, and nothing else of it."""
    plan = study.plan
    assets = assets_of(plan, study.results, names)
    made = [section for make in MAKERS if (section := make(study, names)) is not None]
    assumed = assumption_section(study, made)
    file = "" if plan.file == plan.name else f"{plan.file}, "
    keys = (f"{asset.key}.{key}" for asset in assets for key in (HOUR, "life"))
    return Report(
        title=plan.name,
        subtitle=f"{file}prices of {long_date(plan.start)}",
        make_parts=lambda: Parts(
            answer=own_text(study, names),
            lede=MORE,
            sections=(*made, assumed) if assumed else tuple(made),
            example=next(key for key in keys if key in study.results),
        ),
        warnings=study.warnings,
        known=study.results.__contains__,
        make_document=functools.partial(_document, study, names),
        explain=functools.partial(explain, study),
        explain_all=functools.partial(explain_all, study),
        key_page=functools.partial(key_page, study),
        ask=("flopwatt own", "{subject}", "--explain {key}"),
    )


def _document(study: Study, names: Sequence[str]) -> Mapping[str, Any]:
    """The document of the plan, with the use to break even against every offer."""
    offers = [
        {
            "asset": one.asset,
            "accelerator": one.offer.accelerator,
            "purchase": one.offer.purchase,
            "provider": one.offer.provider,
            "price": one.offer.price,
            "unit": "USD/GPU/hour",
            "as_of": one.offer.as_of,
            "stale": one.stale,
            "break_even": one.break_even,
        }
        for asset in assets_of(study.plan, study.results, names)
        for one in offers_against(asset)
    ]
    return {**document(study), "offers": offers}
