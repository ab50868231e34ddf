"""What is given to a call, and refused where it cannot be used."""

import pytest

import flopwatt
from flopwatt.api.given import check_model, check_options, with_unit

NO_PLANS = [None, [], 5, b"plan.yaml", ""]


@pytest.mark.parametrize("source", NO_PLANS)
def test_what_is_no_plan_is_told_with_what_was_given(source):
    for call in (flopwatt.run, lambda one: flopwatt.explain(one, "crossover")):
        with pytest.raises(flopwatt.PlanError) as caught:
            call(source)
        (problem,) = caught.value.problems
        assert (problem.field, problem.given) == ("plan", repr(source))
        assert "path of a file" in problem.allowed
    assert [problem.field for problem in flopwatt.check(source)] == ["plan"]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("calculate", (5, {})),
        ("calculate", ("training.cost", None)),
        ("calculate", ("training.cost", {5: "70B"})),
        ("convert", (5,)),
        ("convert", ("5 GB", 5)),
        ("list_fields", (5,)),
        ("list_formulas", (["training.cost"],)),
        ("init_plan", (5,)),
        ("init_plan", ("",)),
        ("check_prices", (5,)),
        ("check_prices", ("",)),
    ],
)
def test_whatever_is_of_another_kind_is_a_problem_and_no_error_of_python(name, given):
    with pytest.raises(flopwatt.PlanError) as caught:
        getattr(flopwatt, name)(*given)
    (problem,) = caught.value.problems
    assert problem.field
    assert problem.given
    assert problem.allowed


@pytest.mark.parametrize(
    "settings",
    [5, ["a"], {5: "$1M"}, {"training.base.cost": "$2M", "training": "x"}, {"": "x"}],
)
def test_settings_that_are_none_are_told(plan, settings):
    with pytest.raises(flopwatt.PlanError):
        flopwatt.run(plan, settings=settings)
    assert flopwatt.check(plan, settings)


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_python_numbers_that_are_none_are_refused(plan, number):
    plan["training"]["base"]["tokens"] = number
    (problem,) = flopwatt.check(plan)
    assert (problem.code, problem.field) == ("not-finite", "training.base.tokens")


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (None, None),
        (8192, "8192 tokens"),
        (1e9, "1000000000.0 tokens"),
        ("8k", "8k tokens"),
        ("1.5 B", "1.5 B tokens"),
        ("8192 tokens", "8192 tokens"),
        ("long", "long"),  # refused by who reads it
    ],
)
def test_bare_numbers_get_their_unit(amount, text):
    assert with_unit(amount, "tokens") == text


def test_options_that_a_call_does_not_have():
    check_options(["dtype"], ["dtype", "context"])
    with pytest.raises(flopwatt.PlanError) as caught:
        check_options(["dtyp", "context", "zzzz"], ["dtype", "context"])
    first, second = caught.value.problems
    assert (first.nearest, first.allowed, second.nearest) == ("dtype", "dtype, context", "")


def test_a_model_is_named_in_one_way():
    check_model("llama", None)
    check_model({"model_type": "llama"}, None)
    check_model(None, "7B")
    for source, params in ((None, None), ("llama", "7B"), (5, None)):
        with pytest.raises(flopwatt.PlanError):
            check_model(source, params)
