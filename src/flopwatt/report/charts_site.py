"""Power needed against power energised: need as layers over time, supply as a step above them."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flopwatt.report.charts import (
    AMOUNT,
    BOLD,
    SMALL,
    Spec,
    haloed,
    layer,
    tokens,
)
from flopwatt.report.charts_stack import Layer, Stack, draw_stack
from flopwatt.report.charts_time import instant
from flopwatt.report.records import Chart, Look

ABOVE = 18  # pixels above the plot for the shortfall in words


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
    """Need of training and of inference by period, and the steps in which power comes.

    ``edges`` are days since the start; ``short`` says the worst shortfall in words.
    """

    start: datetime.date
    edges: tuple[float, ...]
    training: tuple[float, ...]
    inference: tuple[float, ...]
    steps: tuple[Energised, ...]
    short: str = ""
    unit: str = "MW"


def draw_site(found: SitePower, chart: Chart, look: Look) -> Spec:
    """The specification of need against what is energised."""
    layers = (
        Layer("Inference", found.inference, "inference", "inference"),
        Layer("Training", found.training, "training", "training"),
    )
    most = max((step.power for step in found.steps), default=0.0)
    level = tuple(most for _ in found.training)
    label = f"{AMOUNT} + ' {found.unit}'"
    # the stack leaves room for the highest step, which is drawn by hand below
    stack = Stack(found.start, found.edges, layers, level, label=label)
    spec = draw_stack(stack, chart, look)
    x, y = _axes(spec)
    spec["layer"] = [
        *(one for one in spec["layer"] if one["data"]["name"] != "line"),
        *_short_layers(look, x, y),
        *_step_layers(look, x, y),
    ]
    sums = [a + b for a, b in zip(found.training, found.inference, strict=True)]
    spec["datasets"] |= {
        "line": [],
        "energised": _step_rows(found),
        "moves": [_move_row(found, step) for step in found.steps if step.low < step.high],
        "short": list(_short_rows(found, sums)),
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
    """What is energised from when on, from nothing to the last day drawn."""
    rows = [{"t": instant(found.start, found.edges[0]), "y1": 0.0, "text": ""}]
    for step in sorted(found.steps, key=lambda one: one.day):
        day = max(step.day, found.edges[0])
        if day < found.edges[-1]:
            rows.append({"t": instant(found.start, day), "y1": step.power, "text": step.text})
    return [*rows, {**rows[-1], "t": instant(found.start, found.edges[-1]), "text": ""}]


def _move_row(found: SitePower, step: Energised) -> dict[str, Any]:
    first, last = found.edges[0], found.edges[-1]
    ends = (min(max(end, first), last) for end in (step.low, step.high))
    low, high = (instant(found.start, end) for end in ends)
    return {"t": low, "t2": high, "y1": step.power, "y0": 0.0}


def _short_rows(found: SitePower, sums: list[float]) -> Iterator[dict[str, Any]]:
    """Where need is above what is energised, period by period."""
    for begin, end, need in zip(found.edges, found.edges[1:], sums, strict=False):
        power = max((step.power for step in found.steps if step.day <= begin), default=0.0)
        if need > power:
            yield {"t": instant(found.start, begin), "t2": instant(found.start, end),
                   "y0": power, "y1": need}  # fmt: skip


def _short_layers(look: Look, x: Spec, y: Spec) -> Iterator[Spec]:
    """The shortfall in a frame of dashes, and in words."""
    color = tokens(look)
    frame = {"type": "rect", "fill": color["page"], "opacity": 0.55, "aria": False}
    places = {"x": x, "x2": {"field": "t2"}, "y": y, "y2": {"field": "y0"}}
    yield layer("short", frame, **places)
    edge = {"type": "rule", "color": color["error"], "strokeWidth": 1.5, "strokeDash": [3, 2]}
    yield layer("short", {**edge, "aria": False}, x=x, x2={"field": "t2"}, y=y)
    text = {"type": "text", "align": "left", "fontWeight": BOLD, "color": color["error"]}
    yield layer("said", text, x={"value": 0}, y={"value": -ABOVE}, text={"field": "text"})


def _step_layers(look: Look, x: Spec, y: Spec) -> Iterator[Spec]:
    """The range of each step as a pale box, the step itself, and what it brings."""
    color = tokens(look)
    box = {"type": "rect", "color": color["supply"], "opacity": 0.12, "aria": False}
    yield layer("moves", box, x=x, x2={"field": "t2"}, y=y, y2={"field": "y0"})
    step = {"type": "line", "interpolate": "step-after", "strokeWidth": 3}
    yield layer("energised", {**step, "color": color["supply"]}, x=x, y=y)
    text = {"align": "left", "fontSize": SMALL, "fontWeight": BOLD, "color": color["supply"]}
    yield from haloed(look, "energised", {**text, "dx": 6, "dy": -9}, x=x, y=y,
                      text={"field": "text"})  # fmt: skip
