import pytest

from flopwatt.report.cards import make_cards
from flopwatt.report.training import training_section, training_text
from flopwatt.studies.run import run_plan


def test_the_worked_example(example, texts):
    section = training_section(example("two-products"))
    assert section.title == "base is one run, spent once."
    assert training_text(example("two-products")) == (
        "Training m70b takes 583k GPU-hours and $1.46M."
    )
    table = section.tables[0]
    assert table.columns == ("run", "FLOP", "GPU-hours", "duration", "per GPU-hour", "cost")
    assert texts(table) == [["base", "8.4e23", "583k", "not known", "$2.50", "$1.46M"]]
    assert table.note.endswith("to add: `gpus: 2048` under training.base")


def test_two_runs_of_one_model_are_one_bill(example, texts):
    section = training_section(example("deepseek-v3-and-r1"))
    assert section.title == "v3 is 95 % of what 2 runs cost."
    assert training_text(example("deepseek-v3-and-r1")) == (
        "Training deepseek-v3 takes 2.94M GPU-hours and $5.87M."
    )
    assert texts(section.tables[0]) == [
        ["v3", "3.29e24", "2.79M", "33 %", "56.7 days", "$2.00", "$5.58M"],
        ["r1", "not known", "147k", "not known", "not known", "$2.00", "$295k"],
    ]


def test_what_does_not_follow_is_said(plan):
    del plan["products"]
    plan["training"]["base"] = {"gpus": 8}
    assert training_text(run_plan(plan)) == "What training takes does not follow from this plan."


def test_the_arithmetic_is_said_where_hours_and_bill_are_not_known(plan):
    del plan["products"]
    plan["training"]["base"] = {"tokens": "2T tokens"}
    assert training_text(run_plan(plan)) == (
        "Training takes 8.4e23 FLOP; its hours and its bill do not follow from this plan."
    )


def test_a_run_alone_says_what_it_keeps_busy(example):
    title = training_section(example("llama-3.1-405b")).title
    assert title == "pretraining keeps 16.4k GPUs busy for 74.6 days."


def test_only_what_a_reader_can_act_on_is_told_as_missing(example, plan):
    note = training_section(example("deepseek-v3-and-r1")).tables[0].note
    assert note == "Not known: duration of r1; to add: `gpus: 2048` under training.r1"
    assert training_section(run_plan(plan)).tables[0].note == ""


def test_many_reports_are_told_in_a_few_lines(plan):
    run = {"accelerator_hours": "1M GPU-hours", "reported_hours": "2M GPU-hours", "cost": "$1M"}
    plan["training"] = {f"r{n}": run for n in range(8)}
    lines = training_section(run_plan(plan)).tables[0].note.splitlines()
    assert (len(lines), lines[-1]) == (6, "Hours are stated of 3 more runs.")


@pytest.mark.parametrize(
    ("count", "text"),
    [
        (3, "Training m0 takes $1M. Training m1 takes $1M. Training m2 takes $1M."),
        (4, "Training 4 models takes $4M up to the plan's end."),
    ],
)
def test_many_models_are_counted(plan, count, text):
    plan["models"] = {f"m{n}": {"params": "8B"} for n in range(count)}
    plan["training"] = {f"r{n}": {"model": f"m{n}", "cost": "$1M"} for n in range(count)}
    plan["products"]["chat"]["model"] = "m0"
    assert training_text(run_plan(plan)) == text


def test_a_plan_without_training_has_no_such_section(plan):
    del plan["training"]
    assert training_section(run_plan(plan)) is None


def test_a_bill_with_experiments_is_told_apart_from_the_hours_of_the_run(plan):
    """By hand: 1M GPU-hours at $2 are $2M, and half of it again for experiments."""
    plan["training"]["base"] = {
        "accelerator_hours": "1M GPU-hours", "price": "$2 per GPU-hour", "experiments": "50 %",
    }  # fmt: skip
    study = run_plan(plan)
    assert training_text(study) == (
        "Training m takes 1M GPU-hours; with its experiments it costs $3M."
    )
    (card,) = [one for one in make_cards(study) if one.id == "training"]
    assert card.note == "1M GPU-hours, and experiments"
    plan["training"]["base"]["failed"] = "10 %"
    assert "with its experiments and failed tries it costs" in training_text(run_plan(plan))
