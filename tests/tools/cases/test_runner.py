"""The case runner, and every case that ships."""

import json
from pathlib import Path

import pytest

from tools.cases.__main__ import main
from tools.cases.reading import unit_of
from tools.cases.runner import ADAPTERS, agrees, as_json, as_table, run_case, run_file

CASES = sorted((Path(__file__).parents[2] / "cases").glob("*.jsonl"))
SHIPPED = [json.loads(line) for path in CASES for line in path.read_text().splitlines()]


@pytest.mark.parametrize("case", SHIPPED, ids=lambda case: case["id"])
def test_every_case_that_ships_passes(case):
    ran = run_case(case, CASES[0].parent)
    assert ran.outcome == "pass", ran.why


def test_every_kind_has_four_cases_that_say_why():
    for kind in ADAPTERS:
        lines = (CASES[0].parent / f"{kind}.jsonl").read_text().splitlines()
        cases = [json.loads(line) for line in lines]
        assert len(cases) >= 4
        assert all(case["kind"] == kind and case["why_right"] and case["source"] for case in cases)


def run(given, unit="USD", value=1.0, kind="cost", **more):
    case = {
        "id": "x",
        "kind": kind,
        "input": given,
        "expected": {"value": value, "unit": unit} | more,
    }
    return run_case(case, Path())


def test_what_no_adapter_knows_is_unmapped():
    assert run({"phase": "of the moon"}).outcome == "unmapped"
    assert run({"input": 5, "usd_per_m_in": 1, "phase": "of the moon"}).outcome == "unmapped"
    assert run({"input": 5}, kind="astrology").outcome == "unmapped"
    assert run({"input": 5}).outcome == "unmapped"  # no price: nothing can be asked


def test_what_flopwatt_refuses_is_told_with_its_reason():
    ran = run({"input": 5, "usd_per_m_in": -1})
    assert (ran.outcome, ran.got["outcome"]) == ("fail", "refused")
    assert "above" in ran.why


def test_what_cannot_be_read_is_not_refused():
    ran = run({"usd_per_gpu_hour": "cheap", "gpus": 8, "hours": 3})
    assert (ran.outcome, ran.got) == ("unmapped", None)
    assert "cheap" in ran.why
    assert run({"config": "no-such-model"}, "fraction", kind="gpu_hours_mfu").outcome == "unmapped"


def test_what_never_doubles_says_so():
    ran = run({"monthly_growth": -0.1}, "months", None, kind="forecast", outcome="never")
    assert ran.outcome == "pass"


def test_the_adapter_never_sees_the_answer():
    """Another expected value changes the outcome and not what is got."""
    right, wrong = (run({"input": 2, "usd_per_m_in": 1e6}, value=v) for v in (2.0, 3.0))
    assert (right.outcome, wrong.outcome) == ("pass", "fail")
    assert right.got == wrong.got == {"value": 2.0, "unit": "USD"}


@pytest.mark.parametrize(
    ("expected", "got", "same"),
    [
        ({"value": 1.0, "tol_rel": 0.1}, {"value": 1.09}, True),
        ({"value": 1.0, "tol_rel": 0.1}, {"value": 1.2}, False),
        ({"value": 1.0, "tol_abs": 0}, {"value": 1.0 + 1e-16}, True),
        ({"value": 5.0, "tol_abs": 1}, {"value": 5.9}, True),
        ({"value": None, "outcome": "never"}, {"value": None, "outcome": "never"}, True),
        ({"value": None, "outcome": "never"}, {"value": None, "outcome": "already"}, False),
        ({"value": None, "outcome": "never"}, {"value": 3.0}, False),
        ({"value": 3.0}, {"value": None, "outcome": "never"}, False),
    ],
)
def test_tolerances(expected, got, same):
    assert agrees(expected, got) is same


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("USD per 1e6 output tokens", "USD/Mtoken"),
        ("USD per useful GPU-hour", "USD per GPU-hour"),
        ("fraction of hours used", "ratio"),
        ("inference tokens", "tokens"),
        ("years of one GPU", "GPU-year"),
    ],
)
def test_units_as_cases_write_them(text, unit):
    assert unit_of(text) == unit


def test_the_table_counts_by_kind_and_names_what_failed():
    table = as_table([run({"input": 2, "usd_per_m_in": 1e6}, value=3.0), run({"input": 5})])
    assert table.splitlines()[1].split() == ["cost", "0", "1", "1"]
    assert "expected 3.0, got 2.0" in table


def test_the_document_alone_goes_to_stdout(capsys, tmp_path):
    path = tmp_path / "cases.jsonl"
    path.write_text(CASES[0].read_text().splitlines()[0])
    assert main([str(path), "--json"]) == 0
    (case,) = json.loads(capsys.readouterr().out)["cases"]
    assert set(case) == {"id", "expected", "got", "outcome"}
    assert json.loads(as_json(run_file(path))) == {"cases": [case]}
    assert main(["no-such-file"]) == 2
