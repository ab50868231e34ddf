import io
import json
import re
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from flopwatt import api
from flopwatt.faces.cli.output import (
    MAX_ROWS,
    print_explanation,
    print_json,
    print_page,
    print_report,
)
from flopwatt.faces.cli.terminal import JOINTS, fold
from flopwatt.report import Line
from tests.conftest import spread

EXAMPLES = Path(__file__).parents[3] / "examples"
TWO, OWN = EXAMPLES / "two-products.yaml", EXAMPLES / "own-or-api.yaml"
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
    out = printed(print_report, report, "plan.yaml", columns=columns)
    tables = [t for s in report.sections for t in s.tables if not t.folded]
    assert len(tables) >= 3
    for table in tables:
        title = next(iter(fold(table.title, columns)))
        assert title in out
        rows = table.rows[:MAX_ROWS]  # of many rows not all are shown
        for row in (table.columns, *([cell.text for cell in row] for row in rows)):
            for word in (word for text in row for word in text.split()):
                pieces = JOINTS.findall(word)  # a long name may be folded
                assert word in out or all(piece in out for piece in pieces)


def test_no_line_ends_with_blanks(printed, report):
    out = printed(print_report, report, "plan.yaml")
    for key in spread(report.shown()):
        out += printed(print_explanation, report.explain(key))
    out += printed(print_page, report.key_page())
    assert not re.search(r"[ \t]+$", out, re.MULTILINE)


def test_what_the_plan_says_comes_first_and_then_what_was_found(printed, report):
    out = flat(printed(print_report, report, "plan.yaml"))
    head = f"{report.title} - {report.subtitle} {report.answer} {report.lede}"
    assert out.startswith(flat(head))
    place = 0
    for section in report.sections:  # what was found, its charts, its tables
        texts = [line for chart in section.charts for line in chart.text[:1]]
        for text in (section.title, *texts, section.tables[0].title):
            place = out.index(flat(text), place) + len(flat(text))
    folded = any(table.folded for section in report.sections for table in section.tables)
    assert (": in --html and --json." in out) == folded


def test_nothing_is_wider_than_the_terminal(printed, report, example):
    shown = printed(print_report, report, f"examples/{example.name}")
    for key in spread(report.document["results"], most=200):
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


def test_the_way_to_an_explanation_can_be_copied(printed, report, example):
    out = printed(print_report, report, "a plan.yaml")
    command = out.partition("for example:\n")[2].replace("\\\n", " ")
    words = shlex.split(command)
    assert words[:3] == ["flopwatt", "explain", "a plan.yaml"]
    assert api.explain(example, words[3]).key == words[3]


def test_below_a_long_tree_stands_how_much_lies_deeper(printed):
    answer = api.run(OWN)
    explanation = answer.explain("fleets.assistant.fleet.cost")
    assert explanation.below > 100
    out = printed(print_explanation, explanation)
    assert f"\n{explanation.below} more values lie below: explain a key above to open it\n" in out
    whole = answer.explain("fleets.assistant.fleet.cost", whole=True)
    assert "lie below" not in printed(print_explanation, whole)


def test_the_tree_of_the_worked_example(printed):
    out = printed(print_explanation, api.explain(TWO, "training.base.cost"), columns=120)
    assert [flat(line) for line in out.splitlines()] == [
        "$ training.base.cost $1.46M computed $ = H x p",
        "H accelerator_hours 583k GPU-hours computed H = C / (r x g)",
        "C flops 8.4e23 FLOP computed C = k x N x D",
        "k flops_per_param_token 6 FLOP/param/token assumed kaplan-2020, section 2.1",
        "two for the forward pass, four for the backward pass",
        "N models.m70b.params.active.all 70B params given two-products.yaml:8",
        "D tokens 2T tokens given two-products.yaml:13",
        "r achieved_flops 400 TFLOP/s per GPU given two-products.yaml:14",
        "g effective_time 100 % assumed convention, neutral",
        "no time is lost unless the plan states it",
        "p price $2.50 per GPU-hour given two-products.yaml:15",
        "",
        "The bill of the run.",
        "exactly 1,458,333.33333 USD",
        "used by training.base.final_run_bill ($1.46M), training.base.all_runs_bill ($1.46M)",
        "",
        "Sources",
        "kaplan-2020: Kaplan et al., Scaling Laws for Neural Language Models, arXiv 2001.08361, "
        "2020-01",
        "convention: A convention of flopwatt, stated in its reference and open to override in "
        "the plan, docs/conventions.md",
    ]
    indents = [len(line) - len(line.lstrip()) for line in out.splitlines()[:11]]
    assert indents == [0, 2, 4, 6, 10, 6, 6, 4, 4, 8, 2]


def test_every_line_of_a_tree_shows_what_the_report_says(printed, report):
    for key in spread(report.shown()):
        explanation = report.explain(key)
        out = flat(printed(print_explanation, explanation))
        for line in explanation.lines:
            likely = f"likely {line.range}" if line.range else ""
            why = f"{line.origin} {line.detail} {likely} {line.note}"
            says = f"{line.symbol} {line.name} {line.text} {why}"
            assert flat(says) in out


def test_what_was_beaten_is_told(printed, awkward, awkward_text):
    out = printed(print_explanation, awkward.explain("training.a.cost"))
    assert f"\nbeside it: {awkward_text}\n" in out


def test_brackets_are_text_and_not_colour(printed, awkward):
    text = "[bold]70B[/bold]"
    line = Line(0, "N", text, "k", text, "given", text, text)
    explanation = replace(awkward.explain("k"), lines=(line,), meaning=text)
    assert printed(print_explanation, explanation).count(text) == 5
    parts = replace(awkward.parts, answer=text)
    report = replace(awkward, title=text, make_parts=lambda: parts)
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
    begin = lines.index("Training: spent once per run")
    place = next(n for n, line in enumerate(lines) if n > begin and line.startswith("base "))
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


def test_of_many_rows_the_first_and_the_last_are_shown(printed, plan):
    plan["products"] = {f"p{n}": {"cost_per_day": "$10k"} for n in range(200)}
    out = printed(print_report, api.run(plan).report, "plan.yaml")
    assert out.count("\nand 180 more, in --json\n") == 2
    assert "\np19 " in out
    assert "\np20 " not in out
    assert "\nwhole plan " in out
    assert len(out.splitlines()) < 120


def test_a_series_is_told_by_month_in_columns(printed, plan):
    plan["products"]["chat"]["growth"] = "10 %/month"
    explanation = api.explain(plan, "inference_spend")
    out = printed(print_explanation, explanation)
    table = out.partition("\nBy month\n")[2].partition("\n\n")[0].splitlines()
    assert len(table) == 15
    found = dict(re.findall(r"(\d{4}-\d\d) +(\S+)", "\n".join(table)))
    assert found == dict(explanation.months)
    assert "exactly" not in out


@pytest.mark.parametrize("columns", [0, 1, 20, 100_000, "x", ""])
def test_a_terminal_of_any_width_is_printed_to(printed, report, columns):
    out = printed(print_report, report, "plan.yaml", columns=columns)
    out += printed(print_explanation, report.explain(report.example), columns=columns)
    assert flat(report.answer)[:20] in flat(out)


def test_a_document_is_printed_in_signs_that_the_terminal_has(monkeypatch):
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr("sys.stdout", stream)
    print_json({"plan": "Größe"})
    stream.flush()
    assert json.loads(stream.buffer.getvalue()) == {"plan": "Größe"}
