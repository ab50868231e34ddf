"""The crossover as a picture: spend so far, the crossing ringed, its date and range marked."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

from flopwatt.report.charts import (
    BAND,
    BOLD,
    LARGE,
    LINE_HEIGHT,
    MONEY,
    NORMAL,
    SMALL,
    Spec,
    folded,
    haloed,
    layer,
    make_spec,
    nice_top,
    plot_width,
    spread_apart,
    text_width,
    tokens,
    work_color,
)
from flopwatt.report.charts_spend import (
    INFERENCE,
    Spending,
    SpendLine,
    find_spending,
    spending_table,
)
from flopwatt.report.charts_time import days_axis, instant
from flopwatt.report.records import Chart, Look, Section
from flopwatt.report.texts import DAY_S, day_of
from flopwatt.studies.run import Study

HEIGHT, HEIGHT_NARROW = 300, 260
OVER = 1.55  # how far above the lines bands are drawn
LETTERS = 19  # of a name at the end of a line
LABELS = 42  # pixels kept free at the left for the labels of the axis
ROOM = 0.30  # of the plot kept above the lines for what is said of the crossing
DATE, NOTE, LAUNCH, LEADER = 14, 34, 66, 44  # pixels from the top
AXIS_NOTE = 38  # pixels below the axis


def crossover_chart(study: Study, section: Section) -> Chart | None:
    """Cumulative spend of training and inference, and where they cross."""
    found = find_spending(study)
    if found is None:
        return None
    spread = study.spread
    said = "US dollars."
    if spread is not None:
        said += f" Line: central case. Band and bar: 8 in 10 of {spread.draws:,} draws fall inside."
    return Chart(
        id="crossover",
        title="Spend so far: training against inference",
        subtitle=said,
        description=section.title,
        table=spending_table(study, found),
        draw=lambda chart, look: draw_crossover(found, chart, look),
    )


def draw_crossover(found: Spending, chart: Chart, look: Look) -> Spec:
    """The specification of the picture of some spending."""
    height = HEIGHT_NARROW if look.narrow else HEIGHT
    top = _top(found)
    before = LABELS * found.end / (plot_width(look) - LABELS)
    x = {"field": "t", "type": "temporal", **days_axis(found.start, found.end, look, before)}
    y: Spec = {
        "field": "spent",
        "type": "quantitative",
        "title": None,
        "scale": {"domain": [0, top], "nice": False},
        "axis": {"labelExpr": f"datum.value == 0 ? '' : {MONEY}", "tickCount": 4},
    }
    layers = [
        *_launches(look, x, height),
        *_bands(look, x, y),
        *_lines(look, x, y),
        *_crossing_layers(look, x, y, height),
        *_ends(look, y),
        *_date_layers(look, x, y, height),
    ]
    datasets = {
        "points": list(_points(found)),
        "crossings": list(_crossing_rows(found)),
        "launches": [{"t": instant(found.start, day)} for day in sorted(found.launches)[:1]],
        "ends": _end_rows(found, look, top, height),
        "dates": list(_date_rows(found, look)),
    }
    bottom = 50 if any(one.likely for one in found.crossings) else 28
    return make_spec(chart, look, layers, datasets, height, padding={"bottom": bottom})


def _top(found: Spending) -> float:
    """Where the axis of money ends: above the lines, and as much of the bands as is useful."""
    points = [point for line in found.lines for point in line.points]
    most = max(point.spent for point in points)
    high = max(point.high for point in points)
    return max(nice_top(min(high, most * OVER)), most / (1 - ROOM))


def _points(found: Spending) -> Iterator[dict[str, Any]]:
    """The points of all lines; of those of inference one has a band, the first that crosses."""
    names = [one.name for one in found.crossings] or [line.name for line in found.lines[1:]]
    for line in found.lines:
        banded = line.work != INFERENCE or line.name == names[0]
        # training rises from nothing on the day of its first bill
        start = [(line.points[0].day, 0.0, 0.0, 0.0)] if line.steps else []
        told = [(one.day, one.spent, one.low, one.high) for one in line.points]
        for place, (day, spent, low, high) in enumerate([*start, *told]):
            around = (low, high) if banded else (spent, spent)
            yield {
                **{"line": line.name, "work": line.work, "t": instant(found.start, day)},
                **{"spent": spent, "low": around[0], "high": around[1], "order": place},
                **{"kind": "steps" if line.steps else "never" if line.never else "slope"},
            }


def _bands(look: Look, x: Spec, y: Spec) -> Iterator[Spec]:
    """Between what each line is likely to lie; nothing where nothing is drawn."""
    mark = {"type": "area", "clip": True, "opacity": BAND[look.theme], "aria": False}
    for steps, shape in (("==", "step-after"), ("!=", "linear")):
        yield {
            **layer(
                "points",
                {**mark, "interpolate": shape},
                x=x,
                y={**y, "field": "low"},
                y2={"field": "high"},
                color=work_color(look),
                detail={"field": "line"},
            ),
            "transform": [{"filter": f"datum.kind {steps} 'steps' && datum.high > datum.low"}],
        }


def _lines(look: Look, x: Spec, y: Spec) -> Iterator[Spec]:
    """Training in steps, inference as slopes, what never crosses dotted."""
    marks: dict[str, Spec] = {
        "steps": {"interpolate": "step-after"},
        "slope": {},
        "never": {"strokeDash": [2, 3]},
    }
    for kind, more in marks.items():
        yield {
            **layer(
                "points",
                {"type": "line", "clip": True, "aria": False, **more},
                x=x,
                y=y,
                color=work_color(look),
                detail={"field": "line"},
                order={"field": "order"},
            ),
            "transform": [{"filter": f"datum.kind == '{kind}'"}],
        }


def _launches(look: Look, x: Spec, height: float) -> Iterator[Spec]:
    """The day on which the first product goes out, where that is not the plan's first."""
    ink = tokens(look)["ink3"]
    mark = {"type": "rule", "strokeDash": [1, 3], "color": ink, "aria": False}
    yield layer("launches", mark, x=x, y={"value": LAUNCH - 6}, y2={"value": height})
    text = {"type": "text", "align": "left", "dx": 4, "color": ink, "fontSize": SMALL}
    yield layer("launches", text, x=x, y={"value": LAUNCH}, text={"value": "launch"})


def _crossing_rows(found: Spending) -> Iterator[dict[str, Any]]:
    for one in found.crossings:
        yield {
            **{"name": one.name, "t": instant(found.start, one.day), "spent": one.spent},
            "low": instant(found.start, max(min(one.low, found.end), 0.0)),
            "high": instant(found.start, max(min(one.high, found.end), 0.0)),
            "ranged": one.low < one.high,
            "label": f"{one.name} crosses: {one.text} {one.likely}".strip(),
        }


def _crossing_layers(look: Look, x: Spec, y: Spec, height: float) -> Iterator[Spec]:
    """A drop line, the range as a bar on the axis, and a ring around the crossing."""
    color = tokens(look)
    drop = {"type": "rule", "strokeDash": [3, 3], "color": color["ink"], "aria": False}
    yield layer("crossings", drop, x=x, y=y, y2={"value": height})
    bar = {"type": "rule", "strokeWidth": 7, "color": color["ink"], "opacity": 0.3, "aria": False}
    ends = {"x": {**x, "field": "low"}, "x2": {"field": "high"}}
    yield {
        **layer("crossings", bar, **ends, y={"value": height}),
        "transform": [{"filter": "datum.ranged"}],
    }
    dot = {"type": "point", "filled": True, "size": 36, "color": color["ink"], "opacity": 1}
    yield layer("crossings", {**dot, "aria": False}, x=x, y={"value": height})
    ring = {
        **{"type": "point", "size": 90, "fill": color["page"], "stroke": color["ink"]},
        **{"strokeWidth": 2.5, "opacity": 1},
    }
    yield layer("crossings", ring, x=x, y=y, description={"field": "label"})


def _date_rows(found: Spending, look: Look) -> Iterator[dict[str, Any]]:
    """What is said of the crossings: the first at large, others small; or what is said instead."""
    width = plot_width(look)
    scale = (width - LABELS) / found.end

    def at(pixel: float) -> int:
        return instant(found.start, (pixel - LABELS) / scale)

    word, note = found.instead
    if word:
        yield {"t": at(width - 6), "spent": 0.0, "align": "right", "large": True, "date": word,
               "note": note, "likely": "", "leader": False}  # fmt: skip
    for place, one in enumerate(found.crossings):
        pixel = LABELS + one.day * scale
        who = "inference passes training" if len(found.lines) == 2 else one.name
        note = one.note if look.narrow else f"{who}, {one.note}"
        wide = max(text_width(one.text, LARGE), text_width(note))
        right = pixel + 6 - wide >= (0 if look.narrow else LABELS)
        text = pixel + 6 if right else max(min(pixel - 6, width - wide), 0.0)
        likely = f"{one.likely} draws" if " of 100" in one.likely else f"likely {one.likely}"
        half = text_width(likely, SMALL) / 2
        yield {
            **{"at": instant(found.start, one.day), "spent": one.spent, "t": at(text)},
            **{"align": "right" if right else "left", "large": not place, "leader": True},
            **{"date": one.text, "note": note, "likely": likely if one.likely else ""},
            "below": at(min(max(pixel, half), width - half)),
        }


def _date_layers(look: Look, x: Spec, y: Spec, height: float) -> Iterator[Spec]:
    """The date of the first crossing in large, with a leader to its ring; its range on the axis."""
    color = tokens(look)
    leader = {"type": "rule", "color": color["ink3"], "aria": False, "yOffset": -8}
    yield {
        **layer("dates", leader, x={**x, "field": "at"}, y=y, y2={"value": LEADER}),
        "transform": [{"filter": "datum.large && datum.leader"}],
    }
    for align in ("left", "right"):
        chosen = [{"filter": f"datum.large && datum.align == '{align}'"}]
        large = {"align": align, "fontSize": LARGE, "fontWeight": BOLD}
        small = {"align": align, "color": color["ink"]}
        for text in (
            *haloed(look, "dates", large, x=x, y={"value": DATE}, text={"field": "date"}),
            *haloed(look, "dates", small, x=x, y={"value": NOTE}, text={"field": "note"}),
        ):
            yield {**text, "transform": chosen}
    if not look.narrow:
        others = {"align": "right", "dx": -6, "dy": 18, "fontWeight": BOLD}
        where = {**x, "field": "at"}
        for text in haloed(look, "dates", others, x=where, y=y, text={"field": "date"}):
            yield {**text, "transform": [{"filter": "!datum.large"}]}
    likely = {"type": "text", "color": color["ink3"], "fontSize": SMALL, "align": "center"}
    below = {"x": {**x, "field": "below"}, "y": {"value": height + AXIS_NOTE}}
    yield {
        **layer("dates", likely, **below, text={"field": "likely"}),
        "transform": [{"filter": "datum.large && datum.leader"}],
    }


def _end_rows(found: Spending, look: Look, top: float, height: float) -> list[dict[str, Any]]:
    """What stands at the right end of each line: its name, and what it comes to by then."""
    day = day_of((found.end - 1) * DAY_S, found.start)
    texts = [_end_text(line, day, look) for line in found.lines]
    heads = [
        [f"{_end_name(line)} {text}"] if look.narrow else _end_lines(line)
        for line, text in zip(found.lines, texts, strict=True)
    ]
    sizes = [LINE_HEIGHT * (len(lines) + (not look.narrow)) + 4.0 for lines in heads]
    shift = 24.0 if look.narrow else 12.0
    wanted = [
        max(height * (1 - min(line.points[-1].spent, top) / top) - shift, -4.0)
        for line in found.lines
    ]
    places = spread_apart(wanted, sizes, height - 2 if look.narrow else height + 6)
    return [
        {
            **{"work": line.work, "name": lines, "text": "" if look.narrow else text},
            "at": top * (1 - (place + 10) / height),
            "below": top * (1 - (place + 10 + LINE_HEIGHT * len(lines)) / height),
        }
        for line, lines, text, place in zip(found.lines, heads, texts, places, strict=True)
    ]


def _end_name(line: SpendLine) -> str:
    return f"Inference, {line.name}" if line.work == INFERENCE else line.name


def _end_lines(line: SpendLine) -> list[str]:
    """The name at the end of a line, folded to the room beside the plot."""
    lines = folded(line.name, LETTERS)
    return ["Inference,", *lines] if line.work == INFERENCE else lines


def _end_text(line: SpendLine, day: datetime.date, look: Look) -> str:
    """What a line comes to by the last day drawn; of one that never crosses, that too."""
    if line.never:
        return f"{line.text}: never"
    return line.text if look.narrow else f"{line.text} by {day:%b %Y}"


def _ends(look: Look, y: Spec) -> Iterator[Spec]:
    color = tokens(look)
    side: Spec = {"align": "right" if look.narrow else "left", "aria": False}
    across = {"value": plot_width(look) + (0 if look.narrow else 10)}
    name = {**side, "fontWeight": BOLD, "lineHeight": LINE_HEIGHT, "baseline": "middle"}
    at, below = {**y, "field": "at"}, {**y, "field": "below"}
    said = {"x": across, "y": at, "text": {"field": "name"}, "color": work_color(look)}
    yield from haloed(look, "ends", {**name, "fontSize": NORMAL}, **said)
    if not look.narrow:
        text = {"type": "text", **side, "fontSize": SMALL, "color": color["ink2"]}
        yield layer("ends", {**text, "baseline": "middle"}, x=across, y=below,
                    text={"field": "text"})  # fmt: skip
