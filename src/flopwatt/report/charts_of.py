"""Which charts belong to which section."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from flopwatt.report.charts_crossover import crossover_chart
from flopwatt.report.charts_drivers import drivers_chart
from flopwatt.report.charts_memory import budget_chart, training_chart
from flopwatt.report.charts_months import expense_chart, fleet_chart, mix_charts
from flopwatt.report.charts_offers import offers_chart
from flopwatt.report.charts_outlook import outlook_chart
from flopwatt.report.charts_power import waterfall_charts
from flopwatt.report.charts_sites import site_charts
from flopwatt.report.records import Chart, Section
from flopwatt.studies.run import Study

Made = Chart | Sequence[Chart] | None
# by the section's id; a maker takes the study and the section whose finding the chart shows
MAKERS: Mapping[str, tuple[Callable[[Study, Section], Made], ...]] = {
    "crossover": (crossover_chart,),
    "drivers": (drivers_chart,),
    "budget": (budget_chart,),
    "training": (training_chart,),
    "gpus-in-use": (fleet_chart,),
    "buying": (mix_charts,),
    "power": (waterfall_charts,),
    "sites": (site_charts,),
    "outlook": (outlook_chart,),
    "own-offers": (offers_chart,),
    "expense": (expense_chart,),
}


def with_charts(study: Study, section: Section) -> Section:
    """A section that has its charts made when they are asked for."""
    if section.id not in MAKERS:
        return section
    return replace(section, make_charts=functools.partial(make_charts, study, section))


def make_charts(study: Study, section: Section) -> tuple[Chart, ...]:
    """The charts of a section, as many as its numbers make."""
    charts: list[Chart] = []
    for make in MAKERS[section.id]:
        made = make(study, section)
        charts += [made] if isinstance(made, Chart) else made or ()
    return tuple(charts)
