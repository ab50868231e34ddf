from flopwatt import api
from flopwatt.faces.html import render_html


def test_every_table_shows_the_cells_of_the_report_and_nothing_else(page, report):
    """Every number of the page is one of the report: of its tables, cards and explanations."""
    shown = page.tables()
    lists = {e.attrs["id"]: e for e in page.all("dl") if e.attrs.get("id", "").startswith("table-")}
    tables = {f"table-{table.id}": table for table in report.tables()}
    said = {f"table-{table.id}" for table in report.inputs}
    assert set(shown) == set(tables) - said
    assert set(lists) == said
    for name, found in shown.items():
        heads, *rows = page.rows(found)
        assert heads == list(tables[name].columns)
        assert rows == [[f"{c.text}{c.range}" for c in row] for row in tables[name].rows]
    for name, found in lists.items():
        rows = [[e.text for e in (*page.all("dt", row), *page.all("dd", row))]
                for row in page.all("div", found)]  # fmt: skip
        assert rows == [[f"{c.text}{c.range}" for c in row] for row in tables[name].rows]


def test_what_is_not_known_opens_the_line_to_add(read_page):
    plan = {
        "start": "2026-01-01",
        "models": {"m": {"params": "8B"}},
        "products": {"chat": {"cost_per_day": "$1"}},
    }
    page = read_page(api.run(plan).report)
    door = next(a for a in page.all("a") if a.attrs.get("class") == "unknown")
    note = next(e for e in page.elements if f"#{e.attrs.get('id')}" == door.attrs["href"])
    assert "to add: `requests: 5M per day` under products.chat" in note.text


def test_the_long_tables_are_folded(page, report):
    folded = [d for d in page.all("details") if d.attrs.get("class") == "fold"]
    titles = [page.all("summary", d)[0].text for d in folded]
    long = [t.title for s in report.sections for t in s.tables if t.folded]
    assert [title for title in titles if title in long] == long
    by_month = any(section.id == "expense" for section in report.sections)
    assert ("The same by month" in long) == by_month


def test_columns_of_numbers_and_of_words_are_told_apart(page, report):
    works = {"training": "training", "inference": "inference", "": None}
    tables = {f"table-{table.id}": table for table in report.tables()}
    for name, found in page.tables().items():
        table = tables[name]
        heads = {h.text: h.attrs.get("class") for h in page.all("th", found)}
        for column in table.columns:
            said = works[table.works.get(column, "")]
            words = "words" if column in table.words else None
            assert heads[column] == (" ".join(filter(None, (said, words))) or None)


def test_a_range_stands_under_its_number_in_tables_and_trees(ranged, cells_of, read_page):
    page = read_page(ranged)
    shown = [e.text for e in page.all("span") if e.attrs.get("class") == "range"]
    cells = cells_of(ranged)
    assert {cell.range for cell in cells if cell.range} <= set(shown)
    (details,) = [d for d in page.all("details") if d.attrs.get("id") == "training.base.cost"]
    (cost,) = {cell.range for cell in cells if cell.key == "training.base.cost"}
    assert f"Likely {cost}: 8 in 10 of 400 draws." in details.text


def test_a_long_name_may_be_folded_behind_its_joints(plan):
    text = render_html(api.run(plan).report)
    assert "useful_<wbr>life" in text
    assert "2.<wbr>" not in text


def test_a_word_in_place_of_a_number_is_a_chip_with_a_sign_for_the_eye(plan, read_page):
    plan["products"]["chat"]["cost_per_day"] = "$1"
    page = read_page(api.run(plan).report)
    chips = [e for e in page.all("span") if e.attrs.get("class") == "chip"]
    assert {e.text for e in chips} >= {"never", "not known"}
    signs = {page.all("span", e)[0].attrs["data-sign"] for e in chips}
    assert signs == {"∞", "?"}


def test_what_several_tables_say_is_said_once(plan, read_page):
    page = read_page(api.run(plan).report)
    notes = [e.text for e in page.all("div") if e.attrs.get("class") == "note"]
    assert len(notes) == len(set(notes))
    ids = {e.attrs.get("id") for e in page.elements}
    assert {"note-expense", "note-expense-by-month"} <= ids
