"""What would move a result, as a tornado: one input at a time at both ends of its range."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from flopwatt.model.quantity import Kind
from flopwatt.report.cells import cell
from flopwatt.report.charts import (
    BOLD,
    NORMAL,
    SMALL,
    Spec,
    folded,
    haloed,
    layer,
    make_spec,
    text_width,
    tokens,
)
from flopwatt.report.drivers import MAX_ROWS, input_words, name_of, shown_drivers
from flopwatt.report.ranges import date_texts, end_texts
from flopwatt.report.records import Cell, Chart, Look, Section, Table
from flopwatt.report.texts import number_text
from flopwatt.studies.run import Study
from flopwatt.studies.swings import Swing, find_swings

COLUMNS = ("input", "at its low", "at its high")
NAMES, ROW, ROW_NARROW, HEAD, THICK = 236, 30, 46, 26, 18
LETTERS, FOLDED = 30, 14  # of a line of a name, and pixels between two lines of it
SIDE = 62  # pixels for the value at the end of a bar
WORKS = {"training": "training", "products": "inference", "fleets": "inference"}
MARKS = {"training": "■", "inference": "●"}
NEVER, ALREADY = "never", "before the plan"


@dataclass(frozen=True)
class Bar:
    """One input of a tornado: its name, the texts of its ends, and where each puts the result.

    An end may be infinite: the result then never comes, or had come before.
    """

    name: str
    work: str
    low: str
    high: str
    at_low: float
    at_high: float
    said_low: str
    said_high: str


@dataclass(frozen=True)
class Tornado:
    """A result in the central case, and what moves it, the widest first."""

    central: float
    said: str
    bars: tuple[Bar, ...]


def drivers_chart(study: Study, section: Section) -> Chart | None:
    """How far each input alone moves the first result that drivers are told of."""
    key, drivers = next(iter(shown_drivers(study).items()), ("", []))
    central, swings = find_swings(study.results, drivers)
    swings = swings[:MAX_ROWS]
    if not swings or not math.isfinite(central):
        return None
    told = study.results[drivers[0].of]
    ends = [end for one in swings for end in (one.at_low, one.at_high) if math.isfinite(end)]
    span = (min([central, *ends]), max([central, *ends]))

    def said(number: float) -> str:
        if math.isinf(number) and told.quantity.kind is Kind.CROSSING:
            return NEVER if number > 0 else ALREADY
        if told.quantity.kind is Kind.CROSSING and told.quantity.key == "crossover":
            return date_texts(number, span, study.plan.start)[0]
        return number_text(told.quantity, number, study.plan.start, 2 + (span[1] < 2 * span[0]))

    bars = tuple(_bar(study, one, said(one.at_low), said(one.at_high)) for one in swings)
    found = Tornado(central, said(central), bars)
    of = name_of(study, key)
    return Chart(
        id="drivers",
        title=f"How far each input alone moves {of}",
        subtitle="One input at a time at the low (faded) and the high (full) end of its range.",
        description=section.title,
        make_table=lambda: _table(study, of, swings, bars),
        draw=lambda chart, look: draw_tornado(found, chart, look),
    )


def _bar(study: Study, one: Swing, said_low: str, said_high: str) -> Bar:
    low, high = _short(end_texts(study, study.results[one.key]))
    section = one.key.partition(".")[0]
    more = f", {len(one.shared_by)} more" if one.shared_by else ""
    text = f"{input_words(one.key)}{more}"
    work = WORKS.get(section, "")
    return Bar(text, work, low, high, one.at_low, one.at_high, said_low, said_high)


def _short(texts: tuple[str, str]) -> tuple[str, str]:
    """The ends of a range with their unit, as far as it fits beside a bar or tells them apart."""
    low, high = (text.partition(" per ")[0] for text in texts)
    units = [text.partition(" ")[2] for text in (low, high)]
    if units[0] == units[1] and max(map(text_width, (low, high))) > SIDE:
        kept = " %" if units[0].startswith("%") else ""
        low, high = (text.partition(" ")[0] + kept for text in (low, high))
    return low, high


def _table(study: Study, of: str, swings: Sequence[Swing], bars: Sequence[Bar]) -> Table:
    rows = []
    for one, bar in zip(swings, bars, strict=True):
        more = f" and {len(one.shared_by)} more" if one.shared_by else ""
        around = cell(study, one.key).range
        rows.append((Cell(f"{one.key}{more}", one.key, around), Cell(bar.said_low),
                     Cell(bar.said_high)))  # fmt: skip
    title = f"Where each input alone puts {of}"
    return Table("swings", title, COLUMNS, tuple(rows), folded=True)


def draw_tornado(found: Tornado, chart: Chart, look: Look) -> Spec:
    """The specification of a tornado."""
    left = 0 if look.narrow else NAMES
    row = ROW_NARROW if look.narrow else ROW
    width = look.width - left - 2 * SIDE
    height = HEAD + row * len(found.bars)
    low, high = _span(found)
    x: Spec = {
        "field": "from",
        "type": "quantitative",
        "title": None,
        "scale": {"domain": [low, high], "nice": False, "zero": False, "range": [0, width]},
        "axis": None,
    }
    y: Spec = {
        "field": "y",
        "type": "quantitative",
        "title": None,
        "scale": {"domain": [height, 0], "nice": False},
        "axis": None,
    }
    datasets = {
        "bars": list(_bar_rows(found, low, high, row, narrow=look.narrow)),
        "names": list(_name_rows(found, row, narrow=look.narrow)),
        "marks": _mark_rows(found, low, high, width),
    }
    layers = [*_frame(look, x, height), *_bar_layers(look, x, y, height), *_names(look, y)]
    padding = {"left": left + SIDE, "right": SIDE, "bottom": 6, "top": 4}
    return make_spec(chart, look, layers, datasets, height, padding=padding)


def _span(found: Tornado) -> tuple[float, float]:
    """The finite ends, and some room beside them where an end is not finite."""
    ends = [end for bar in found.bars for end in (bar.at_low, bar.at_high)]
    finite = [found.central, *(end for end in ends if math.isfinite(end))]
    low, high = min(finite), max(finite)
    room = 0.15 * ((high - low) or abs(high) or 1.0)
    return (
        low - (room if -math.inf in ends else 0.0),
        high + (room if math.inf in ends else 0.0),
    )


def _bar_rows(
    found: Tornado, low: float, high: float, row: float, *, narrow: bool
) -> Iterator[dict[str, Any]]:
    for place, bar in enumerate(found.bars):
        middle = HEAD + row * place + (row - THICK / 2 - 4 if narrow else row / 2)
        ends = [(bar.at_low, bar.low, bar.said_low, 0), (bar.at_high, bar.high, bar.said_high, 1)]
        # two ends on one side: the nearer one is drawn last, and told inside by nothing
        ends.sort(key=lambda end: -abs(end[0] - found.central))
        same = (bar.at_low - found.central) * (bar.at_high - found.central) > 0
        for number, (end, text, said, full) in enumerate(ends):
            yield {
                **{"from": found.central, "to": min(max(end, low), high), "full": full},
                **{"y": middle - THICK / 2, "y2": middle + THICK / 2, "middle": middle},
                **{"work": bar.work or "none", "side": "left" if end < found.central else "right"},
                "text": "" if same and number else f"{text}, {said}" if math.isinf(end) else text,
                "label": f"{bar.name} at {text}: {said}",
            }


def _name_rows(found: Tornado, row: float, *, narrow: bool) -> Iterator[dict[str, Any]]:
    for place, bar in enumerate(found.bars):
        middle = HEAD + row * place + (10 if narrow else row / 2)
        lines = [bar.name] if narrow else folded(bar.name, LETTERS)
        yield {
            **{"name": lines if len(lines) > 1 else bar.name, "y": middle},
            **{"mark": MARKS.get(bar.work, ""), "work": bar.work or "none"},
            "first": middle - FOLDED / 2 * (len(lines) - 1),
        }


def _mark_rows(found: Tornado, low: float, high: float, width: float) -> list[dict[str, Any]]:
    """The central result, and the ends where they do not stand in each other's way."""
    scale = width / ((high - low) or 1.0)
    ends = [(bar.at_low, bar.said_low) for bar in found.bars]
    ends += [(bar.at_high, bar.said_high) for bar in found.bars]
    finite = sorted((end, text) for end, text in ends if math.isfinite(end))
    told = [{"from": found.central, "text": found.said, "central": True}]
    for end, text in (finite[0], finite[-1]) if finite else ():
        room = (text_width(text) + text_width(found.said)) / 2 + 10
        if abs(end - found.central) * scale > room:
            told.append({"from": end, "text": text, "central": False})
    return told


def _frame(look: Look, x: Spec, height: float) -> Iterator[Spec]:
    """The central result as a line over all bars, told above; the outermost ends beside it."""
    color = tokens(look)
    for central in (True, False):
        shade = color["ink"] if central else color["grid"]
        rule = {"type": "rule", "color": shade, "aria": False}
        mark = {"type": "text", "align": "center", "aria": False}
        mark |= {"color": color["ink"] if central else color["ink3"]}
        mark |= {"fontWeight": BOLD} if central else {"fontSize": SMALL}
        chosen = {"transform": [{"filter": f"datum.central == {str(central).lower()}"}]}
        if not central:
            yield layer("marks", rule, x=x, y={"value": HEAD - 4}, y2={"value": height}) | chosen
        yield layer("marks", mark, x=x, y={"value": 8}, text={"field": "text"}) | chosen


def _bar_layers(look: Look, x: Spec, y: Spec, height: float) -> Iterator[Spec]:
    color = tokens(look)
    works = ["training", "inference", "none"]
    shades = [color["training"], color["inference"], color["neutral1"]]
    colored = {"field": "work", "type": "nominal", "scale": {"domain": works, "range": shades}}
    yield layer(
        "bars",
        {"type": "rect"},
        x=x,
        x2={"field": "to"},
        y=y,
        y2={"field": "y2"},
        color=colored,
        opacity={"condition": {"test": "datum.full == 1", "value": 1}, "value": 0.5},
        description={"field": "label"},
    )
    for side, align, shift in (("left", "right", -6), ("right", "left", 6)):
        text = {"type": "text", "align": align, "dx": shift, "aria": False, "fontSize": SMALL}
        at = {"x": {**x, "field": "to"}, "y": {**y, "field": "middle"}}
        yield {
            **layer("bars", text, **at, text={"field": "text"}),
            "transform": [{"filter": f"datum.side == '{side}'"}],
        }
    rule = {"type": "rule", "color": color["ink"], "strokeWidth": 1.5, "aria": False}
    yield {
        **layer("marks", rule, x=x, y={"value": HEAD - 8}, y2={"value": height}),
        "transform": [{"filter": "datum.central"}],
    }


def _names(look: Look, y: Spec) -> Iterator[Spec]:
    """The names at the left, right-aligned before their mark; above the bars where it is narrow."""
    color = tokens(look)
    edge = -SIDE if look.narrow else -SIDE - 14
    side = {"align": "left" if look.narrow else "right", "baseline": "middle", "aria": False}
    shift = 14 if look.narrow else 0
    name = {**side, "fontSize": NORMAL, "dx": shift, "lineHeight": FOLDED}
    first = {**y, "field": "first"}
    yield from haloed(look, "names", name, x={"value": edge}, y=first, text={"field": "name"})
    works = ["training", "inference", "none"]
    shades = [color["training"], color["inference"], color["neutral1"]]
    mark = {"type": "text", **side, "fontSize": 11, "dx": 0 if look.narrow else 13}
    colored = {"field": "work", "type": "nominal", "scale": {"domain": works, "range": shades}}
    yield layer("names", mark, x={"value": edge}, y=y, text={"field": "mark"}, color=colored)
