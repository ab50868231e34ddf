"""Which values of two texts differ, and what each of them moves."""

from flopwatt.plan import PlanText
from flopwatt.studies.compare import MOST, Difference, compare_plans
from flopwatt.studies.run import run_plan

PLAN = """\
name: one
start: 2026-01-01
models: {m: {params: 70B}}
training: {base: {cost: {value: $1M, low: $0.5M, high: $2M}}}
products: {chat: {cost_per_day: $10k}}
"""
DAY = 86_400.0


def compare(text, keys=("crossover",)):
    plans = PlanText(PLAN), PlanText(text)
    return compare_plans(*plans, tuple(map(run_plan, plans)), keys)


def test_names_are_no_difference_and_records_are_read():
    found = compare(PLAN.replace("one", "two").replace("value: $1M", "value: $1.5M"))
    assert found.differences == (Difference("training.base.cost", "$1M", "$1.5M"),)
    assert [round(x / DAY, 6) for x in found.moved] == [100, 150]


def test_what_is_left_out_counts_too():
    found = compare(PLAN.replace(", low: $0.5M, high: $2M", ""))
    assert [one.key for one in found.differences] == [
        "training.base.cost.low",
        "training.base.cost.high",
    ]
    assert found.moved == ()  # half a range is no plan: the parts would not add up


def test_the_first_key_that_both_know_is_followed():
    assert (
        compare(PLAN.replace("10k", "20k"), ("training.base.flops", "crossover")).key == "crossover"
    )
    assert compare(PLAN.replace("10k", "20k"), ("nothing",)).moved == ()


def test_beyond_a_dozen_the_rest_changes_at_once():
    products = ", ".join(f"p{i}: {{cost_per_day: $1k}}" for i in range(MOST + 3))
    first = PLAN.replace("chat: {cost_per_day: $10k}", products)
    plans = PlanText(first), PlanText(first.replace("$1k", "$2k"))
    found = compare_plans(*plans, tuple(map(run_plan, plans)), ("crossover",))
    assert len(found.differences) == MOST + 3
    assert len(found.moved) == MOST + 2
