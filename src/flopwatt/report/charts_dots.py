"""One dot a row with its range, named at the left: forecasters, offers, or what breaks even."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flopwatt.report.charts import (
    AMOUNT,
    BOLD,
    NORMAL,
    SMALL,
    Spec,
    haloed,
    layer,
    make_spec,
    nice_top,
    pixels,
    shade,
    tokens,
)
from flopwatt.report.records import Chart, Look

NAMES, ROW, ROW_TOLD, HEAD = 216, 26, 44, 8
NAME_ABOVE, EDGE = 20, 8  # where it is narrow a name stands above its dot
TEXT = 132  # pixels for what is said beside a dot


@dataclass(frozen=True)
class Dot:
    """A row: its name and scope, the number with its range, and what is said of it.

    ``low`` and ``high`` are equal where there is no range; ``hollow`` is what has no date, or is
    older; ``strong`` is the plan itself, in the colour of ``tone``. A row without a number has
    ``said`` in its place.
    """

    name: str
    scope: str
    number: float | None
    text: str
    low: float = 0.0
    high: float = 0.0
    hollow: bool = False
    strong: bool = False
    tone: str = "ink"


@dataclass(frozen=True)
class Dots:
    """Rows of dots over one axis, which ``most`` ends where it is told."""

    rows: tuple[Dot, ...]
    label: str = AMOUNT
    most: float = 0.0


def draw_dots(found: Dots, chart: Chart, look: Look) -> Spec:
    """The specification of rows of dots."""
    row = ROW_TOLD if any(one.scope for one in found.rows) else ROW
    row += NAME_ABOVE if look.narrow else 0
    height = HEAD + row * len(found.rows)
    left = EDGE if look.narrow else NAMES
    right = TEXT
    ends = [one.high if one.high > one.low else one.number or 0.0 for one in found.rows]
    top = found.most or nice_top(max(*ends, 0.0))
    scale = {"domain": [0, top], "nice": False, "zero": True}
    axis = {"labelExpr": found.label, "grid": True, "tickCount": 3 if look.narrow else 5,
            "domain": False, "ticks": False, "orient": "bottom", "labelFlush": False}  # fmt: skip
    x: Spec = {"type": "quantitative", "title": None, "scale": scale, "axis": axis}
    y = pixels("y", height)
    datasets = {"dots": list(_rows(found, look, row, top))}
    layers = [*_marks(look, x, y), *_texts(look, x, y, left)]
    padding = {"left": left, "right": right, "bottom": 26, "top": 4}
    return make_spec(chart, look, layers, datasets, height, padding=padding)


def _rows(found: Dots, look: Look, row: float, top: float) -> Iterator[dict[str, Any]]:
    color = tokens(look)
    for place, one in enumerate(found.rows):
        above = HEAD + row * place
        middle = above + ((40 if one.scope else 26) if look.narrow else row / 2)
        number = one.number if one.number is not None else 0.0
        tone = color[one.tone]
        yield {
            **{"name": one.name, "scope": one.scope, "text": one.text, "number": number},
            **{"low": one.low, "high": one.high, "ranged": one.high > one.low, "y": middle},
            **{
                "end": top if one.number is None else max(number, one.high),
                "known": one.number is not None,
            },
            **{"shade": tone, "fill": color["page"] if one.hollow else tone},
            **{"strong": one.strong, "label": f"{one.name}: {one.text}"},
            "at": above + 9 if look.narrow else middle - (8 if one.scope else 0),
            "below": above + 24 if look.narrow else middle + 8,
        }


def _marks(look: Look, x: Spec, y: Spec) -> Iterator[Spec]:
    bar = {"type": "rule", "strokeWidth": 6, "color": tokens(look)["neutral2"], "aria": False}
    yield {
        **layer("dots", bar, x={**x, "field": "low"}, x2={"field": "high"}, y=y),
        "transform": [{"filter": "datum.ranged"}],
    }
    dot = {"type": "point", "size": 70, "strokeWidth": 2, "opacity": 1}
    places = {"x": {**x, "field": "number"}, "y": y, "description": {"field": "label"}}
    yield {
        **layer("dots", dot, **places, fill=shade("fill"), stroke=shade()),
        "transform": [{"filter": "datum.known"}],
    }


def _texts(look: Look, x: Spec, y: Spec, left: float) -> Iterator[Spec]:
    color = tokens(look)
    text = {"align": "left", "dx": 9, "baseline": "middle", "aria": False}
    for strong, weight in ((True, BOLD), (False, 500)):
        chosen = {"transform": [{"filter": f"datum.strong == {str(strong).lower()}"}]}
        said = {"x": {**x, "field": "end"}, "y": y, "text": {"field": "text"}}
        for one in haloed(look, "dots", {**text, "fontWeight": weight}, **said):
            yield one | chosen
        name = {**text, "dx": 0, "fontSize": NORMAL, "fontWeight": weight}
        at = {**y, "field": "at"}
        for one in haloed(look, "dots", name, x={"value": -left}, y=at, text={"field": "name"}):
            yield one | chosen
    scope = {"type": "text", **text, "dx": 0, "fontSize": SMALL, "color": color["ink3"]}
    yield layer("dots", scope, x={"value": -left}, y={**y, "field": "below"},
                text={"field": "scope"})  # fmt: skip
