import math

import pytest

from flopwatt.report.charts_spend import find_spending, spending_table
from flopwatt.report.crossover import SERIES
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan


def test_the_worked_example(example):
    found = find_spending(example("two-products"))
    training, tool, app = found.lines
    assert [line.name for line in found.lines] == ["Training", "internal-tool", "consumer-app"]
    assert [(p.day, round(p.spent)) for p in training.points] == [
        (0.0, 1_458_333),
        (found.end, 1_458_333),
    ]
    # $7,500 a day: 31 days of January
    assert app.points[1].day == pytest.approx(31)
    assert app.points[1].spent == pytest.approx(232_500)
    assert (tool.never, app.never) == (True, False)
    (crossing,) = found.crossings
    assert crossing.day == pytest.approx(1_458_333.33 / 7_500)
    assert (crossing.text, crossing.note) == ("14 Jul 2026", "194.4 days after launch")
    assert crossing.low == crossing.high
    assert crossing.spent == pytest.approx(1_458_333.33)
    assert found.end == pytest.approx(396)  # the month after 1.9 times as long


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("crosses", ""),
        ("already", "already"),
        ("never", "never within the plan"),
        ("shrinking", "never within the plan"),
    ],
)
def test_what_is_said_where_nothing_crosses(outcome, name, instead):
    found = find_spending(outcome(name))
    assert found.instead[0] == instead
    assert bool(found.crossings) == (not instead)


def test_a_later_run_is_a_step(outcome):
    found = find_spending(outcome("uncrossed"))
    assert [(round(p.day), p.spent) for p in found.lines[0].points[:2]] == [(0, 1e6), (120, 2e6)]


def test_many_products_are_drawn_as_one(plan):
    plan["products"] = {f"p{n}": {"cost_per_day": "$10k"} for n in range(5)}
    found = find_spending(run_plan(plan))
    assert [line.name for line in found.lines] == ["Training", "all products"]
    assert found.crossings[0].day == pytest.approx(20)  # $50k a day against $1M


def test_bands_and_the_range_are_those_of_the_draws(plan):
    plan["products"]["chat"]["cost_per_day"] = {"value": "$10k", "low": "$5k", "high": "$20k"}
    study = run_plan(plan, None, Sampling(400, series=SERIES))
    found = find_spending(study)
    point = found.lines[1].points[1]
    summary = study.spread.summary("products.chat.spent")[0]
    assert (point.low, point.high) == (summary.low, summary.high)
    (crossing,) = found.crossings
    assert crossing.low < crossing.day < crossing.high
    assert math.isclose(crossing.day, 100)


def test_nothing_is_drawn_where_there_is_nothing_to_cross(plan):
    del plan["training"]
    assert find_spending(run_plan(plan)) is None


def test_the_table_has_the_numbers_of_the_lines(example, texts):
    study = example("two-products")
    table = spending_table(study, find_spending(study))
    assert table.columns == ("to the end of", "training", "internal-tool", "consumer-app")
    assert texts(table)[0] == ["2026-01", "$1.46M", "$465.00", "$232k"] or texts(table)[0][:2] == [
        "2026-01",
        "$1.46M",
    ]
    assert texts(table)[-1][0] == "2027-01"
    assert table.folded
