"""What a plan lacks is told from the goal down; what it gives for nothing is warned about."""

import pytest

from flopwatt.problems import Place, PlanError
from flopwatt.studies.run import run_plan

PLAN = """\
start: 2026-01-01
models:
  m: {params: 70B}
training:
  base: {tokens: 2T, achieved_flops: 400 TFLOP/s, price: $2.50 per GPU-hour}
products:
  chat: {requests: 5M per day, tokens_per_request: 1500, token_price: $1 per million tokens}
"""
NEEDS = "cannot be worked out: {}".format
HOURS = "products.chat.crossover needs training.base.accelerator_hours"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "plan.yaml"


def _refused(path, text):
    path.write_text(text)
    with pytest.raises(PlanError) as caught:
        run_plan(path)
    return caught.value.problems


def _warnings(path, text):
    path.write_text(text)
    return run_plan(path).warnings


@pytest.mark.parametrize(
    ("gone", "place", "goal", "message", "lines"),
    [
        ("tokens: 2T, ", (5, 3), "crossover",
         NEEDS(f"{HOURS} needs training.base.flops needs training.base.tokens"),
         "`tokens: 2T tokens` under training.base"),
        ("params: 70B", (3, 3), "crossover",
         NEEDS(f"{HOURS} needs training.base.flops needs models.m.params.active.all"),
         "`params.active.all: 37B` under models.m"),
        ("achieved_flops: 400 TFLOP/s, ", (5, 3), "crossover",
         NEEDS(f"{HOURS} needs training.base.achieved_flops needs training.base.peak"),
         "`peak: 989.4 TFLOP/s` under training.base and `mfu: 40 %` under training.base"),
        (", price: $2.50 per GPU-hour", (5, 3), "crossover",
         NEEDS("products.chat.crossover needs training.base.final_run_bill"
               " needs training.base.cost needs training.base.price"),
         "`price: $2.50 per GPU-hour` under training.base"),
        # three ways lead to the cost of a day: those that take one line are offered
        (", token_price: $1 per million tokens", (7, 3), "cost_per_day", "is not given",
         "`first_month_cost: $100k` under products.chat"
         " or `token_price: $1.00 per million tokens` under products.chat"),
        ("requests: 5M per day, ", (7, 3), "cost_per_day", "is not given",
         "`first_month_cost: $100k` under products.chat"
         " or `requests: 5M per day` under products.chat"),
    ],
)  # fmt: skip
def test_what_a_goal_lacks_is_told_with_the_line_to_add(path, gone, place, goal, message, lines):
    (problem,) = _refused(path, PLAN.replace(gone, ""))
    assert (problem.code, problem.place) == ("missing-quantity", Place("plan.yaml", *place))
    assert (problem.field, problem.message) == (f"products.chat.{goal}", message)
    assert (problem.given, problem.allowed) == ("nothing", lines)


def test_the_line_to_add_is_all_that_was_lacking(path):
    for gone in ("tokens: 2T, ", ", price: $2.50 per GPU-hour"):
        lacking = PLAN.replace(gone, "")
        (problem,) = _refused(path, lacking)
        line = problem.allowed.split("`")[1]
        assert _warnings(path, lacking.replace("base: {", f"base: {{{line}, ")) == ()


def test_what_several_goals_lack_is_told_once(path):
    bare = "start: 2026-01-01\nmodels: {m: {params: 7B}}\ntraining:\n  r:\nproducts:\n  p:\n  q:\n"
    problems = _refused(path, bare)
    assert [(problem.field, problem.place.line) for problem in problems] == [
        ("products.p.crossover", 4),
        ("products.p.cost_per_day", 6),
        ("products.q.cost_per_day", 7),
    ]
    assert problems[0].allowed.count(" under training.r") == 4
    assert "products" not in problems[0].allowed
    assert problems[1].allowed == "`first_month_cost: $100k` under products.p"


def test_the_places_of_python_data_are_its_fields(plan):
    del plan["training"]["base"]["cost"]
    with pytest.raises(PlanError) as caught:
        run_plan(plan)
    (problem,) = caught.value.problems
    assert (problem.place, problem.field) == (None, "products.chat.crossover")


@pytest.mark.parametrize(
    ("old", "new", "field", "given", "place"),
    [
        ("base: {", "base: {mfu: 40 %, ", "training.base.mfu", "40 %", (5, 15)),
        ("tokens: 2T, achieved_flops: 400 TFLOP/s", "cost: $1M", "training.base.price",
         "$2.50 per GPU-hour", (5, 28)),
        ("requests: 5M per day, tokens_per_request: 1500, token_price: $1 per million tokens",
         "cost_per_day: $1, token_price: $1 per million tokens", "products.chat.token_price",
         "$1 per million tokens", (7, 41)),
    ],
)  # fmt: skip
def test_a_given_line_that_leads_nowhere_is_warned_about(path, old, new, field, given, place):
    (warning,) = _warnings(path, PLAN.replace(old, new))
    assert (warning.code, warning.warning) == ("unused", True)
    assert (warning.field, warning.given) == (field, given)
    assert warning.place == Place("plan.yaml", *place)


def test_a_value_of_use_in_one_entry_is_not_of_use_in_another(path):
    lazy = "  lazy: {cost_per_day: $1, tokens_per_request: 900}\n"
    (warning,) = _warnings(path, PLAN + lazy)
    assert warning.field == "products.lazy.tokens_per_request"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # its formula's answer is shown beside it
        ("tokens: 2T", "gpu_hours: 3M GPU-hours, tokens: 2T"),
        ("tokens: 2T", "gpus: 64, tokens: 2T"),
        ("params: 70B", "params: {total: 671B, active: 37B}"),
        ("start: 2026-01-01", "start: 2026-01-01\nhorizon: 3 years"),
    ],
)
def test_what_is_used_shown_or_describes_is_not_warned_about(path, old, new):
    assert _warnings(path, PLAN.replace(old, new, 1)) == ()


def test_warnings_come_in_the_order_of_the_file(path):
    text = PLAN.replace("base: {", "base: {mfu: 40 %, ")
    lazy = "  lazy: {tokens_per_request: 900, cost_per_day: $1}\n"
    assert [w.place.line for w in _warnings(path, text + lazy)] == [5, 8]


def test_numbers_that_fit_alone_and_not_together_are_refused(path):
    huge = PLAN.replace("5M per day", "1e300 per day").replace("1500", "1e100 tokens")
    (problem,) = _refused(path, huge)
    assert (problem.code, problem.field) == ("not-finite", "products.chat.cost_per_day")
    assert problem.message == "is too large for a number"


def test_growth_beyond_all_numbers_holds_until_then(path):
    growing = PLAN.replace("chat: {", "chat: {growth: 1000 %/month, ") + "horizon: 600 months\n"
    (warning,) = _warnings(path, growing)
    assert (warning.code, warning.warning) == ("not-finite", True)
    assert warning.field == "products.chat.volume_factor"
    assert warning.message == "is too large for a number from 2050-09 on"
    assert run_plan(path).results["products.chat.crossover"].central / 86_400 < 90


def test_a_bill_that_never_comes_is_no_number_too_large(path):
    assert _warnings(path, PLAN.replace("chat: {", "chat: {growth: -50 %/month, ")) == ()
