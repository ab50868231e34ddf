import re
from dataclasses import replace
from pathlib import Path

import pytest

from flopwatt import api
from flopwatt.faces.cli.output import print_explanation, print_report
from flopwatt.report import Cell, Line

TWO = Path(__file__).parents[3] / "examples/two-products.yaml"
CODES = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def printed(monkeypatch, capsys):
    """What a print function puts on a terminal of some width."""

    def make(show, *args, columns=80):
        monkeypatch.setenv("COLUMNS", str(columns))
        show(*args)
        return capsys.readouterr().out

    return make


def flat(text):
    return " ".join(text.split())


@pytest.mark.parametrize("columns", [80, 120])
def test_every_table_shows_the_cells_of_the_report(printed, report, columns):
    lines = printed(print_report, report, "plan.yaml", columns=columns).splitlines()
    shown = {flat(line) for line in lines}
    tables = [t for s in report.sections for t in s.tables if not t.folded]
    assert len(tables) == 5
    for table in tables:
        assert flat(" ".join(table.columns)) in shown
        for row in table.rows:
            whole = flat(" ".join(cell.text for cell in row))
            numbers = flat(" ".join(cell.text for cell in row[:3]))  # words may be folded
            assert whole in shown or (table.words and any(numbers in line for line in shown))


def test_what_the_plan_says_comes_first_and_then_what_was_found(printed, report):
    out = flat(printed(print_report, report, "plan.yaml"))
    head = f"{report.title} - {report.subtitle} {report.answer} {report.lede}"
    assert out.startswith(flat(head))
    places = [out.index(flat(f"{s.title} {s.tables[0].title}")) for s in report.sections]
    assert places == sorted(places)
    assert "The same by month" not in out


def test_nothing_is_wider_than_the_terminal(printed, report, example):
    shown = printed(print_report, report, f"examples/{example.name}")
    for key in report.document["results"]:
        shown += printed(print_explanation, report.explain(key))
    assert max(map(len, shown.splitlines())) <= 80


def test_no_codes_are_printed_where_there_is_no_terminal(printed, report):
    assert "\x1b" not in printed(print_report, report, "plan.yaml")
    assert "\x1b" not in printed(print_explanation, report.explain(report.shown()[0]))


def test_colour_adds_nothing_that_is_not_said_without_it(printed, report, monkeypatch):
    plain = printed(print_report, report, "plan.yaml")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    coloured = printed(print_report, report, "plan.yaml")
    assert coloured != plain
    assert CODES.sub("", coloured) == plain


@pytest.mark.parametrize("columns", [40, 80])
def test_a_long_name_is_folded_and_no_number_is_cut(printed, report, columns):
    section = report.sections[0]
    table = section.tables[0]
    name = "a-name-of-sixty-four-characters-".ljust(64, "x")
    rows = tuple((Cell(name), *row[1:]) for row in table.rows)
    long = replace(section, tables=(replace(table, rows=rows),))
    out = printed(print_report, replace(report, sections=(long,)), "p.yaml", columns=columns)
    for row in rows:
        for cell in row[1:]:
            assert cell.text in out
    head = next(line for line in out.splitlines() if line.startswith("product "))
    width = head.index(" training bill")
    column = "".join(line[:width].rstrip() for line in out.partition("─\n")[2].splitlines())
    assert column.startswith(name * len(rows))


def test_the_way_to_an_explanation_can_be_copied(printed, report, example):
    last = printed(print_report, report, "a plan.yaml").splitlines()[-1]
    key = last.removeprefix("  flopwatt explain 'a plan.yaml' ")
    assert api.explain(example, key).key == key


def test_the_tree_of_the_worked_example(printed):
    out = printed(print_explanation, api.explain(TWO, "training.base.cost"), columns=120)
    assert [flat(line) for line in out.splitlines()] == [
        "$ training.base.cost $1.46M computed $ = H x p",
        "H accelerator_hours 583k GPU-hours computed H = C / r",
        "C flops 8.4e23 FLOP computed C = k x N x D",
        "k flops_per_param_token 6 FLOP/param/token assumed kaplan-2020, section 2.1",
        "two for the forward pass, four for the backward pass",
        "N models.m70b.params.active.all 70B params given two-products.yaml:8",
        "D tokens 2T tokens given two-products.yaml:13",
        "r achieved_flops 400 TFLOP/s per GPU given two-products.yaml:14",
        "p price $2.50 per GPU-hour given two-products.yaml:15",
        "",
        "The bill of the run.",
        "exactly 1,458,333.33333 USD",
    ]
    indents = [len(line) - len(line.lstrip()) for line in out.splitlines()[:9]]
    assert indents == [0, 2, 4, 6, 10, 6, 6, 4, 2]


def test_every_line_of_a_tree_shows_what_the_report_says(printed, report):
    for key in report.shown():
        explanation = report.explain(key)
        out = flat(printed(print_explanation, explanation))
        for line in explanation.lines:
            says = f"{line.symbol} {line.name} {line.text} {line.origin} {line.detail} {line.note}"
            assert flat(says) in out


def test_what_was_beaten_is_told(printed, awkward, awkward_text):
    out = printed(print_explanation, awkward.explain("training.a.cost"))
    assert out.endswith(f"beside it: {awkward_text}\n")


def test_brackets_are_text_and_not_colour(printed, awkward):
    text = "[bold]70B[/bold]"
    line = Line(0, "N", text, "k", text, "given", text, text)
    explanation = replace(awkward.explain("k"), lines=(line,), meaning=text)
    assert printed(print_explanation, explanation).count(text) == 5
    report = replace(awkward, title=text, answer=text)
    assert printed(print_report, report, "p.yaml").count(text) == 2


def _cost(report):
    cells = (c for s in report.sections for t in s.tables for row in t.rows for c in row)
    return next(cell for cell in cells if cell.key == "training.base.cost")


def test_a_range_stands_under_its_number_and_nothing_is_too_wide(printed, ranged):
    out = printed(print_report, ranged, "plan.yaml")
    assert max(map(len, out.splitlines())) <= 80
    words = out.split()
    for section in ranged.sections:
        for table in section.tables:
            for cell in (cell for row in table.rows for cell in row if not table.folded):
                for word in cell.range.split():
                    assert word in words
    lines = out.splitlines()
    place = next(n for n, line in enumerate(lines) if line.startswith("base "))
    assert _cost(ranged).range in lines[place + 1]


def test_ranges_fold_at_the_word_between_low_and_high_in_a_narrow_terminal(printed, ranged):
    out = printed(print_report, ranged, "plan.yaml", columns=40)
    lines = [line.split() for line in out.splitlines()]
    assert any("to" in line[-1:] for line in lines)


def test_an_explanation_says_the_range_of_each_value(printed, ranged):
    out = flat(printed(print_explanation, ranged.explain("training.base.cost"), columns=120))
    assert "p price $2.00 per GPU-hour given" in out
    assert out.count("likely 1 to 4") == 1
    assert f"likely {_cost(ranged).range}: 8 in 10 of 400 draws" in out
    assert "\nno range given\n" in printed(print_explanation, ranged.explain("horizon"))
