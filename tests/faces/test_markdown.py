"""The Markdown face: every text of the report, and nothing that Markdown takes for more."""

import pytest

from flopwatt import api
from flopwatt.faces.markdown import escaped, render_explanation, render_markdown, render_page
from flopwatt.report import Cell, Report, Section, Table


@pytest.fixture
def report(plan) -> Report:
    return api.run(plan).report


def test_every_cell_of_the_report_stands_in_its_row(report):
    lines = render_markdown(report).splitlines()
    for section in report.sections:
        for table in section.tables:
            for row in table.rows:
                texts = [f"{c.text} ({c.range})" if c.range else c.text for c in row]
                assert f"| {' | '.join(map(escaped, texts))} |" in lines


def test_the_answer_comes_first(report):
    lines = render_markdown(report).splitlines()
    assert lines[0] == f"# {escaped(report.title)}"
    assert lines[4] == f"**{escaped(report.answer)}**"


def test_numbers_stand_on_the_right():
    table = Table("t", "title", ("name", "cost", "why"), ((Cell("a"), Cell("$1"), Cell("b|c")),),
                  note="- one\n# two", words=("why",))  # fmt: skip
    assert render_page(Section("s", "Found", (table,))).splitlines() == [
        *("## Found", "", "### title", "", "| name | cost | why |", "| --- | --: | --- |"),
        *("| a | $1 | b\\|c |", "", "\\- one", "", "\\# two"),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a_b", "a_b"),
        ("_a_ *b*", "\\_a\\_ \\*b\\*"),
        ("<script>", "\\<script\\>"),
        ("1. first", "1\\. first"),
        ("[a](b)\nc", "\\[a\\](b) c"),
    ],
)
def test_texts_say_what_they_say(text, told):
    assert escaped(text) == told


def test_an_explanation_is_a_nested_list(report):
    lines = render_explanation(report.explain("products.chat.crossover")).splitlines()
    assert lines[0] == "## products.chat.crossover"
    assert any(line.startswith("  - ") for line in lines)
    months = render_explanation(report.explain("inference_spend"))
    assert "| 2026-01 | " in months


def test_commands_print_markdown_or_json_but_not_both(tmp_path, capsys, monkeypatch):
    from flopwatt.faces.cli import main

    for words, code, told in (
        (["run", "examples/two-products.yaml", "--markdown"], 0, "# Same model, two products"),
        (["formulas", "training.cost", "--markdown"], 0, "## 1 formula"),
        (["explain", "examples/two-products.yaml", "crossover", "--markdown"], 0, "## crossover"),
        (["outlook", "ai-power-2027", "--markdown"], 0, "# Outlook"),
        (["power", "examples/power-24k-h100.yaml", "--markdown"], 0, "# Power of 24,576 H100"),
        (
            ["site", "examples/campus-1gw.yaml", "--draws=0", "--markdown"],
            0,
            "# A campus of a gigawatt",
        ),
        (["run", "examples/two-products.yaml", "--markdown", "--json"], 2, "only one of --json"),
    ):
        monkeypatch.setattr("sys.argv", ["flopwatt", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        assert ended.value.code == code
        assert told in "".join(capsys.readouterr())
