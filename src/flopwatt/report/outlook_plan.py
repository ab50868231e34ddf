"""Where a plan sits, as tables: its own numbers, and how many times a stated figure they are."""

from __future__ import annotations

from collections.abc import Sequence

from flopwatt.report.records import Cell, Table
from flopwatt.report.sources import legend, mark_of, numbered
from flopwatt.studies.outlook_plan import SITES, Beside, Placed
from flopwatt.studies.run import Study
from flopwatt.units import show

NO_GPUS = "The plan says of no GPUs: it buys tokens, or names no accelerator."
WHOLE = 10  # parts above which a tenth of one does not matter


def plan_tables(
    study: Study, placed: Sequence[Placed], beside: Sequence[Beside]
) -> tuple[Table, ...]:
    """The plan's numbers, and each beside a figure of the same kind."""
    rows = tuple(
        (Cell(one.what), Cell(show(one.value, one.unit), one.key), Cell(one.how)) for one in placed
    )
    own = Table("plan", study.plan.name, ("what", "plan", "how"), rows, words=("how",))
    if not beside:
        return (own,)
    marks = numbered(one.forecast.source for one in beside)
    others = tuple(
        (
            Cell(one.placed.what),
            Cell(f"{one.forecast.metric}, {one.forecast.scope} {one.forecast.year}"),
            Cell(one.forecast.forecaster),
            Cell(show(one.figure, one.placed.unit)),
            Cell(times_text(one.times)),
            Cell(mark_of(marks, one.forecast.source)),
        )
        for one in beside
    )
    columns = ("plan's", "beside", "of", "figure", "plan is", "source")
    notes = [
        "Power is at the meter and at its peak on both sides; spend is all that the plan pays, "
        "capital expenditure what companies put into property and equipment.",
        *legend(marks),
    ]
    return own, Table("beside", "Beside figures of the same kind", columns, others,
                      "\n".join(notes), words=("beside", "of"))  # fmt: skip


def times_text(times: float | None) -> str:
    """How many times the figure the plan is, or which part of it."""
    if times is None:
        return "of another kind"
    if times >= 1:
        return show(times, "×")
    parts = 1 / times
    return f"1/{parts:.2g}" if parts < WHOLE else f"1/{float(f'{parts:.3g}'):,.0f}"


def plan_answer(placed: Sequence[Placed], beside: Sequence[Beside]) -> str:
    """The plan's GPUs and power in a sentence, and which part of the country's that is."""
    held = [one for one in placed if one.what.startswith("GPUs")]
    sites = next((one for one in placed if one.what == SITES), None)
    if not held and sites is not None:
        return (
            f"The plan lays out sites of {show(sites.value, 'MW')}; no run or fleet of it says "
            "which GPUs work there."
        )
    if not held:
        return NO_GPUS
    said = " and ".join(f"{show(one.value, 'GPU')} for {one.what.split()[-1]}" for one in held)
    said = f"The plan holds at most {said}"
    power = next((one for one in placed if one.what == "power"), None)
    if power is not None:
        said += f", {show(power.value, 'MW')} at the meter"
    for one in beside:
        if one.forecast.metric == "AI power":
            by = f"{one.forecast.year} by {one.forecast.forecaster}"
            said += f"; that is {times_text(one.times)} of the AI power of the US in {by}"
    return f"{said}."
