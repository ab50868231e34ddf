"""One bar of parts against a capacity: the memory of one GPU, or what a time is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flopwatt.report.charts import (
    BOLD,
    LINE_HEIGHT,
    NORMAL,
    SMALL,
    Spec,
    folded,
    layer,
    make_spec,
    pixels,
    shade,
    text_width,
    tokens,
)
from flopwatt.report.records import Chart, Look

THICK, HEAD = 44, 48
FILLS = ("ink2", "neutral1", "neutral2")
KEY = 20  # pixels of a line that names a part which is too thin for its name


@dataclass(frozen=True)
class Part:
    """One part of a whole: its name, its size and what that reads as."""

    name: str
    size: float
    text: str


@dataclass(frozen=True)
class Parts:
    """Parts side by side, and the capacity that they may go beyond.

    ``left`` is what is said of what is free, ``over`` of what is too much.
    """

    parts: tuple[Part, ...]
    capacity: float
    capacity_text: str
    left: str = ""
    over: str = ""


def draw_parts(found: Parts, chart: Chart, look: Look) -> Spec:
    """The specification of one bar of parts."""
    width = look.width - 2
    most = max(sum(part.size for part in found.parts), found.capacity)
    rows = list(_rows(found, width / most, look))
    keys = [row for row in rows if row["key"]]
    lines = _key_lines(keys, width, most)
    height = HEAD + THICK + 10 + KEY * lines
    scale = {"domain": [0, most], "nice": False, "range": [0, width]}
    x: Spec = {"type": "quantitative", "title": None, "axis": None, "scale": scale}
    datasets = {
        "parts": rows,
        "keys": keys,
        "capacity": [{"at": found.capacity, "text": found.capacity_text}],
        "over": [{"from": found.capacity, "to": most}] if most > found.capacity else [],
    }
    layers = [
        *_bars(look, x),
        *_capacity(found, look, x, width / most),
        *_keys(x, pixels("y", height)),
    ]
    padding = {"left": 1, "right": 1, "bottom": 4, "top": 4}
    return make_spec(chart, look, layers, datasets, height, padding=padding)


def _rows(found: Parts, scale: float, look: Look) -> Iterator[dict[str, Any]]:
    """Each part from where to where; its name inside where there is room, else below."""
    color = tokens(look)
    begin, shown = 0.0, [part for part in found.parts if part.size > 0]
    for place, part in enumerate(shown):
        room = part.size * scale - 12
        names = folded(part.name, max(int(room / (NORMAL * 0.56)), 1))
        fits = len(names) == 1 and max(text_width(names[0]), text_width(part.text)) <= room
        yield {
            **{"from": begin, "to": begin + part.size, "middle": begin + part.size / 2},
            **{"name": part.name if fits else "", "text": part.text if fits else ""},
            **{"key": "" if fits else f"{part.name} {part.text}"},
            **{"shade": color[FILLS[place % len(FILLS)]], "label": f"{part.name}: {part.text}"},
            "words": color["ink" if FILLS[place % len(FILLS)] == "neutral2" else "page"],
            **{"x": 0, "y": 0},
        }
        begin += part.size
    room = (found.capacity - begin) * scale - 12
    if found.capacity > begin and found.left:
        fits = text_width(found.left) <= room
        yield {
            **{"from": begin, "to": found.capacity, "middle": (begin + found.capacity) / 2},
            **{"name": found.left if fits else "", "text": "", "key": "" if fits else found.left},
            **{"shade": color["line"], "label": found.left, "x": 0, "y": 0},
            "words": color["ink2"],
        }


def _key_lines(keys: list[dict[str, Any]], width: float, most: float) -> int:
    """Place the names of thin parts below the bar, as many a line as there is room for."""
    x, line = 0.0, 0
    for row in keys:
        wide = text_width(row["key"]) + 34
        if x and x + wide > width:
            x, line = 0.0, line + 1
        row["x"], row["y"] = x * most / width, HEAD + THICK + 20 + KEY * line
        x += wide
    return line + 1 if keys else 0


def _bars(look: Look, x: Spec) -> Iterator[Spec]:
    ends = {"x": {**x, "field": "from"}, "x2": {"field": "to"}}
    yield layer(
        "parts",
        {"type": "rect", "stroke": tokens(look)["page"], "strokeWidth": 1},
        **ends,
        y={"value": HEAD},
        y2={"value": HEAD + THICK},
        color=shade(),
        description={"field": "label"},
    )
    at = {**x, "field": "middle"}
    for field, up, more in (("name", -1, {"fontWeight": BOLD}), ("text", 1, {"fontSize": SMALL})):
        mark = {"type": "text", "align": "center", "baseline": "middle", "aria": False, **more}
        y = {"value": HEAD + THICK / 2 + up * LINE_HEIGHT / 2}
        yield layer("parts", mark, x=at, y=y, text={"field": field}, color=shade("words"))


def _capacity(found: Parts, look: Look, x: Spec, scale: float) -> Iterator[Spec]:
    """The capacity as a line which the bar may cross; a frame around what is beyond it."""
    color = tokens(look)
    at = {**x, "field": "at"}
    ends = {"x": {**x, "field": "from"}, "x2": {"field": "to"}}
    frame: Spec = {"type": "rect", "fill": None, "stroke": color["error"], "strokeWidth": 2}
    frame |= {"strokeDash": [5, 3], "aria": False}
    yield layer("over", frame, **ends, y={"value": HEAD - 4}, y2={"value": HEAD + THICK + 4})
    rule = {"type": "rule", "strokeWidth": 2, "color": color["ink"], "aria": False}
    yield layer("capacity", rule, x=at, y={"value": 18}, y2={"value": HEAD + THICK + 4})
    place = found.capacity * scale
    for text, up, ink in ((found.capacity_text, 10, "ink"), (found.over, 30, "error")):
        right = place > look.width / 2
        mark: Spec = {"type": "text", "align": "right" if right else "left", "aria": False}
        mark |= {"dx": (-6 if right else 6) if up > 10 else 0, "color": color[ink]}
        yield layer(
            "capacity", {**mark, "fontWeight": BOLD}, x=at, y={"value": up}, text={"value": text}
        )


def _keys(x: Spec, y: Spec) -> Iterator[Spec]:
    """Names of thin parts below, each with a square of its fill."""
    at = {**x, "field": "x"}
    square = {"type": "text", "text": "■", "align": "left", "aria": False, "fontSize": 11}
    yield layer("keys", square, x=at, y=y, color=shade())
    text = {"type": "text", "align": "left", "dx": 14, "aria": False}
    yield layer("keys", text, x=at, y=y, text={"field": "key"})
