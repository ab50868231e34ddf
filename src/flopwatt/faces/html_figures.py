"""Charts of a page: drawn for each width that the page comes in, with the table behind them."""

from __future__ import annotations

import re
from html import escape

from flopwatt.faces.html_tables import Known, render_body
from flopwatt.faces.svg import can_draw, draw_inline
from flopwatt.report import Chart, Section

# the widths of the column that charts stand in, by the name of the form in the style sheet
FORMS = {"small": 358, "medium": 672, "large": 832}
CLIPS = re.compile(r"\bclip(\d+)")
UNSPOKEN = re.compile(r' (?:aria-[a-z]+|role|font-family|style)="[^"]*"')


def render_figure(chart: Chart, section: Section, known: Known) -> str:
    """A chart under its title; nothing where no chart can be drawn, since its table stands."""
    name = escape(chart.id)
    own = chart.table not in section.tables
    drawn = "".join(_form(chart, form, width) for form, width in FORMS.items() if can_draw())
    if not drawn and not own:
        return ""
    table = f'<a class="foot" href="#table-{escape(chart.table.id)}">Table</a>'
    if own:
        title = f"Table: {escape(chart.table.title)}"
        body = render_body(chart.table, known)
        table = f'<details class="fold"><summary>{title}</summary>{body}</details>'
    return (
        f'<figure id="chart-{name}"><figcaption><h3>{escape(chart.title)}</h3>'
        f'<p class="note">{escape(chart.subtitle)}</p></figcaption>{drawn}{table}</figure>'
    )


def _form(chart: Chart, form: str, width: int) -> str:
    """One drawing, spoken as a whole: its numbers stand in the table."""
    svg = UNSPOKEN.sub("", draw_inline(chart.spec("page", width)))
    # a page holds many drawings, whose clips must not bear one name
    svg = CLIPS.sub(rf"clip-{re.escape(chart.id)}-{form}-\1", svg)
    said = f"{chart.title}. {chart.description}"
    return f'<div class="form {form}" role="img" aria-label="{escape(said)}">{svg}</div>'
