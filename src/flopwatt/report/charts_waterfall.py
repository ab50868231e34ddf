"""A waterfall from part to sum: power from the chip to the meter, each step with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flopwatt.report.charts import (
    BOLD,
    NORMAL,
    SMALL,
    Spec,
    haloed,
    layer,
    make_spec,
    pixels,
    shade,
    tokens,
)
from flopwatt.report.records import Chart, Look

NAMES, ROW, ROW_NARROW, THICK = 216, 42, 64, 20
TEXT = 96  # pixels for the value at the end of a bar


@dataclass(frozen=True)
class Step:
    """A part that is added, or a sum so far: its name, its number, how it reads, and why.

    A ``contract`` is what was agreed beside it, drawn dashed.
    """

    name: str
    number: float
    text: str
    reason: str = ""
    total: bool = False
    contract: bool = False


def draw_waterfall(steps: tuple[Step, ...], chart: Chart, look: Look) -> Spec:
    """The specification of a waterfall, the first step at the top."""
    row = ROW_NARROW if look.narrow else ROW
    left = 0 if look.narrow else NAMES
    height = row * len(steps)
    rows = list(_rows(steps, look, row))
    top = max(one["to"] for one in rows) or 1.0
    scale = {"domain": [0, top], "nice": False, "zero": True}
    x: Spec = {"type": "quantitative", "title": None, "axis": None, "scale": scale}
    y = pixels("y", height)
    joints = [
        {"at": rows[place]["run"], "y": rows[place]["y2"], "y2": rows[place + 1]["y"]}
        for place in range(len(rows) - 1)
        if not steps[place].contract and not steps[place + 1].contract
    ]
    datasets = {"steps": rows, "joints": joints}
    layers = [*_marks(look, x, y), *_texts(look, x, y, left)]
    padding = {"left": left, "right": TEXT, "bottom": 4, "top": 4}
    return make_spec(chart, look, layers, datasets, height, padding=padding)


def _rows(steps: tuple[Step, ...], look: Look, row: float) -> Iterator[dict[str, Any]]:
    """Where each step begins and ends: parts where the sum so far ended, sums at nothing."""
    color, run = tokens(look), 0.0
    for place, one in enumerate(steps):
        whole = one.total or one.contract
        begin = 0.0 if whole else run
        end = one.number if whole else run + one.number
        run = run if one.contract else end
        middle = row * place + (row - THICK / 2 - 10 if look.narrow else row / 2)
        yield {
            **{"name": one.name, "reason": one.reason, "text": one.text, "run": run},
            **{"from": min(begin, end), "to": max(begin, end), "contract": one.contract},
            **{"y": middle - THICK / 2, "y2": middle + THICK / 2, "middle": middle},
            **{"shade": color["neutral1" if one.total else "neutral2"], "total": one.total},
            "at": row * place + 9 if look.narrow else middle - (8 if one.reason else 0),
            "below": row * place + 24 if look.narrow else middle + 8,
            "label": f"{one.name}: {one.text}",
        }


def _marks(look: Look, x: Spec, y: Spec) -> Iterator[Spec]:
    color = tokens(look)
    ends = {"x": {**x, "field": "from"}, "x2": {"field": "to"}, "y": y, "y2": {"field": "y2"}}
    hairline = {"type": "rule", "color": color["ink3"], "aria": False}
    yield layer("joints", hairline, x={**x, "field": "at"}, y=y, y2={"field": "y2"})
    plain = {"transform": [{"filter": "!datum.contract"}]}
    yield layer("steps", {"type": "rect"}, **ends, color=shade(),
                description={"field": "label"}) | plain  # fmt: skip
    dashed = {"type": "rect", "fill": None, "stroke": color["ink2"], "strokeDash": [4, 3]}
    contract = {"transform": [{"filter": "datum.contract"}]}
    yield layer("steps", dashed, **ends, description={"field": "label"}) | contract


def _texts(look: Look, x: Spec, y: Spec, left: float) -> Iterator[Spec]:
    text = {"align": "left", "baseline": "middle", "aria": False}
    for total, weight in ((True, BOLD), (False, 500)):
        chosen = {"transform": [{"filter": f"datum.total == {str(total).lower()}"}]}
        name = {**text, "fontSize": NORMAL, "fontWeight": weight}
        begin = {"x": {"value": -left}, "y": {**y, "field": "at"}, "text": {"field": "name"}}
        said = {"x": {**x, "field": "to"}, "y": {**y, "field": "middle"}, "text": {"field": "text"}}
        # where it is narrow, hairlines run behind the names
        for one in haloed(look, "steps", name, **begin):
            yield one | chosen
        for one in haloed(look, "steps", {**text, "dx": 6, "fontWeight": weight}, **said):
            yield one | chosen
    reason = {**text, "fontSize": SMALL, "color": tokens(look)["ink3"]}
    below = {"x": {"value": -left}, "y": {**y, "field": "below"}, "text": {"field": "reason"}}
    yield from haloed(look, "steps", reason, **below)
