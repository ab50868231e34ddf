"""Power needed against power energised: need as layers over time, supply as a step above them."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flopwatt.report.charts import (
    BOLD,
    SMALL,
    Spec,
    haloed,
    layer,
    plot_width,
    tokens,
)
from flopwatt.report.charts_stack import LABELS, Layer, Stack, draw_stack
from flopwatt.report.charts_time import instant
from flopwatt.report.records import Chart, Look

ABOVE = 18  # pixels above the plot for the shortfall in words
HATCH = 5  # pixels between two lines of the hatch
LABEL = 90  # pixels that the label of the first step takes


@dataclass(frozen=True)
class Energised:
    """A step of supply: from a day on so much power; the day lies between ``low`` and ``high``."""

    day: float
    power: float
    text: str
    low: float
    high: float


@dataclass(frozen=True)
class SitePower:
    """What is needed by period, in layers, and the steps in which power comes.

    ``edges`` are days since the start; ``supply`` names what is energised at the end, and
    ``short`` says the worst shortfall in words. All numbers are in the ``unit``.
    """

    start: datetime.date
    edges: tuple[float, ...]
    needs: tuple[Layer, ...]
    steps: tuple[Energised, ...]
    supply: str = ""
    short: str = ""
    unit: str = "MW"

    @property
    def sums(self) -> tuple[float, ...]:
        """What is needed in each period."""
        return tuple(map(sum, zip(*(one.numbers for one in self.needs), strict=True)))

    @property
    def reached(self) -> tuple[Energised, ...]:
        """The steps that come before the last day drawn, in order."""
        steps = sorted(self.steps, key=lambda one: one.day)
        return tuple(one for one in steps if one.day < self.edges[-1])


def draw_site(found: SitePower, chart: Chart, look: Look) -> Spec:
    """The specification of need against what is energised."""
    most = max((step.power for step in found.reached), default=0.0)
    level = tuple(most for _ in found.edges[1:])
    label = f"format(datum.value, ',.3~f') + ' {found.unit}'"
    # the stack leaves room for the highest step, which is drawn by hand below, and names it
    stack = Stack(found.start, found.edges, found.needs, level, found.supply, "supply", label=label)
    spec = draw_stack(stack, chart, look)
    x, y = _axes(spec)
    spec["layer"] = [
        *(one for one in spec["layer"] if one["data"]["name"] not in ("line", "ends")),
        *_short_layers(look, x, y),
        *_step_layers(look, x, y),
        *(one for one in spec["layer"] if one["data"]["name"] == "ends"),
    ]
    short = list(_short_rows(found))
    spec["datasets"] |= {
        "line": [],
        "energised": _step_rows(found),
        "first": _first_rows(found, look),
        "moves": [_move_row(found, step) for step in found.steps if _moves(found, step)],
        "short": short,
        "hatch": list(_hatch_rows(found, look, short)),
        "said": [{"text": found.short}],
    }
    if found.short:
        spec["padding"]["top"] += ABOVE
    return spec


def _axes(spec: Spec) -> tuple[Spec, Spec]:
    """The axes of a stack, for more layers over it."""
    encoding = next(one["encoding"] for one in spec["layer"] if one["data"]["name"] == "stack")
    return encoding["x"], encoding["y"]


def _step_rows(found: SitePower) -> list[dict[str, Any]]:
    """What is energised from when on, from nothing to the last day drawn; of no step nothing."""
    rows = [{"t": instant(found.start, found.edges[0]), "y1": 0.0}]
    for step in found.reached:
        day = max(step.day, found.edges[0])
        rows.append({"t": instant(found.start, day), "y1": step.power})
    closing = {**rows[-1], "t": instant(found.start, found.edges[-1])}
    return [*rows, closing] if found.reached else []


def _first_rows(found: SitePower, look: Look) -> list[dict[str, Any]]:
    """What the first step brings and when, beside its corner, at the side that has room."""
    for step in found.reached[:1]:
        day = max(step.day, found.edges[0])
        begin, end = found.edges[0], found.edges[-1]
        before = (day - begin) / (end - begin) * (plot_width(look) - LABELS)
        side = "right" if before > LABEL else "left"
        return [{"t": instant(found.start, day), "y1": step.power, "text": step.text, "side": side}]
    return []


def _moves(found: SitePower, step: Energised) -> bool:
    """Whether the day of a step is not sure, and some of that time is drawn."""
    return step.low < step.high and step.low < found.edges[-1]


def _move_row(found: SitePower, step: Energised) -> dict[str, Any]:
    first, last = found.edges[0], found.edges[-1]
    ends = (min(max(end, first), last) for end in (step.low, step.high))
    low, high = (instant(found.start, end) for end in ends)
    below = max((one.power for one in found.steps if one.power < step.power), default=0.0)
    return {"t": low, "t2": high, "y1": step.power, "y0": below}


def _short_rows(found: SitePower) -> Iterator[dict[str, Any]]:
    """Where need is above what is energised, period by period."""
    for begin, end, need in zip(found.edges, found.edges[1:], found.sums, strict=False):
        power = max((step.power for step in found.reached if step.day <= begin), default=0.0)
        if need > power:
            yield {"t": instant(found.start, begin), "t2": instant(found.start, end),
                   "y0": power, "y1": need}  # fmt: skip


def _hatch_rows(
    found: SitePower, look: Look, short: list[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    """The lines of the hatch, some pixels apart over the whole plot."""
    first, last = (instant(found.start, found.edges[end]) for end in (0, -1))
    apart = (last - first) * HATCH / (plot_width(look) - LABELS)
    for row in short:
        place = first + (row["t"] - first) // apart * apart
        while (place := place + apart) <= row["t2"]:
            yield {"t": round(place), "y0": row["y0"], "y1": row["y1"]}


def _short_layers(look: Look, x: Spec, y: Spec) -> Iterator[Spec]:
    """The shortfall hatched under a dashed edge, and in words."""
    color = tokens(look)
    frame = {"type": "rect", "fill": color["page"], "opacity": 0.55, "aria": False}
    yield layer("short", frame, x=x, x2={"field": "t2"}, y=y, y2={"field": "y0"})
    line = {"type": "rule", "color": color["error"], "aria": False}
    yield layer("hatch", {**line, "strokeWidth": 1}, x=x, y=y, y2={"field": "y0"})
    edge = {**line, "strokeWidth": 1.5, "strokeDash": [3, 2]}
    yield layer("short", edge, x=x, x2={"field": "t2"}, y=y)
    text = {"type": "text", "align": "left", "fontWeight": BOLD, "color": color["error"]}
    yield layer("said", text, x={"value": 0}, y={"value": -ABOVE}, text={"field": "text"})


def _step_layers(look: Look, x: Spec, y: Spec) -> Iterator[Spec]:
    """The range of each step as a pale box, the step itself, and what the first one brings."""
    color = tokens(look)
    box = {"type": "rect", "color": color["supply"], "opacity": 0.16, "aria": False}
    yield layer("moves", box, x=x, x2={"field": "t2"}, y=y, y2={"field": "y0"})
    step = {"type": "line", "interpolate": "step-after", "strokeWidth": 3}
    yield layer("energised", {**step, "color": color["supply"]}, x=x, y=y)
    text = {"fontSize": SMALL, "fontWeight": BOLD, "color": color["supply"], "dy": -9}
    for side, dx in (("left", 6), ("right", -6)):
        chosen = {"transform": [{"filter": f"datum.side == '{side}'"}]}
        for one in haloed(look, "first", {**text, "align": side, "dx": dx}, x=x, y=y,
                          text={"field": "text"}):  # fmt: skip
            yield one | chosen
