"""Where a given value stands: a plan line, or the key where the plan is Python data."""

from flopwatt.studies.run import run_plan


def test_a_plan_line(read, text):
    (leaf,) = [leaf for leaf in read(text).leaves if leaf.quantity == "training_cost"]
    assert (leaf.origin.kind, leaf.origin.place, leaf.origin.text) == (
        "given",
        "plan.yaml:5",
        "$1M",
    )


def test_a_key_of_python_data(plan):
    value = run_plan(plan).results["training.base.cost"]
    assert value.origin.place == "<dict> training.base.cost"
