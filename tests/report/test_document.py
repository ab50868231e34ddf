import datetime
import json
import math
from pathlib import Path

import pytest
import yaml

from flopwatt.report.document import document, outcome_of
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan

EXAMPLES = Path(__file__).parents[2] / "examples"


def strict(study):
    """The document as a strict reader of JSON sees it: no NaN, no Infinity."""
    return json.loads(json.dumps(document(study), allow_nan=False))


def crossover(study, key="products.chat.crossover"):
    return strict(study)["results"][key]


def test_the_worked_example(example):
    found = strict(example("two-products"))
    assert {k: found[k] for k in ("schema", "plan", "draws", "seed")} == {
        "schema": "flopwatt/1",
        "plan": "Same model, two products",
        "draws": 0,
        "seed": 1,
    }
    results = found["results"]
    assert results["training.base.flops"]["value"] == pytest.approx(8.4e23)
    assert results["training.base.accelerator_hours"]["value"] == pytest.approx(583333.33)
    cost = results["training.base.cost"]
    assert cost.pop("value") == cost.pop("p50") == pytest.approx(1458333.33)
    assert cost.pop("low") == cost.pop("high") == pytest.approx(1458333.33)
    assert cost == {
        "unit": "USD",
        "origin": "computed",
        "source": "identity",
        "formula": "cost = accelerator_hours x price",
    }
    per_request = results["products.consumer-app.cost_per_request"]
    assert (per_request["value"], per_request["unit"]) == (pytest.approx(0.0015), "USD/request")
    assert results["training.base.price"]["source"] == "two-products.yaml:15"
    assert results["training.base.flops_per_param_token"]["source"] == "kaplan-2020#section 2.1"
    assert results["start"]["date"] == "2026-01-01"


def test_the_crossover_of_the_worked_example(example):
    crosses = crossover(example("two-products"), "products.consumer-app.crossover")
    assert crosses["value"] == crosses["holds_from"] == pytest.approx(194.444, abs=0.01)
    assert (crosses["unit"], crosses["outcome"], crosses["date"]) == (
        "day", "crosses", "2026-07-14"
    )  # fmt: skip
    assert crosses["probability_never"] == 0
    assert "at_this_rate" not in crosses
    never = crossover(example("two-products"), "products.internal-tool.crossover")
    assert (never["value"], never["outcome"], never["date"]) == (None, "never", None)
    assert never["at_this_rate"] == pytest.approx(97222.2, abs=0.1)
    assert never["probability_never"] == 1
    assert "holds_from" not in never


@pytest.mark.parametrize(
    ("name", "bill", "days"), [("deepseek-v3", 5.576e6, 64.04), ("deepseek-v3-and-r1", None, 67.4)]
)
def test_the_published_examples(example, name, bill, days):
    results = strict(example(name))["results"]
    assert results["products.api-and-app.crossover"]["value"] == pytest.approx(days, abs=0.05)
    if bill:
        assert results["training.v3.cost"]["value"] == pytest.approx(bill)


@pytest.mark.parametrize(
    ("name", "record"),
    [
        ("crosses", {"value": 100, "outcome": "crosses", "date": "2026-04-11", "holds_from": 100}),
        ("uncrossed", {"value": 100, "outcome": "crosses", "holds_from": 200}),
        ("undone", {"value": 100, "outcome": "crosses", "holds_from": None}),
        ("already", {"value": None, "outcome": "already", "date": None}),
        ("already undone", {"value": None, "outcome": "already", "holds_from": None}),
        ("never", {"value": None, "outcome": "never", "date": None, "at_this_rate": 10000}),
        ("shrinking", {"outcome": "never", "adds_up_to": pytest.approx(136404, 1e-4)}),
        ("nothing spent", {"value": None, "outcome": "never", "at_this_rate": None}),
    ],
)  # fmt: skip
def test_every_outcome_has_its_record(outcome, name, record):
    found = crossover(outcome(name))
    assert {key: found[key] for key in record} == {
        key: pytest.approx(value) if isinstance(value, int) else value
        for key, value in record.items()
    }
    optional = {"holds_from", "at_this_rate", "adds_up_to"}
    said = {
        "already": set(),
        "shrinking": {"at_this_rate", "adds_up_to"},
        "never": {"at_this_rate"},
        "nothing spent": {"at_this_rate"},
    }
    assert optional & set(found) == said.get(name, {"holds_from"})


def test_a_launch_moves_the_date_and_not_the_days(plan):
    plan["products"]["chat"]["launch"] = "2026-02-01"
    found = crossover(run_plan(plan))
    assert (found["value"], found["date"]) == (pytest.approx(100), "2026-05-12")


def test_a_series_has_its_months_and_a_flow_says_per_month(example):
    results = strict(example("two-products"))["results"]
    spend = results["inference_spend"]
    assert spend["months"][0] == "2026-01"
    assert len(spend["months"]) == len(spend["value"]) == 60
    assert spend["unit"] == "USD/month"
    assert spend["value"][1] == pytest.approx(28 * 7515)
    assert results["cumulative_inference_spend"]["unit"] == "USD"


def test_what_a_given_value_beat_stands_beside_it(plan):
    plan["training"]["base"] |= {"accelerator_hours": "1M GPU-hours", "price": "$2 per GPU-hour"}
    found = strict(run_plan(plan))["results"]["training.base.cost"]
    assert (found["value"], found["beside"], found["origin"]) == (1e6, 2e6, "given")


def test_warnings_are_in_the_document(plan):
    plan["training"]["base"]["mfu"] = "40 %"
    warning = strict(run_plan(plan))["warnings"][0]
    assert (warning["field"], warning["code"]) == ("training.base.mfu", "unused")


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.yaml")))
def test_the_same_plan_as_a_dict_gives_the_same_document(example, name):
    study = example(name)
    text = (EXAMPLES / f"{name}.yaml").read_text()
    data = yaml.load(text, yaml.BaseLoader)  # dates and numbers stay text, as flopwatt reads them
    by_dict, by_file = strict(run_plan(data)), strict(study)
    for found in (by_dict, by_file):
        for record in found["results"].values():
            if record["origin"] == "given":
                del record["source"]  # a plan line, or the key where there are no lines
    assert by_dict == by_file


def test_numbers_of_python_are_read_like_the_text_of_a_file(plan):
    plan["start"] = datetime.date(2026, 1, 1)
    assert crossover(run_plan(plan))["value"] == pytest.approx(100)


@pytest.mark.parametrize(
    ("seconds", "outcome"), [(math.inf, "never"), (-math.inf, "already"), (0.0, "crosses")]
)
def test_infinities_are_outcomes(seconds, outcome):
    assert outcome_of(seconds) == outcome


RANGE = {"value": "$10k", "low": "$9k", "high": "$11k"}
SERIES = ("operating_expense",)


def test_what_has_a_range_says_so_in_every_number(plan):
    plan["products"]["chat"]["cost_per_day"] = RANGE
    found = strict(run_plan(plan, sampling=Sampling(2000, 7, SERIES)))
    assert (found["draws"], found["seed"]) == (2000, 7)
    results = found["results"]
    given = results["products.chat.cost_per_day"]
    assert [given[end] for end in ("p50", "low", "high")] == pytest.approx([10e3, 9e3, 11e3])
    drawn = results["products.chat.crossover"]
    assert drawn["low"] == pytest.approx(1e6 / 11e3, rel=0.01)
    assert drawn["high"] == pytest.approx(1e6 / 9e3, rel=0.01)
    assert drawn["low"] < drawn["p50"] < drawn["high"]
    assert drawn["date_low"] < drawn["date"] < drawn["date_high"]
    assert drawn["probability_never"] == drawn["probability_already"] == 0
    cost = results["training.base.cost"]
    assert cost["p50"] == cost["low"] == cost["high"] == cost["value"] == 1e6
    spend = results["operating_expense"]
    assert len(spend["low"]) == len(spend["p50"]) == len(spend["high"]) == 60
    assert spend["low"][0] < spend["value"][0] < spend["high"][0]
    assert "low" not in results["inference_spend"]


def test_an_end_that_never_comes_is_null_and_its_share_is_told(plan):
    plan["products"]["chat"]["cost_per_day"] = {"value": "$1k", "low": "$0.3k", "high": "$3k"}
    found = strict(run_plan(plan, sampling=Sampling(1000)))["results"]["products.chat.crossover"]
    assert (found["high"], found["date_high"]) == (None, None)
    assert 0.1 < found["probability_never"] < 0.5


def test_drivers_name_inputs_by_key(plan):
    plan["products"]["chat"]["cost_per_day"] = RANGE
    found = strict(run_plan(plan, sampling=Sampling(500)))["drivers"]
    assert set(found) == {
        "products.chat.crossover", "crossover", "training_total", "inference_total",
    }  # fmt: skip
    first = found["products.chat.crossover"][0]
    assert first["input"] == "products.chat.cost_per_day"
    assert first["rank_correlation"] == pytest.approx(-1)
    assert first["elasticity"] == pytest.approx(-1, abs=0.02)
    assert "elasticity_of" not in first


def test_drivers_of_a_plan_without_ranges_have_elasticities_alone(plan):
    plan["products"]["chat"]["cost_per_day"] = "$10"
    found = strict(run_plan(plan))["drivers"]["products.chat.crossover"]
    cost = next(one for one in found if one["input"] == "training.base.cost")
    assert cost["rank_correlation"] is None
    assert cost["elasticity_of"] == "products.chat.crossover.at_this_rate"


def test_a_bill_of_nothing_within_the_plan_gives_no_rate(plan):
    plan["training"]["base"]["start"] = "2035-01-01"
    study = run_plan(plan)
    found = crossover(study)
    assert (found["outcome"], "at_this_rate" in found) == ("never", False)
    assert strict(study)["results"]["products.chat.training_bill"]["value"] == 0


def test_every_source_that_is_cited_is_in_the_document(example):
    found = strict(example("deepseek-v3"))
    values = found["results"].values()
    cited = {v["source"].partition("#")[0] for v in values if v["origin"] != "given"}
    assert set(found["sources"]) == cited
    assert found["sources"]["kaplan-2020"] == {
        "title": "Kaplan et al., Scaling Laws for Neural Language Models",
        "where": "arXiv 2001.08361",
        "date": "2020-01",
    }
    assert found["sources"]["convention"]["where"] == "docs/conventions.md"
