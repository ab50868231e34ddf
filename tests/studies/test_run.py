"""What follows from a plan: who wins, what is kept beside, and several ways to one number."""

import pytest

from flopwatt.model.value import Rank
from flopwatt.problems import PlanError
from flopwatt.studies.run import evaluate_plan, load_plan, run_plan

DAY_S = 86_400.0
MONTH_D = 730.5 / 24


def _value(plan, key):
    return run_plan(plan).results[key]


def _per_day(plan):
    return _value(plan, "products.chat.cost_per_day").central * DAY_S


@pytest.mark.parametrize(
    ("product", "cost"),
    [
        ({"cost_per_day": "$10k"}, 10_000),
        ({"daily_spend": "$10k per day"}, 10_000),
        ({"first_month_cost": "$100k"}, 100_000 / MONTH_D),
        ({"requests": "5M per day", "tokens_per_request": 1500,
          "token_price": "$1 per million tokens"}, 7500),
        ({"requests": "5M per day", "cost_per_request": "$0.002 per request"}, 10_000),
        ({"tokens_per_day": "15B tokens/day", "token_price": "$2 per million tokens"}, 30_000),
        # the formula written first wins: a first month's cost over tokens and prices
        ({"first_month_cost": "$100k", "tokens_per_day": "15B tokens/day",
          "token_price": "$2 per million tokens"}, 100_000 / MONTH_D),
        ({"requests": 0, "tokens_per_request": 1500, "token_price": "$1 per million tokens"}, 0),
    ],
)  # fmt: skip
def test_ways_to_the_cost_of_a_day(plan, product, cost):
    plan["products"]["chat"] = product
    assert _per_day(plan) == pytest.approx(cost, rel=1e-12)


def test_growth_is_taken_out_of_a_first_month(plan):
    plan["products"]["chat"] = {"first_month_cost": "$100k", "growth": "10 %/month"}
    assert _per_day(plan) < 100_000 / MONTH_D
    assert _value(plan, "products.chat.cost_per_month").central == pytest.approx(100_000)


def test_a_given_cost_wins_and_its_formula_is_kept_beside(plan):
    plan["products"]["chat"] |= {"requests": "5M per day", "cost_per_request": "$0.001 per request"}
    value = _value(plan, "products.chat.cost_per_day")
    assert (value.origin.kind, value.central * DAY_S) == ("given", pytest.approx(10_000))
    assert value.beside[0, 0, 0] * DAY_S == pytest.approx(5000)


def test_a_given_value_wins_over_the_catalog_which_is_kept(plan):
    plan["training"]["base"] |= {"accelerator": "H100", "peak": "900 TFLOP/s"}
    value = _value(plan, "training.base.peak")
    assert (value.origin.kind, value.central) == ("given", 900e12)
    (loser,) = value.losers
    assert (loser.rank, loser.value, loser.origin.kind) == (Rank.CATALOG, 989.4e12, "catalog")


def test_the_catalog_is_used_where_the_plan_is_silent(plan):
    plan["training"]["base"] = {
        "accelerator": "H100", "mfu": "50 %", "tokens": "2T", "price": "$2 per GPU-hour",
    }  # fmt: skip
    results = run_plan(plan).results
    assert results["training.base.peak"].origin.kind == "catalog"
    assert results["training.base.flops_per_param_token"].origin.kind == "assumed"
    hours = 6 * 70e9 * 2e12 / (0.5 * 989.4e12) / 3600
    assert results["training.base.cost"].central == pytest.approx(2 * hours)


def test_a_given_value_wins_over_the_default_which_is_kept(plan):
    plan["products"]["chat"]["growth"] = "doubles every 12 months"
    value = _value(plan, "products.chat.growth")
    assert value.origin.text == "doubles every 12 months"
    assert [(x.rank, x.origin.source) for x in value.losers] == [
        (Rank.ASSUMED, "convention#neutral")
    ]


def test_one_count_of_parameters_is_both_counts(plan):
    results = run_plan(plan).results
    for key in ("models.m.params.total", "models.m.params.active.all"):
        assert (results[key].central, results[key].origin.kind) == (70e9, "given")


def test_a_model_is_billed_for_all_its_runs_and_no_other(plan):
    plan["models"]["n"] = {"params": "7B"}
    plan["training"] = {
        "a": {"model": "m", "cost": "$1M"},
        "b": {"model": "n", "cost": "$5M"},
        "c": {"model": "m", "cost": "$2M"},
    }
    plan["products"] = {
        "x": {"model": "m", "cost_per_day": "$10k"},
        "y": {"model": "n", "cost_per_day": "$10k", "share": "10 %"},
        "z": {"model": "m", "cost_per_day": "$20k"},
    }
    results = run_plan(plan).results
    days = {name: results[f"products.{name}.crossover"].central / DAY_S for name in "xyz"}
    assert days == {"x": pytest.approx(300), "y": pytest.approx(50), "z": pytest.approx(150)}
    assert results["training_total"].central == pytest.approx(8e6)


def test_no_requests_never_pass_any_bill(plan):
    plan["products"]["chat"] = {"requests": 0, "cost_per_request": "$1"}
    study = run_plan(plan)
    assert study.results["products.chat.crossover"].central == float("inf")
    assert study.results["inference_total"].central == 0
    assert study.warnings == ()


def test_a_product_of_a_model_without_runs_has_a_cost_and_no_crossover(plan):
    plan["models"]["bought"] = {}
    for entity in (plan["training"]["base"], plan["products"]["chat"]):
        entity["model"] = "m"
    plan["products"]["other"] = {"model": "bought", "cost_per_day": "$1k"}
    results = run_plan(plan).results
    assert results["products.other.cost_per_day"].central * DAY_S == pytest.approx(1000)
    assert "products.other.crossover" not in results
    assert results["products.chat.crossover"].central / DAY_S == pytest.approx(100)


@pytest.mark.parametrize("empty", [{}, None])
@pytest.mark.parametrize(
    ("section", "kept"),
    [("training", "products.chat.cost_per_day"), ("products", "training.base.cost")],
)
def test_a_plan_may_have_runs_alone_or_products_alone(plan, section, kept, empty):
    del plan[section]
    results = run_plan(plan if empty is None else plan | {section: empty}).results
    assert kept in results
    assert "crossover" not in results


def test_a_plan_as_python_data_gives_the_numbers_of_its_file(tmp_path, plan):
    path = tmp_path / "plan.yaml"
    path.write_text(
        "start: 2026-01-01\nhorizon: 60 months\nmodels: {m: {params: 70B}}\n"
        "training: {base: {cost: $1M}}\nproducts: {chat: {cost_per_day: $10k}}\n"
    )
    ours, theirs = run_plan(plan).results, run_plan(path).results
    assert list(ours.keys()) == list(theirs.keys())
    for value in ours.values():
        assert value.array.tolist() == theirs[value.key].array.tolist()


def test_a_plan_is_read_without_working_anything_out(plan):
    del plan["training"]["base"]["cost"]
    assert load_plan(plan).population.names("run") == ("base",)
    with pytest.raises(PlanError):
        run_plan(plan)


def test_goals_may_be_left_out_and_what_is_known_told(plan):
    plan["products"] = {"chat": {"requests": "5M per day"}}
    with pytest.raises(PlanError):
        run_plan(plan)
    results = evaluate_plan(load_plan(plan), to_goals=False).results
    assert "products.chat.requests" in results
    assert "products.chat.cost_per_day" not in results
