import itertools
import re

from flopwatt import api
from flopwatt.faces.html import render_html


def test_every_card_shows_its_number_and_opens_its_explanation(page, report):
    lists = [e for e in page.all("ul") if e.attrs.get("class") == "cards"]
    items = [item for one in lists for item in page.all("li", one)]
    for item, card in zip(items, report.cards, strict=True):
        (door,) = page.all("a", item)
        assert (door.text, door.attrs["href"]) == (card.cell.text, f"#{card.cell.key}")
        assert card.label in item.text
        assert item.text.endswith(f"{card.cell.range}{card.note}")


def test_every_shown_number_is_a_door_to_its_own_explanation(page, report, cells_of):
    known = report.document["results"]
    whys = [e for e in page.all("section") if e.attrs["id"] in ("section-why", "section-sources")]
    doors = [a for a in page.all("a") if not set(a.inside) & set(whys)]
    doors = [a for a in doors if a.inside[-1].tag != "nav"]
    opened = sorted((a.text, a.attrs["href"]) for a in doors if "class" not in a.attrs)
    cells = [cell for cell in cells_of(report) if cell.text.strip()]
    assert opened == sorted((c.text, f"#{c.key}") for c in cells if c.key in known)
    cited = sorted(f"#source-{cell.source}" for cell in cells if cell.source)
    assert sorted(a.attrs["href"] for a in doors if a.attrs.get("class") == "source") == cited
    unknown = [a for a in doors if a.attrs.get("class") == "unknown"]
    assert {a.text for a in unknown} <= {"not known"}


def test_the_answer_is_the_heading_and_each_section_is_titled_with_its_finding(page, report):
    assert [h.text.replace("\xa0", " ") for h in page.all("h1")] == [report.answer]
    (answer,) = [e for e in page.all("div") if e.attrs.get("class") == "answer"]
    assert report.lede in answer.text
    (bar,) = page.all("header")
    assert f"{report.title} {report.subtitle}" in bar.text
    assert page.all("title")[0].text == f"{report.title} - flopwatt"
    heads = [h.text.replace("\xa0", " ") for h in page.all("h2")]
    titles = [section.title for section in report.sections]
    assert [head for head in heads if head in titles] == titles
    assert [e.text for e in page.all("a", page.all("nav")[0])][:-2] == [
        section.name for section in report.sections
    ]


def test_the_page_can_be_read_aloud(page):
    """One language, one heading, sections and lists that are named, drawings that are told."""
    assert page.all("html")[0].attrs["lang"] == "en"
    assert len(page.all("h1")) == len(page.all("main")) == 1
    ids = {e.attrs["id"] for e in page.elements if "id" in e.attrs}
    for section in page.all("section"):
        assert section.attrs["aria-labelledby"] in ids
    for part in (*page.all("nav"), *page.all("aside")):
        assert part.attrs["aria-label"]
    for table in page.all("table"):
        assert {h.attrs["scope"] for h in page.all("th", table)} <= {"col", "row"}
    levels = [int(e.tag[1]) for e in page.elements if e.tag in ("h1", "h2", "h3")]
    assert all(b - a <= 1 for a, b in itertools.pairwise(levels))
    skip = next(a for a in page.all("a"))
    assert skip.attrs["href"] == "#results"
    for drawing in page.all("svg"):
        assert drawing.inside[-1].attrs["role"] == "img"
        assert drawing.inside[-1].attrs["aria-label"]


def test_the_page_refers_to_nothing_outside_itself(report, page):
    text = render_html(report)
    assert not re.search(r"https?:|//[a-z]|\bsrc\s*=|@import|url\((?!#)|<link|<iframe", text)
    assert {e.attrs["href"][0] for e in page.elements if "href" in e.attrs} == {"#"}
    assert text.count("<script") == 1


def test_every_link_has_its_target_and_every_id_is_one(page):
    ids = [e.attrs["id"] for e in page.elements if "id" in e.attrs]
    assert len(ids) == len(set(ids)) > 20
    assert {e.attrs["href"][1:] for e in page.elements if "href" in e.attrs} <= set(ids)


def test_every_text_is_escaped(awkward, awkward_text, read_page):
    page = read_page(awkward)
    assert not page.all("b")
    assert [h.text for h in page.all("h1")] == [awkward_text]
    assert all(awkward_text in e.text for e in page.all("th"))
    assert page.all("th")[0].attrs["class"] == "words"
    heads = {e.attrs["data-head"] for e in page.all("td") if "data-head" in e.attrs}
    assert heads == {awkward_text}
    (tree,) = [t for t in page.all("table") if t.attrs.get("class") == "tree"]
    assert page.rows(tree)[0][1] == awkward_text
    assert awkward_text in page.all("summary")[0].text


def test_a_warning_is_seen_and_heard(awkward, awkward_text, read_page):
    page = read_page(awkward)
    (warning,) = [p for p in page.all("p") if p.attrs.get("class") == "check"]
    assert warning.text == f"⚠ p.yaml:3:5: warning: {awkward_text}"
    assert warning.inside[-1].attrs["class"] == "answer"


def test_a_large_plan_is_a_small_page(plan, read_page):
    plan["horizon"] = "600 months"
    run = {"tokens": "2T tokens", "achieved_flops": "400 TFLOP/s", "price": "$2.50 per GPU-hour"}
    plan["training"] = {f"run-{n}": {**run, "start": f"20{26 + n}-02-01"} for n in range(20)}
    plan["products"] = {f"p-{n}": {"cost_per_day": f"${n + 1}k"} for n in range(20)}
    text = render_html(api.run(plan).report)
    assert len(text) < 1_350_000
    page = read_page(text)
    ids = [e.attrs["id"] for e in page.elements if "id" in e.attrs]
    assert len(ids) == len(set(ids))
    assert {a.attrs["href"][1:] for a in page.all("a")} <= set(ids)
