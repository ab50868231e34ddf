"""What the tests of faces share: the examples as reports, and a report of awkward texts."""

from html.parser import HTMLParser
from pathlib import Path

import pytest

from flopwatt import api
from flopwatt.faces.html import render_html
from flopwatt.problems import Place, Problem
from flopwatt.report import Cell, Cited, Explanation, Line, Link, Parts, Report, Section, Table

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))
AWKWARD = "<b>\"a\" & 'b'</b>"


VOID = {"meta", "br", "wbr"}


class Element:
    """An element of a page, which knows those it is inside of and those inside it."""

    def __init__(self, tag, attrs, inside):
        self.tag, self.attrs, self.inside = tag, attrs, inside
        self.parts, self.within = [], []

    @property
    def text(self):
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)


class Page(HTMLParser):
    """A page as a list of elements, each with its tag, attributes and text."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.open = [], []
        self.feed(text)
        self.close()
        assert not self.open, "an element is not closed"

    def handle_decl(self, decl):
        assert decl == "doctype html"

    def handle_starttag(self, tag, attrs):
        element = Element(tag, dict(attrs), [*self.open])
        self.elements.append(element)
        for outer in self.open:
            outer.within.append(element)
        if self.open:
            self.open[-1].parts.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag):
        assert self.open.pop().tag == tag

    def handle_data(self, data):
        if self.open:
            self.open[-1].parts.append(data)

    def all(self, tag, inside=None):
        return [e for e in (inside.within if inside else self.elements) if e.tag == tag]

    def tables(self):
        """The tables by their id, without the trees of explanations."""
        return {t.attrs["id"]: t for t in self.all("table") if t.attrs.get("class") != "tree"}

    def rows(self, table):
        cells = ("th", "td")
        return [
            [c.text for c in row.within if c.inside[-1] is row and c.tag in cells]
            for row in self.all("tr", table)
        ]


@pytest.fixture(scope="session")
def read_page():
    """A report, or a page, as a list of elements."""
    return lambda found: Page(found if isinstance(found, str) else render_html(found))


@pytest.fixture(scope="session")
def page(report):
    return Page(render_html(report))


@pytest.fixture(scope="session")
def cells_of():
    """Every cell that a page of a report shows: of its cards and of its tables."""

    def cells(report):
        found = [card.cell for card in report.cards]
        return found + [cell for table in report.tables() for row in table.rows for cell in row]

    return cells


@pytest.fixture(scope="session", params=EXAMPLES, ids=lambda path: path.stem)
def example(request):
    return request.param


@pytest.fixture(scope="session")
def report(example):
    return api.run(example, draws=300).report


@pytest.fixture
def awkward():
    """A report in which every text would break a page that does not escape it."""

    def explain(key):
        months = (("2026-01", AWKWARD),)
        sources = (Cited("a-source", AWKWARD, AWKWARD, "2026"),)
        links = (Link(AWKWARD, "training.a.cost", AWKWARD), Link(AWKWARD, AWKWARD, AWKWARD))
        return Explanation(
            *(key, AWKWARD, AWKWARD, AWKWARD, (line,), AWKWARD),
            **{"months": months, "sources": sources, "moved_by": links, "used_by": links},
        )

    line = Line(0, AWKWARD, AWKWARD, "training.a.cost", AWKWARD, "given", AWKWARD, AWKWARD)
    known = Cell(AWKWARD, "training.a.cost")
    table = Table(
        "t",
        AWKWARD,
        (AWKWARD, AWKWARD),
        ((Cell(AWKWARD), known), (Cell(AWKWARD), Cell("not known", "training.a.flops"))),
        note=AWKWARD,
        words=(AWKWARD,),
    )
    return Report(
        title=AWKWARD,
        subtitle=AWKWARD,
        make_parts=lambda: Parts(
            AWKWARD, AWKWARD, (Section("s", AWKWARD, (table,)),), "training.a.cost"
        ),
        warnings=(Problem("unlikely", AWKWARD, Place("p.yaml", 3, 5), warning=True),),
        known=lambda key: key == "training.a.cost",
        make_document=lambda: {"results": {"training.a.cost": {"value": 1.0}}},
        explain=explain,
        explain_all=lambda keys: [explain(key) for key in keys],
        key_page=lambda: Section("keys", AWKWARD, (table,)),
    )


@pytest.fixture(scope="session")
def awkward_text():
    return AWKWARD


@pytest.fixture
def ranged(plan):
    """A report of a plan with ranges: a price from $1 to $4, and a product that may never pass."""
    plan["training"]["base"] = {
        "accelerator_hours": "1M GPU-hours",
        "price": {"value": "$2 per GPU-hour", "low": "$1 per GPU-hour", "high": "$4 per GPU-hour"},
    }
    plan["products"]["chat"]["cost_per_day"] = {"value": "$2k", "low": "$0.5k", "high": "$6k"}
    plan["products"]["a-product-with-a-long-name"] = {
        "cost_per_day": "$10k",
        "launch": {"value": "2026-02-01", "low": "2026-01-20", "high": "2026-09-01"},
    }
    return api.run(plan, draws=400).report
