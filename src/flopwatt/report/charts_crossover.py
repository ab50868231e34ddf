"""The crossover as a picture: spend so far, the crossing ringed, its date and range marked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flopwatt.report.charts import (
    BAND,
    MONEY,
    SMALL,
    Spec,
    layer,
    make_spec,
    nice_top,
    plot_width,
    tokens,
    work_color,
)
from flopwatt.report.charts_crossover_texts import (
    LABELS,
    date_layers,
    date_rows,
    end_layers,
    end_rows,
)
from flopwatt.report.charts_spend import (
    INFERENCE,
    Spending,
    SpendLine,
    find_spending,
    spending_table,
)
from flopwatt.report.charts_text import crossover_text
from flopwatt.report.charts_time import days_axis, instant
from flopwatt.report.records import Chart, Look, Section
from flopwatt.studies.run import Study

HEIGHT, HEIGHT_NARROW = 300, 260
OVER = 1.55  # how far above the lines bands are drawn
ROOM = 0.30  # of the plot kept above the lines for what is said of the crossing
RUNS_ON = " The band runs on above the top."
LAUNCH = 66  # pixels from the top


def crossover_chart(study: Study, section: Section) -> Chart | None:
    """Cumulative spend of training and inference, and where they cross."""
    found = find_spending(study)
    if found is None:
        return None
    spread = study.spread
    said = "US dollars."
    if spread is not None:
        said += f" Line: central case. Band and bar: 8 in 10 of {spread.draws:,} draws fall inside."
        said += RUNS_ON if _runs_on(found) else ""
    return Chart(
        id="crossover",
        title="Spend so far: training against inference",
        subtitle=said,
        description=section.title,
        make_table=lambda: spending_table(study, found),
        draw=lambda chart, look: draw_crossover(found, chart, look),
        text=crossover_text(found),
    )


def draw_crossover(found: Spending, chart: Chart, look: Look) -> Spec:
    """The specification of the picture of some spending."""
    height = HEIGHT_NARROW if look.narrow else HEIGHT
    top = _top(found)
    before = LABELS * found.end / (plot_width(look) - LABELS)
    x = {"field": "t", "type": "quantitative", **days_axis(found.start, found.end, look, before)}
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
        *end_layers(look, y),
        *date_layers(look, x, y, height),
    ]
    datasets = {
        "points": list(_points(found, top)),
        "crossings": list(_crossing_rows(found)),
        "launches": [{"t": instant(found.start, day)} for day in sorted(found.launches)[:1]],
        "ends": end_rows(found, look, top, height),
        "dates": list(date_rows(found, look)),
    }
    bottom = 50 if any(one.likely for one in found.crossings) else 28
    return make_spec(chart, look, layers, datasets, height, padding={"bottom": bottom})


def _top(found: Spending) -> float:
    """Where the axis of money ends: above the lines, and as much of the bands as is useful."""
    points = [point for line in found.lines for point in line.points]
    most = max(point.spent for point in points)
    high = max(point.high for point in points)
    return max(nice_top(min(high, most * OVER)), most / (1 - ROOM))


def _foremost(found: Spending) -> str:
    """The product that crosses first, or the first one."""
    names = [one.name for one in found.crossings] or [line.name for line in found.lines[1:]]
    return names[0] if names else ""


def _banded(found: Spending) -> list[SpendLine]:
    """The lines that have a band: of those of inference one, the first that crosses."""
    lines = [
        line for line in found.lines if line.work != INFERENCE or line.name == _foremost(found)
    ]
    # a band begins where all draws are alike still, as at nothing on the day of a launch
    return [line for line in lines if any(point.high > point.low for point in line.points)]


def _runs_on(found: Spending) -> bool:
    """Whether a band leaves the plot through its top."""
    top = _top(found)
    return any(point.high > top for line in _banded(found) for point in line.points)


def _points(found: Spending, top: float) -> Iterator[dict[str, Any]]:
    """The points of all lines, with the bands of those that have one."""
    with_band = _banded(found)
    for line in found.lines:
        banded = line in with_band
        # training rises from nothing on the day of its first bill
        start = [(line.points[0].day, 0.0, 0.0, 0.0)] if line.steps else []
        told = [(one.day, one.spent, one.low, one.high) for one in line.points]
        for place, (day, spent, low, high) in enumerate([*start, *told]):
            # an end of a range may lie beyond any number
            around = (min(low, 2 * top), min(high, 2 * top)) if banded else (spent, spent)
            yield {
                **{"line": line.name, "work": line.work, "t": instant(found.start, day)},
                **{"spent": spent, "low": around[0], "high": around[1], "order": place},
                "banded": banded,
                "kind": _kind(found, line),
            }


def _kind(found: Spending, line: SpendLine) -> str:
    """How a line is drawn."""
    if line.steps:
        return "steps"
    if line.never:
        return "never"
    return "slope" if line.name == _foremost(found) else "later"


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
            "transform": [{"filter": f"datum.kind {steps} 'steps' && datum.banded"}],
        }


def _lines(look: Look, x: Spec, y: Spec) -> Iterator[Spec]:
    """Training in steps, inference as slopes, the foremost strong, what never crosses dotted."""
    marks: dict[str, Spec] = {
        "steps": {"interpolate": "step-after"},
        "slope": {},
        "later": {"strokeWidth": 1.25},
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
            "ranged": one.low < one.high and one.name == _foremost(found),
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
