"""What an entry says of its accelerator must fit together."""

import pytest


@pytest.mark.parametrize(
    ("fields", "given"),
    [
        ("accelerator: 8xH100, gpus: 16", "8xH100 and 16"),
        ("accelerator: 2 x p5.48xlarge, gpus: 8", "2 x p5.48xlarge and 8"),
    ],
)
def test_two_counts_that_disagree(refused, text, fields, given):
    (problem,) = refused(text.replace("cost: $1M", f"cost: $1M, {fields}"))
    assert (problem.code, problem.field) == ("conflict", "training.base")
    assert problem.given == given


def test_a_machine_may_be_one_of_many(given, text):
    both = given(text.replace("cost: $1M", "cost: $1M, accelerator: p5.48xlarge, gpus: 512"))
    assert both["accelerators", "base"].value in (8, 512)


@pytest.mark.parametrize("price", ["$31.46 per hour", "31.46 USD/hour", "$31.46/hr"])
def test_a_price_beside_a_machine_says_what_it_is_of(refused, text, price):
    fields = f"gpu_hours: 1k GPU-hours, accelerator: p5.48xlarge, price: {price}"
    (problem,) = refused(text.replace("cost: $1M", fields))
    assert (problem.code, problem.field) == ("bad-number", "training.base.price")
    assert "the whole p5.48xlarge" in problem.message
    assert "per GPU-hour" in problem.allowed


@pytest.mark.parametrize(
    ("accelerator", "price", "told"),
    [
        ("p5.48xlarge", "$3.93 per GPU-hour", False),
        ("H100 SXM", "$2.50/hour", False),
        ("A100 SXM4 80GB", "$21.96 per GPU-hour", True),
        ("H100 SXM", "$31.46/hour", True),
    ],
)
def test_a_price_far_above_the_market(read, text, accelerator, price, told):
    fields = f"gpu_hours: 1k GPU-hours, accelerator: {accelerator}, price: {price}"
    warnings = read(text.replace("cost: $1M", fields)).warnings
    dear = [warning for warning in warnings if warning.field == "training.base.price"]
    assert bool(dear) is told
    assert all("the median over providers is $" in warning.allowed for warning in dear)
