import datetime

import pytest

from flopwatt.report.charts import MONEY
from flopwatt.report.charts_stack import Layer, Stack, draw_stack

START = datetime.date(2026, 1, 1)
LOWER = Layer("Serving", (1.0, 2.0, 4.0), "inference", "inference", "4 GPUs at the end")
UPPER = Layer("Training", (3.0, 0.0, 0.0), "training", "training", "up to 3 GPUs")


def spec_of(chart_of, stack, width=672):
    return chart_of(lambda chart, look: draw_stack(stack, chart, look)).spec(width=width)


def test_layers_stand_on_each_other(chart_of, drawn):
    stack = Stack(START, (0.0, 31.0, 59.0, 90.0), (LOWER, UPPER))
    rows = spec_of(chart_of, stack)["datasets"]["stack"]
    upper = [(row["y0"], row["y1"]) for row in rows if row["layer"] == "Training"]
    assert upper == [(1.0, 4.0), (2.0, 2.0), (4.0, 4.0), (4.0, 4.0)]  # closed at the last day
    chart = chart_of(lambda chart, look: draw_stack(stack, chart, look))
    assert {"Serving", "4 GPUs at the end", "up to 3 GPUs", "Jan 2026"} <= set(drawn(chart))
    assert "Training up to 3 GPUs" in drawn(chart, width=358)


def test_bars_leave_a_gap_and_what_is_nothing_is_not_drawn(chart_of, drawn):
    stack = Stack(START, (0.0, 31.0, 59.0, 90.0), (LOWER, UPPER), bars=True, label=MONEY)
    rows = spec_of(chart_of, stack)["datasets"]["stack"]
    assert [row["layer"] for row in rows] == ["Serving"] * 3 + ["Training"]
    assert (rows[0]["t2"] - rows[0]["t"]) == pytest.approx(31 * 86_400_000 * 0.88)
    assert "$2" in drawn(chart_of(lambda chart, look: draw_stack(stack, chart, look)))


def test_a_line_over_the_stack_is_named(chart_of, drawn):
    stack = Stack(START, (0.0, 31.0, 59.0, 90.0), (LOWER,), (1.0, 2.0, 2.0), "needed")
    spec = spec_of(chart_of, stack)
    assert [row["y1"] for row in spec["datasets"]["line"]] == [1.0, 2.0, 2.0, 2.0]
    assert "needed" in drawn(chart_of(lambda chart, look: draw_stack(stack, chart, look)))
