"""Which charts belong to which section."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from flopwatt.report.charts_crossover import crossover_chart
from flopwatt.report.records import Chart, Section
from flopwatt.studies.run import Study

# by the section's id; a maker takes the study and the section whose finding the chart shows
MAKERS: Mapping[str, tuple[Callable[[Study, Section], Chart | None], ...]] = {
    "crossover": (crossover_chart,),
}


def with_charts(study: Study, section: Section) -> Section:
    """A section with the charts that it has, if any."""
    made = (make(study, section) for make in MAKERS.get(section.id, ()))
    charts = tuple(chart for chart in made if chart is not None)
    return replace(section, charts=(*section.charts, *charts)) if charts else section
