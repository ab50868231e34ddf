"""What is said in the picture of the crossover: dates, ranges, and names at the ends of lines."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

from flopwatt.report.charts import (
    BOLD,
    LARGE,
    LINE_HEIGHT,
    NORMAL,
    SMALL,
    Spec,
    folded,
    haloed,
    layer,
    plot_width,
    spread_apart,
    text_width,
    tokens,
    work_color,
)
from flopwatt.report.charts_spend import INFERENCE, Spending, SpendLine
from flopwatt.report.charts_time import instant
from flopwatt.report.records import Look
from flopwatt.report.texts import DAY_S, day_of

LETTERS = 19  # of a name at the end of a line
LABELS = 42  # pixels kept free at the left for the labels of the axis
WIDER = 1.1  # bold text, than plain
DATE, NOTE, LEADER = 14, 34, 44  # pixels from the top
AXIS_NOTE = 38  # pixels below the axis


def date_rows(found: Spending, look: Look) -> Iterator[dict[str, Any]]:
    """What is said of the crossings: the first at large, others small; or what is said instead."""
    width = plot_width(look)
    scale = (width - LABELS) / found.end

    def at(pixel: float) -> int:
        return instant(found.start, (pixel - LABELS) / scale)

    word, note = found.instead
    if word:
        yield {"t": at(width - 6), "spent": 0.0, "align": "right", "large": True, "date": word,
               "note": note, "likely": "", "leader": False}  # fmt: skip
    taken = -width
    for place, one in enumerate(found.crossings):
        pixel = LABELS + one.day * scale
        # a date that would stand on the one before it is left to the table
        apart = not place or pixel - taken > text_width(one.text, NORMAL * WIDER) + 8
        taken = pixel
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
            **{
                "date": one.text if apart else "",
                "note": note,
                "likely": likely if one.likely else "",
            },
            "below": at(min(max(pixel, half), width - half)),
        }


def date_layers(look: Look, x: Spec, y: Spec, height: float) -> Iterator[Spec]:
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


def end_rows(found: Spending, look: Look, top: float, height: float) -> list[dict[str, Any]]:
    """What stands at the right end of each line: its name, and what it comes to by then."""
    day = day_of((found.end - 1) * DAY_S, found.start)
    texts = [_end_text(line, day, look) for line in found.lines]
    heads = [
        [_inside(line, text, look)] if look.narrow else _end_lines(line)
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


def _inside(line: SpendLine, text: str, look: Look) -> str:
    """The name of a line and its sum, as far as there is room inside the plot."""
    most = int(plot_width(look) / text_width("m", NORMAL * WIDER))
    whole = f"Inference, {line.name}" if line.work == INFERENCE else line.name
    for name in (whole, line.name):
        if len(name) + len(text) < most:
            return f"{name} {text}"
    room = most - len(text) - len("..  ")
    return f"{line.name[: room - room // 2]}..{line.name[-(room // 2) :]} {text}"


def _end_lines(line: SpendLine) -> list[str]:
    """The name at the end of a line, folded to the room beside the plot."""
    lines = folded(line.name, LETTERS)
    return ["Inference,", *lines] if line.work == INFERENCE else lines


def _end_text(line: SpendLine, day: datetime.date, look: Look) -> str:
    """What a line comes to by the last day drawn; of one that never crosses, that too."""
    if line.never:
        return f"{line.text}: never"
    return line.text if look.narrow else f"{line.text} by {day:%b %Y}"


def end_layers(look: Look, y: Spec) -> Iterator[Spec]:
    """Names and sums at the ends of lines: beside the plot, or inside where it is narrow."""
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
