"""What the tests of faces share: the examples as reports, and a report of awkward texts."""

from pathlib import Path

import pytest

from flopwatt import api
from flopwatt.problems import Place, Problem
from flopwatt.report import Cell, Cited, Explanation, Line, Report, Section, Table

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.yaml"))
AWKWARD = "<b>\"a\" & 'b'</b>"


@pytest.fixture(scope="session", params=EXAMPLES, ids=lambda path: path.stem)
def example(request):
    return request.param


@pytest.fixture(scope="session")
def report(example):
    return api.run(example).report


@pytest.fixture
def awkward():
    """A report in which every text would break a page that does not escape it."""

    def explain(key):
        months = (("2026-01", AWKWARD),)
        sources = (Cited("a-source", AWKWARD, AWKWARD, "2026"),)
        return Explanation(
            key, AWKWARD, AWKWARD, AWKWARD, (line,), AWKWARD, months=months, sources=sources
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
        answer=AWKWARD,
        lede=AWKWARD,
        sections=(Section("s", AWKWARD, (table,)),),
        warnings=(Problem("unlikely", AWKWARD, Place("p.yaml", 3, 5), warning=True),),
        example="training.a.cost",
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
