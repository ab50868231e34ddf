import re
from html.parser import HTMLParser

import pytest

from flopwatt import api
from flopwatt.faces.html import render_html

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

    def rows(self, table):
        cells = ("th", "td")
        return [
            [c.text for c in row.within if c.inside[-1] is row and c.tag in cells]
            for row in self.all("tr", table)
        ]


@pytest.fixture(scope="session")
def page(report):
    return Page(render_html(report))


def test_every_table_shows_the_cells_of_the_report_and_nothing_else(page, report):
    tables = [table for section in report.sections for table in section.tables]
    shown = [t for t in page.all("table") if t.attrs.get("class") != "tree"]
    assert len(shown) == len(tables)
    for found, table in zip(shown, tables, strict=True):
        heads, *rows = page.rows(found)
        assert heads == list(table.columns)
        assert rows == [[f"{cell.text}{cell.range}" for cell in row] for row in table.rows]


def test_every_shown_number_is_a_door_to_its_own_explanation(page, report):
    cells = [c for s in report.sections for t in s.tables for row in t.rows for c in row if c.key]
    shown = [t for t in page.all("table") if t.attrs.get("class") != "tree"]
    doors = [a for t in shown for a in page.all("a", t)]
    known = report.document["results"]
    assert [(a.text, a.attrs["href"]) for a in doors if "class" not in a.attrs] == [
        (cell.text, f"#{cell.key}") for cell in cells if cell.key in known
    ]
    cited = [
        c for s in report.sections for t in s.tables for row in t.rows for c in row if c.source
    ]
    opened = [a.attrs["href"] for a in doors if a.attrs.get("class") == "source"]
    assert opened == [f"#source-{cell.source}" for cell in cited]
    unknown = [a for a in doors if a.attrs.get("class") == "unknown"]
    assert [a.text for a in unknown] == ["not known"] * len(unknown)
    assert len(unknown) == len([cell for cell in cells if cell.key not in known])


def test_what_is_not_known_opens_the_line_to_add():
    plan = {
        "start": "2026-01-01",
        "models": {"m": {"params": "8B"}},
        "products": {"chat": {"cost_per_day": "$1"}},
    }
    page = Page(render_html(api.run(plan).report))
    door = next(a for a in page.all("a") if a.attrs.get("class") == "unknown")
    note = next(e for e in page.elements if f"#{e.attrs.get('id')}" == door.attrs["href"])
    assert "to add: `requests: 5M per day` under products.chat" in note.text


def test_every_explanation_shows_the_lines_of_the_report(page, report):
    found = {e.attrs["id"]: e for e in page.all("details") if "id" in e.attrs}
    explanations = {one.key: one for one in report.explain_all(report.shown())}
    assert list(found) == list(explanations)
    assert set(found) >= set(report.shown())
    for key, details in found.items():
        explanation = explanations[key]
        assert page.all("summary", details)[0].text == f"{key} {explanation.lines[0].text}"
        assert explanation.exact in details.text
        for row, line in zip(page.rows(details), explanation.lines, strict=True):
            assert row[0] == f"{line.symbol} {line.name}"
            assert row[1] == line.text + line.range
            assert row[2].endswith(line.origin)
            assert row[3].startswith(line.detail)
            assert row[3].endswith(line.note)
            assert line.source in row[3]
        told = [e.text for e in page.all("div", details) if e.attrs.get("class") == "months"]
        months = explanation.months
        assert told == (["\n".join("  ".join(month) for month in months)] if months else [])


def test_the_answer_is_the_heading_and_the_plan_stands_small_above_it(page, report):
    assert [h.text for h in page.all("h1")] == [report.answer]
    (header,) = page.all("header")
    assert header.text.strip().startswith(report.title + report.subtitle)
    assert report.lede in header.text
    assert page.all("title")[0].text == f"{report.title} - flopwatt"
    assert [h.text for h in page.all("h2")][:-2] == [s.title for s in report.sections]


def test_the_long_tables_are_folded(page, report):
    folded = [d for d in page.all("details") if d.attrs.get("class") == "fold"]
    titles = [page.all("summary", d)[0].text for d in folded]
    long = [t.title for s in report.sections for t in s.tables if t.folded]
    assert [title for title in titles if title != "By month"] == long
    by_month = any(section.id == "expense" for section in report.sections)
    assert ("The same by month" in long) == by_month


def test_every_source_that_is_cited_is_told_once_and_each_citation_opens_it(page, report):
    explanations = report.explain_all(report.shown())
    cited = {source.id: source for one in explanations for source in one.sources}
    told = {e.attrs["id"]: e for e in page.all("dt")}
    assert list(told) == [f"source-{name}" for name in sorted(cited)]
    about = [e.text for e in page.all("dd")]
    assert about == [cited[n].text.removeprefix(f"{n}: ") for n in sorted(cited)]
    links = [a for a in page.all("a") if a.attrs.get("class") == "source"]
    assert {a.attrs["href"].removeprefix("#source-") for a in links} == set(cited)
    assert all(a.attrs["href"] == f"#source-{a.text}" for a in links)


def test_the_page_refers_to_nothing_outside_itself(report, page):
    text = render_html(report)
    assert not re.search(r"https?:|//[a-z]|\bsrc\s*=|@import|url\(|<link|<iframe", text)
    assert {e.attrs["href"][0] for e in page.elements if "href" in e.attrs} == {"#"}


def test_every_link_has_its_target_and_every_id_is_one(page):
    ids = [e.attrs["id"] for e in page.elements if "id" in e.attrs]
    assert len(ids) == len(set(ids)) > 20
    assert {e.attrs["href"][1:] for e in page.elements if "href" in e.attrs} <= set(ids)


def test_every_text_is_escaped(awkward, awkward_text):
    page = Page(render_html(awkward))
    assert not page.all("b")
    assert [h.text for h in page.all("h1")] == [awkward_text]
    assert all(awkward_text in e.text for e in page.all("th"))
    assert page.all("th")[0].attrs["class"] == "words"
    heads = {e.attrs["data-head"] for e in page.all("td") if "data-head" in e.attrs}
    assert heads == {awkward_text}
    (tree,) = [t for t in page.all("table") if t.attrs.get("class") == "tree"]
    assert page.rows(tree)[0][1] == awkward_text
    assert awkward_text in page.all("summary")[0].text


def test_a_warning_is_seen_and_heard(awkward, awkward_text):
    page = Page(render_html(awkward))
    (warning,) = [p for p in page.all("p") if p.attrs.get("class") == "check"]
    assert warning.text == f"⚠ p.yaml:3:5: warning: {awkward_text}"
    assert warning.inside[-1].tag == "header"


def test_columns_of_numbers_and_of_words_are_told_apart(page, report):
    works = {"training": "training", "inference": "inference", "": None}
    for found, table in zip(page.all("thead"), _tables(report), strict=True):
        heads = {h.text: h.attrs.get("class") for h in page.all("th", found)}
        for column in table.columns:
            said = works[table.works.get(column, "")]
            words = "words" if column in table.words else None
            assert heads[column] == (" ".join(filter(None, (said, words))) or None)


def _tables(report):
    return [table for section in report.sections for table in section.tables]


def test_a_range_stands_under_its_number_in_tables_and_trees(ranged):
    page = Page(render_html(ranged))
    shown = [e.text for e in page.all("span") if e.attrs.get("class") == "range"]
    cells = [c for s in ranged.sections for t in s.tables for row in t.rows for c in row]
    tables = [cell.range for cell in cells if cell.range]
    assert shown[: len(tables)] == tables
    (details,) = [d for d in page.all("details") if d.attrs.get("id") == "training.base.cost"]
    (cost,) = {cell.range for cell in cells if cell.key == "training.base.cost"}
    assert f"Likely {cost}: 8 in 10 of 400 draws." in details.text


def test_a_large_plan_is_a_small_page(plan):
    plan["horizon"] = "600 months"
    run = {"tokens": "2T tokens", "achieved_flops": "400 TFLOP/s", "price": "$2.50 per GPU-hour"}
    plan["training"] = {f"run-{n}": {**run, "start": f"20{26 + n}-02-01"} for n in range(20)}
    plan["products"] = {f"p-{n}": {"cost_per_day": f"${n + 1}k"} for n in range(20)}
    text = render_html(api.run(plan).report)
    assert len(text) < 1_200_000
    page = Page(text)
    ids = [e.attrs["id"] for e in page.elements if "id" in e.attrs]
    assert len(ids) == len(set(ids))
    assert {a.attrs["href"][1:] for a in page.all("a")} <= set(ids)


def test_a_long_name_may_be_folded_behind_its_joints(plan):
    text = render_html(api.run(plan).report)
    assert "useful_<wbr>life" in text
    assert "2.<wbr>" not in text
