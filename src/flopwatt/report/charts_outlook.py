"""A plan's power beside each forecaster's figure, a dot and a bar a row, the plan first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flopwatt.report.charts_dots import Dot, Dots, draw_dots
from flopwatt.report.outlook_beside import (
    METRIC,
    SCOPE,
    TABLE,
    UNIT,
    Figure,
    Power,
    figures,
    plan_power,
)
from flopwatt.report.records import Chart, Section
from flopwatt.studies.run import Study
from flopwatt.units import from_canonical

LABEL = f"format(datum.value, '~r') + ' {UNIT}'"


def outlook_chart(study: Study, section: Section) -> Chart | None:
    """The plan and the forecasters, where the section has them."""
    table = next((one for one in section.tables if one.id == TABLE), None)
    power = plan_power(study)
    if table is None or power is None:
        return None
    rows = figures()
    found = Dots(tuple(_dots(power, rows)), label=LABEL)
    hollow = " Hollow: without a date." if any(row.hollow for row in found.rows) else ""
    return Chart(
        id="outlook",
        title=f"{METRIC} of the {SCOPE} in {rows[0].year}, and the peak of this plan",
        subtitle=f"{UNIT}, brought to this from what stands under each name. Dot: central figure; "
        "bar: its range; beside it when it was said."
        f"{hollow}",
        description=section.title,
        make_table=lambda: table,
        draw=lambda chart, look: draw_dots(found, chart, look),
    )


def _dots(power: Power, rows: Sequence[Figure]) -> Iterator[Dot]:
    low, number, high = (from_canonical(one, UNIT) for one in (power.low, power.number, power.high))
    said = f"peak at the meter, {power.when}" if power.when else "peak at the meter"
    yield Dot("This plan", said, number, power.cell.text, low, high, strong=True)
    for one in rows:
        low, number, high = (from_canonical(end, UNIT) for end in (one.low, one.number, one.high))
        as_of = one.forecast.as_of
        text = f"{one.cell.text}, {as_of}" if as_of else one.cell.text
        yield Dot(one.forecast.forecaster, one.states, number, text, low, high, hollow=not as_of)
