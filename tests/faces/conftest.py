"""What the tests of faces share: the examples as reports, and a report of awkward texts."""

from pathlib import Path

import pytest

from flopwatt import api
from flopwatt.problems import Place, Problem
from flopwatt.report import Cell, Explanation, Line, Report, Section, Table

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
        document={"results": {"training.a.cost": {"value": 1.0}}},
        explain=lambda key: Explanation(key, AWKWARD, AWKWARD, AWKWARD, (line,), AWKWARD),
    )


@pytest.fixture(scope="session")
def awkward_text():
    return AWKWARD
