"""What all charts share: colours by theme, axes and type, and marks that several of them use.

A chart is a Vega-Lite specification as plain data, drawn at the width it is shown at, so that its
text is never scaled. Every dataset has a name, so that a page can change numbers in place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flopwatt.report.records import Chart, Look

Spec = dict[str, Any]
Rows = Sequence[Mapping[str, Any]]

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif'  # noqa: E501
TOKENS: Mapping[str, Mapping[str, str]] = {
    "light": {
        **{"page": "#F7F7F4", "sunk": "#EEEEE9", "line": "#D9D9D2", "grid": "#E2E2DC"},
        **{"ink": "#16181D", "ink2": "#454A54", "ink3": "#636873"},
        **{"training": "#1F4E8F", "inference": "#B54708", "supply": "#0B6B5D"},
        **{"error": "#A5103F", "focus": "#6A3DE8", "neutral1": "#5A5F69", "neutral2": "#898E96"},
        **{"on-fill": "#FFFFFF", "training-1y": "#6E8FBE", "training-spot": "#BCCBE1"},
        **{"training-3y": "#4770A6", "training-use": "#9DB3D3"},
        **{"training-other": "#86A1C9", "inference-other": "#E9C2A7"},
        **{"inference-3y": "#CF7F4C", "inference-1y": "#E2AE8B", "inference-use": "#F0D5C2"},
    },
    "dark": {
        **{"page": "#111418", "sunk": "#22272E", "line": "#343A43", "grid": "#2A3038"},
        **{"ink": "#ECEDEF", "ink2": "#BCC1CA", "ink3": "#969DA9"},
        **{"training": "#78A9F0", "inference": "#FFB070", "supply": "#5CC8B4"},
        **{"error": "#FF8FA8", "focus": "#B69CFF", "neutral1": "#A4ABB6", "neutral2": "#5B626D"},
        **{"on-fill": "#14171B", "training-1y": "#4C73AE", "training-spot": "#2F4467"},
        **{"training-3y": "#6290D2", "training-use": "#3A5B8C"},
        **{"training-other": "#43679D", "inference-other": "#70462A"},
        **{"inference-3y": "#C67C42", "inference-1y": "#8C5630", "inference-use": "#553723"},
    },
}
TOKENS = {**TOKENS, "page": {name: f"var(--{name})" for name in TOKENS["light"]}}
# how much a band of a range covers; on a dark page it needs more
BAND: Mapping[str, Any] = {"light": 0.16, "dark": 0.22, "page": "var(--band)"}
RIGHT, RIGHT_NARROW = 150, 10  # room for labels at the ends of lines
SMALL, NORMAL, LARGE = 12, 12.5, 21  # sizes of text
BOLD = 600
LINE_HEIGHT = 16
LETTER = 0.53  # the width of a letter, of its height
MONEY = "replace(format(datum.value, '$.3~s'), 'G', 'B')"
AMOUNT = "replace(format(datum.value, '.3~s'), 'G', 'B')"
PERCENT = "format(100 * datum.value, '.0f') + ' %'"


def tokens(look: Look) -> Mapping[str, str]:
    """The colours of a theme by what they are for."""
    return TOKENS[look.theme]


def plot_width(look: Look, right: float | None = None) -> float:
    """What a plot has across, beside the labels at its right."""
    room = right if right is not None else RIGHT_NARROW if look.narrow else RIGHT
    return look.width - room


def make_spec(
    chart: Chart,
    look: Look,
    layers: Sequence[Spec],
    datasets: Mapping[str, Rows],
    height: float,
    **more: Any,
) -> Spec:
    """A whole specification of layers over named datasets; ``padding`` may be told apart."""
    padding = {"left": 0, "top": 8, "right": RIGHT_NARROW if look.narrow else RIGHT, "bottom": 28}
    padding |= more.pop("padding", {})
    spec: Spec = {
        "$schema": SCHEMA,
        "description": chart.description,
        "width": look.width - padding["left"] - padding["right"],
        "height": height,
        "padding": padding,
        "autosize": {"type": "none"},
        "datasets": {name: list(rows) for name, rows in datasets.items()},
        "layer": list(layers),
        "config": config(look),
        **more,
    }
    if look.titled:
        most = int(look.width / (14 * LETTER))
        title, subtitle = folded(chart.title, most), folded(chart.subtitle, most)
        spec["title"] = {"text": title, "subtitle": subtitle, "offset": 14}
        padding["top"] += 16 + 18 * (len(title) + len(subtitle))
    return spec


def config(look: Look) -> Spec:
    """How axes, marks and text look in a theme."""
    color = tokens(look)
    category = ["training", "inference", "supply", "neutral1", "neutral2"]
    return {
        "background": None,
        "font": FONT,
        "view": {"stroke": None},
        "axis": {
            "labelColor": color["ink3"],
            "labelFontSize": SMALL,
            "gridColor": color["grid"],
            "gridWidth": 1,
            "tickCount": 4,
        },
        "axisX": {
            **{"grid": False, "domainColor": color["ink"], "tickColor": color["ink"]},
            **{"tickSize": 5, "labelPadding": 6, "labelFlush": True, "labelOverlap": "greedy"},
        },
        "axisY": {
            **{"domain": False, "ticks": False, "labelAlign": "left", "labelBaseline": "bottom"},
            **{"labelPadding": 0, "labelOffset": -4},
        },
        "line": {"strokeWidth": 2.5, "interpolate": "linear"},
        "area": {"opacity": BAND[look.theme], "line": False},
        "rule": {"color": color["ink"], "strokeWidth": 1},
        "bar": {"cornerRadius": 0, "binSpacing": 1},
        "text": {"fontSize": NORMAL, "fontWeight": 500, "color": color["ink"]},
        "legend": {"disable": True},
        "title": {
            **{"anchor": "start", "fontSize": 14, "fontWeight": 600, "color": color["ink"]},
            **{"subtitleColor": color["ink3"], "subtitleFontSize": NORMAL},
        },
        "range": {"category": [color[name] for name in category]},
        "aria": True,
        "locale": {"number": {"decimal": ".", "thousands": ",", "grouping": [3],
                              "currency": ["$", ""]}},
    }  # fmt: skip


def layer(name: str, mark: Mapping[str, Any] | str, **encoding: Any) -> Spec:
    """One layer over a named dataset."""
    return {"data": {"name": name}, "mark": mark, "encoding": encoding}


def haloed(look: Look, name: str, mark: Mapping[str, Any], **encoding: Any) -> list[Spec]:
    """Text that stays readable over lines: a halo in the colour of the page, then the text."""
    halo = {
        **{"type": "text", **mark, "stroke": tokens(look)["page"], "strokeWidth": 3},
        **{"strokeJoin": "round", "aria": False},
    }
    plain = {key: value for key, value in encoding.items() if key != "color"}
    return [layer(name, halo, **plain), layer(name, {"type": "text", **mark}, **encoding)]


def work_color(look: Look, field: str = "work") -> Spec:
    """Blue for training, orange for inference, by a field that says which."""
    color = tokens(look)
    domain = ["training", "inference"]
    return {
        "field": field,
        "type": "nominal",
        "scale": {"domain": domain, "range": [color[work] for work in domain]},
    }


def spread_apart(wanted: Sequence[float], sizes: Sequence[float], room: float) -> list[float]:
    """Places near those wanted at which things of some sizes do not overlap, inside some room.

    A place is the upper end of a thing; places grow downwards.
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    places = list(wanted)
    least = 0.0
    for index in order:
        places[index] = max(places[index], least)
        least = places[index] + sizes[index]
    most = room
    for index in reversed(order):
        places[index] = min(places[index], most - sizes[index])
        most = places[index]
    return places


def text_width(text: str, size: float = NORMAL) -> float:
    """About how many pixels a text takes across."""
    return len(text) * size * LETTER


def folded(text: str, most: int) -> list[str]:
    """A text in lines of so many letters, between words and behind hyphens."""
    lines = [""]
    for word in text.replace("-", "- ").split(" "):
        glue = "" if lines[-1].endswith("-") or not lines[-1] else " "
        if lines[-1] and len(lines[-1]) + len(glue) + len(word) > most:
            lines.append(word)
        else:
            lines[-1] += glue + word
    return lines


def nice_top(number: float) -> float:
    """The least round number that is not below another: where an axis ends."""
    if number <= 0:
        return 1.0
    size = 10.0 ** len(f"{number:.0f}") / 100 if number >= 1 else number / 10
    return -(-number // size) * size


def shade(field: str = "shade") -> Spec:
    """A colour that stands in the data as such."""
    return {"field": field, "type": "nominal", "scale": None}


def pixels(field: str, most: float) -> Spec:
    """Places counted in pixels from the top, so that rows of a chart can be laid out by hand."""
    scale = {"domain": [most, 0], "nice": False, "zero": False}
    return {"field": field, "type": "quantitative", "title": None, "axis": None, "scale": scale}
