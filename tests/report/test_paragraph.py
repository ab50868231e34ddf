"""An explanation as a paragraph."""

from dataclasses import replace

import pytest

from flopwatt import api
from flopwatt.report import Explanation, Line
from flopwatt.report.paragraph import MOST, paragraph


@pytest.fixture
def explanation(plan):
    plan["training"]["base"] = {"accelerator_hours": "1M GPU-hours", "price": "$2 per GPU-hour"}
    return api.run(plan).explain("training.base.cost")


def test_it_says_the_number_the_formula_and_what_it_rests_on(explanation):
    text = paragraph(explanation)
    assert "training.base.cost is $2M." in text
    assert "It is worked out as $ = H x p." in text
    assert "accelerator_hours 1M GPU-hours, given" in text
    assert "price $2.00 per GPU-hour, given" in text


def test_a_given_value_says_where(explanation):
    line = Line(0, "p", "price", "training.a.price", "$2", "given", "plan.yaml:3")
    given = replace(explanation, key="training.a.price", written="", lines=(line,))
    assert paragraph(given).endswith("training.a.price is $2. It is given: plan.yaml:3.")


def test_a_long_list_is_counted():
    lines = [Line(0, "x", "x", "x", "1", "computed", "")]
    lines += [Line(1, "y", f"y{i}", f"y{i}", "1", "given", "p:1") for i in range(MOST + 2)]
    text = paragraph(Explanation("x", "A thing.", "", "x = y", tuple(lines)))
    assert "2 more inputs" in text
    assert f"y{MOST}" not in text
