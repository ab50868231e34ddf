import pytest

from flopwatt import api
from flopwatt.report.charts_crossover import crossover_chart
from flopwatt.report.crossover import SERIES, crossover_section
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan


def chart(study):
    return crossover_chart(study, crossover_section(study))


def test_the_worked_example_says_its_date(example, drawn):
    found = chart(example("two-products"))
    texts = drawn(found)
    assert "14 Jul 2026" in texts
    assert "consumer-app, 194.4 days after launch" in texts
    assert "$5,940: never" in texts
    assert {"Jan 2026", "Jul", "$1M", "$2M"} <= set(texts)
    assert found.subtitle == "US dollars."
    assert found.description == "1 of 2 products passes its training bill within the plan."
    narrow = drawn(found, width=358)
    assert "194.4 days after launch" in narrow
    assert "Training $1.46M" in narrow


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("already", "chat had passed it before the plan"),
        ("never", "27.4 years at last rate"),
        ("shrinking", "adds up to $136k"),
    ],
)
def test_what_never_crosses_or_had_is_said_at_large(outcome, drawn, name, said):
    texts = drawn(chart(outcome(name)))
    assert said in texts
    assert {"already", "never within the plan"} & set(texts)


def test_ranges_are_drawn_as_bands_and_told_under_the_axis(plan, drawn):
    plan["products"]["chat"]["cost_per_day"] = {"value": "$10k", "low": "$5k", "high": "$20k"}
    found = chart(run_plan(plan, None, Sampling(400, series=SERIES)))
    assert "8 in 10 of 400 draws" in found.subtitle
    assert any(text.startswith("likely ") and " to " in text for text in drawn(found))
    points = found.spec()["datasets"]["points"]
    assert any(point["low"] < point["high"] for point in points)


def test_money_starts_at_zero_and_time_before_the_plan_is_left_to_labels(example):
    spec = chart(example("two-products")).spec()
    line = next(one for one in spec["layer"] if one["mark"].get("type") == "line")
    assert line["encoding"]["y"]["scale"]["domain"][0] == 0
    points = spec["datasets"]["points"]
    assert line["encoding"]["x"]["scale"]["domain"][0] < min(one["t"] for one in points)


def test_a_split_outcome_is_told_as_a_count(plan, drawn):
    plan["horizon"] = "4 months"
    plan["products"]["chat"]["cost_per_day"] = {"value": "$10k", "low": "$5k", "high": "$20k"}
    found = chart(run_plan(plan, None, Sampling(400, series=SERIES)))
    assert any(text.startswith("never in ") and text.endswith(" draws") for text in drawn(found))


def early(plan):
    """A product that goes out and passes its bill between the ends of two months."""
    plan["training"]["base"] = {"accelerator_hours": "50k GPU-hours", "price": "$2 per GPU-hour"}
    spent = {"value": "$10k", "low": "$2k", "high": "$80k"}
    plan["products"]["chat"] = {"launch": "2026-02-05", "cost_per_day": spent}
    return chart(run_plan(plan, None, Sampling(400, series=SERIES)))


def test_a_band_begins_at_nothing_on_the_day_of_the_launch(plan):
    spec = early(plan).spec()
    points = [one for one in spec["datasets"]["points"] if one["line"] == "chat"]
    assert (points[0]["low"], points[0]["high"]) == (0, 0)
    assert points[1]["low"] < points[1]["high"]
    area = next(one for one in spec["layer"] if one["mark"].get("interpolate") == "linear")
    assert "datum.banded" in area["transform"][0]["filter"]
    assert all(one["banded"] for one in points)
    assert not any(one["banded"] for one in spec["datasets"]["points"] if one not in points)


def test_a_band_that_leaves_the_plot_says_so(plan):
    found = early(plan)
    assert found.subtitle.endswith("The band runs on above the top.")
    plan["products"]["chat"]["cost_per_day"] = {"value": "$10k", "low": "$9k", "high": "$11k"}
    narrow = chart(run_plan(plan, None, Sampling(400, series=SERIES)))
    assert "runs on" not in narrow.subtitle


def test_of_several_products_the_first_to_cross_is_drawn_strong():
    sampling = Sampling(64, series=SERIES)
    data = chart(run_plan(api.read_example("start-up"), None, sampling)).spec()["datasets"]
    kinds = {row["line"]: row["kind"] for row in data["points"] if row["work"] == "inference"}
    assert kinds == {"assistant-by-api": "slope", "assistant-app": "later"}
    assert [row["name"] for row in data["crossings"] if row["ranged"]] == ["assistant-by-api"]
