"""Stacks over time: layers in steps by month, or bars by year, told by name at their ends."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flopwatt.report.charts import (
    AMOUNT,
    BOLD,
    LINE_HEIGHT,
    SMALL,
    Spec,
    folded,
    haloed,
    layer,
    make_spec,
    nice_top,
    plot_width,
    spread_apart,
    tokens,
)
from flopwatt.report.charts_time import days_axis, instant
from flopwatt.report.records import Chart, Look

HEIGHT, HEIGHT_NARROW = 210, 190
LABELS = 40  # pixels kept free at the left for the labels of the axis
LETTERS = 20  # of a name beside the plot
GAP = 0.12  # of a bar, between it and the next


@dataclass(frozen=True)
class Layer:
    """One layer of a stack: a number for each period, its colour, and what is said at its end.

    ``ink`` is the colour of its name and of its outline, which a pale fill needs.
    """

    name: str
    numbers: tuple[float, ...]
    fill: str
    ink: str
    text: str = ""


@dataclass(frozen=True)
class Stack:
    """Layers over time, the lowest first; ``edges`` are the days on which periods begin and end.

    ``line`` is drawn over them, such as what is needed of what is held, and is named in
    ``line_ink``; ``bars`` are told apart by a gap. ``label`` is the expression by which the axis
    is told.
    """

    start: datetime.date
    edges: tuple[float, ...]
    layers: tuple[Layer, ...]
    line: tuple[float, ...] = ()
    line_name: str = ""
    line_ink: str = "ink"
    bars: bool = False
    label: str = AMOUNT


def draw_stack(found: Stack, chart: Chart, look: Look) -> Spec:
    """The specification of a stack."""
    height = HEIGHT_NARROW if look.narrow else HEIGHT
    sums = [sum(numbers) for numbers in zip(*(one.numbers for one in found.layers), strict=True)]
    top = nice_top(max((*sums, *found.line)) * (1.12 if look.narrow else 1.02))
    first, last = found.edges[0], found.edges[-1]
    start = found.start + datetime.timedelta(days=round(first))
    before = LABELS * (last - first) / (plot_width(look) - LABELS)
    x = {"field": "t", "type": "quantitative", **days_axis(start, last - first, look, before)}
    y: Spec = {
        "field": "y1",
        "type": "quantitative",
        "title": None,
        "scale": {"domain": [0, top], "nice": False},
        "axis": {"labelExpr": f"datum.value == 0 ? '' : {found.label}", "tickCount": 3},
    }
    datasets = {
        "stack": list(_rows(found)),
        "line": list(_line_rows(found)),
        "ends": _end_rows(found, look, top, height),
    }
    layers = [*_stack_layers(found, look, x, y), *_line_layers(found, look, x, y)]
    layers += _ends(found, look, y)
    above = 22 + LINE_HEIGHT * len(datasets["ends"]) if look.narrow else 20
    return make_spec(chart, look, layers, datasets, height, padding={"top": above})


def _rows(found: Stack) -> Iterator[dict[str, Any]]:
    """Where each layer lies in each period; a layer without anything is left out."""
    below = [0.0] * (len(found.edges) - 1)
    for one in found.layers:
        above = [base + number for base, number in zip(below, one.numbers, strict=True)]
        periods = list(zip(found.edges, found.edges[1:], below, above, strict=False))
        for begin, end, y0, y1 in periods:
            gap = (end - begin) * GAP if found.bars else 0.0
            if found.bars and y1 <= y0:
                continue
            ends = (instant(found.start, begin), instant(found.start, end - gap))
            yield {"layer": one.name, "t": ends[0], "t2": ends[1], "y0": y0, "y1": y1}
        if not found.bars:
            closing = instant(found.start, found.edges[-1])
            y0, y1 = below[-1], above[-1]
            yield {"layer": one.name, "t": closing, "t2": closing, "y0": y0, "y1": y1}
        below = above


def _line_rows(found: Stack) -> Iterator[dict[str, Any]]:
    if found.line:
        for day, number in zip(found.edges, (*found.line, found.line[-1]), strict=True):
            yield {"t": instant(found.start, day), "y1": number}


def _stack_layers(found: Stack, look: Look, x: Spec, y: Spec) -> Iterator[Spec]:
    color = tokens(look)
    shown = [one for one in found.layers if any(one.numbers)]
    domain = [one.name for one in shown]

    def by(tones: Sequence[str]) -> Spec:
        shades = [color.get(tone, tone) for tone in tones]
        return {"field": "layer", "type": "nominal", "scale": {"domain": domain, "range": shades}}

    places = {"x": x, "y": y, "y2": {"field": "y0"}, "fill": by([one.fill for one in shown])}
    # a pale fill needs an outline; a strong one would leave a line where its layer is empty
    stroke = by(["transparent" if one.fill == one.ink else one.ink for one in shown])
    chosen = {"transform": [{"filter": "datum.y1 > 0"}]} if found.bars else {}
    if found.bars:
        mark = {"type": "rect", "strokeWidth": 0.75}
        yield layer("stack", mark, **places, x2={"field": "t2"}, stroke=stroke) | chosen
        return
    area: Spec = {"type": "area", "interpolate": "step-after", "opacity": 1, "strokeWidth": 0.75}
    yield layer("stack", area, **places, stroke=stroke)


def _line_layers(found: Stack, look: Look, x: Spec, y: Spec) -> Iterator[Spec]:
    if found.line:
        mark = {"type": "line", "interpolate": "step-after", "strokeWidth": 1.5}
        yield layer("line", {**mark, "color": tokens(look)["ink"], "strokeDash": [4, 2]}, x=x, y=y)


def _end_rows(found: Stack, look: Look, top: float, height: float) -> list[dict[str, Any]]:
    """The name of each layer and what it comes to, beside its middle in the last period it has."""
    shown = [one for one in found.layers if any(one.numbers)]
    rows, wanted = [], []
    below = 0.0
    for one in shown:
        above = below + one.numbers[-1]
        wanted.append(height * (1 - (below + above) / 2 / top))
        rows.append((one.name, one.text, one.ink))
        below = above
    if found.bars:
        wanted = [-4.0 * place for place in range(len(rows))]  # the upper one on top
    if found.line and found.line_name:
        wanted.append(height * (1 - found.line[-1] / top))
        rows.append((found.line_name, "", found.line_ink))
    if look.narrow:
        return _key_rows(rows, top, height)
    heads = [folded(name, LETTERS) for name, _, _ in rows]
    sizes = [LINE_HEIGHT * (len(head) + bool(row[1])) + 4.0 for head, row in
             zip(heads, rows, strict=True)]  # fmt: skip
    wanted = [place - size / 2 for place, size in zip(wanted, sizes, strict=True)]
    places = spread_apart(wanted, sizes, height + 4)
    return [
        {
            **{"name": head, "text": text, "ink": ink},
            "at": top * (1 - (place + 9) / height),
            "below": top * (1 - (place + 9 + LINE_HEIGHT * len(head)) / height),
        }
        for (_, text, ink), head, place in zip(rows, heads, places, strict=True)
    ]


def _key_rows(rows: Sequence[tuple[str, str, str]], top: float, height: float) -> list[Any]:
    """In a narrow plot the names stand above it, one a line, the upper layer first."""
    lines = list(reversed(rows))
    return [
        {
            **{"name": [" ".join(filter(None, (name, text)))], "text": "", "ink": ink},
            **{"at": top * (1 + (LINE_HEIGHT * (len(lines) - place) + 8) / height), "below": 0},
        }
        for place, (name, text, ink) in enumerate(lines)
    ]


def _ends(found: Stack, look: Look, y: Spec) -> Iterator[Spec]:
    color = tokens(look)
    across = {"value": 0 if look.narrow else plot_width(look) + 10}
    inks = sorted({one.ink for one in found.layers} | {found.line_ink})
    colored = {
        "field": "ink",
        "type": "nominal",
        "scale": {"domain": inks, "range": [color[one] for one in inks]},
    }
    side: Spec = {"align": "left", "baseline": "middle", "aria": False}
    name = {**side, "fontWeight": BOLD, "lineHeight": LINE_HEIGHT}
    at = {**y, "field": "at"}
    yield from haloed(look, "ends", name, x=across, y=at, text={"field": "name"}, color=colored)
    text = {"type": "text", **side, "fontSize": SMALL, "color": color["ink2"]}
    yield layer("ends", text, x=across, y={**y, "field": "below"}, text={"field": "text"})
