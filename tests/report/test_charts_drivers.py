import math

import pytest

from flopwatt.report.charts_drivers import (
    Bar,
    Tornado,
    _short,
    draw_tornado,
    drivers_chart,
)
from flopwatt.report.drivers import drivers_section
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan


def ranged(plan):
    plan["training"]["base"] = {
        "accelerator_hours": "500k GPU-hours",
        "price": {"value": "$2 per GPU-hour", "low": "$1 per GPU-hour", "high": "$4 per GPU-hour"},
    }
    plan["products"]["chat"]["cost_per_day"] = {"value": "$10k", "low": "$5k", "high": "$20k"}
    return run_plan(plan, None, Sampling(400))


def test_each_input_alone_puts_the_crossover_where_a_hand_does(plan, drawn, texts):
    """$1M at $10k a day is 100 days; at $5k 200, at $20k 50; for $0.5M 50, for $2M 200."""
    study = ranged(plan)
    chart = drivers_chart(study, drivers_section(study))
    rows = {row[0]: row[1:] for row in texts(chart.table)}
    assert rows["products.chat.cost_per_day"] == ["20 Jul 2026", "20 Feb 2026"]
    assert rows["training.base.price"] == ["20 Feb 2026", "20 Jul 2026"]
    said = drawn(chart)
    assert {"11 Apr 2026", "20 Feb 2026", "20 Jul 2026"} <= set(said)
    assert {"price of base", "■", "cost per day of chat", "●"} <= set(said)
    assert {"$1", "$4", "$5,000", "$20k"} <= set(said)


def test_what_then_never_comes_is_said(plan, drawn):
    plan["horizon"] = "5 months"
    study = ranged(plan)
    chart = drivers_chart(study, drivers_section(study))
    assert any(text.endswith(", never") for text in drawn(chart))


def test_no_range_no_tornado(plan):
    study = run_plan(plan)
    assert drivers_section(study) is None
    assert drivers_chart(study, None) is None


def test_two_ends_on_one_side_are_told_once(chart_of, drawn):
    bar = Bar("input", "", "1", "9", 12.0, 15.0, "12", "15")
    far = Bar("other", "training", "2", "8", 5.0, math.inf, "5", "never")
    found = Tornado(10.0, "10", (bar, far))
    texts = drawn(chart_of(lambda chart, look: draw_tornado(found, chart, look)))
    assert "9" in texts
    assert "1" not in texts
    assert "8, never" in texts


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (("$1 per GPU-hour", "$4 per GPU-hour"), ("$1", "$4")),
        (("10 µs", "40 µs"), ("10 µs", "40 µs")),
        (("4 %/month", "18 %/month"), ("4 %", "18 %")),
        (("900 tokens", "9,000 tokens"), ("900", "9,000")),
        (("996 IT W per GPU", "1.15 IT kW per GPU"), ("996 IT W", "1.15 IT kW")),
        (("", ""), ("", "")),
    ],
)
def test_ends_carry_their_unit_where_there_is_room_or_they_differ(texts, told):
    assert _short(texts) == told
