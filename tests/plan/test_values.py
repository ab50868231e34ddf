"""One text as its quantity wants it, inside its legal bounds."""

import datetime

import pytest

from flopwatt.model.quantity import Kind
from flopwatt.plan.values import DAY_S, ValueRefusedError, read_value
from flopwatt.units import growth_per

START = datetime.date(2026, 1, 1)
HOUR_S = 3600.0


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        *(("active_params", text, 70e9) for text in ("70B", "70b", "70 B", "70e9")),
        ("active_params", "70_000_000_000", 70e9),
        ("training_tokens", "2T", 2e12),
        ("mfu", "40 %", 0.4),
        ("mfu", "0.4", 0.4),
        ("accelerator_price", "$2.50 per GPU-hour", 2.5 / HOUR_S),
        ("accelerator_price", "$2.50/hr", 2.5 / HOUR_S),
        ("accelerators", "2048", 2048),
        ("achieved_flops", "400 TFLOP/s", 4e14),
        ("requests", "0", 0),
        ("requests", "5M per day", 5e6 / DAY_S),
        ("tokens_per_request", "1500", 1500),
        ("token_price", "$1.00 per million tokens", 1e-6),
        ("training_share", "100 %", 1),
        ("launch", "2026-01-01", 0),
        ("launch", "2025-12-31", -DAY_S),
        ("plan_start", "2026-01-01", 0),
    ],
)
def test_what_people_write(vocabulary, name, text, value):
    assert read_value(vocabulary.quantities[name], text, START) == pytest.approx(value, rel=1e-15)


def test_growth_is_a_continuous_rate(vocabulary):
    rate = read_value(vocabulary.quantities["growth"], "10 %/month", START)
    assert growth_per(rate) == pytest.approx(0.1)


def test_a_plan_that_lacks_its_start_still_reads_its_other_dates(vocabulary):
    assert read_value(vocabulary.quantities["launch"], "2026-03-01", None) == 0


def test_every_example_in_a_message_can_be_typed(vocabulary):
    examples = [quantity for quantity in vocabulary.quantities.values() if quantity.example]
    assert {Kind.NUMBER, Kind.DATE, Kind.GROWTH, Kind.WORD} == {
        quantity.kind for quantity in examples
    }
    for quantity in examples:
        read_value(quantity, quantity.example, START)


def _refusal(vocabulary, name, text):
    with pytest.raises(ValueRefusedError) as caught:
        read_value(vocabulary.quantities[name], text, START)
    return caught.value.problem


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("mfu", "0", "mfu must be above 0"),
        ("mfu", "104 %", "mfu must be at most 100 %"),
        ("accelerators", "0", "gpus must be at least 1 GPU"),
        ("accelerator_price", "0 USD/GPU/hour", "price must be above 0"),
        ("accelerator_price", "-2.50 USD/GPU/hour", "price must be above 0"),
        ("requests", "-1 per day", "requests must be at least 0"),
        ("total_params", "-70B", "params total must be above 100k params"),
        ("horizon", "0 months", "horizon must be above 0"),
        ("horizon", "601 months", "horizon must be at most 600 months"),
        ("horizon", "51 years", "horizon must be at most 600 months"),
        ("training_share", "101 %", "share must be at most 100 %"),
    ],
)
def test_bounds_are_told_in_the_quantity_s_own_unit(vocabulary, name, text, message):
    problem = _refusal(vocabulary, name, text)
    assert (problem.code, problem.message, problem.given) == ("out-of-range", message, text)
    bound = message.partition(" must be ")[2]
    example = f"{bound}, for example {vocabulary.quantities[name].example}"
    assert problem.allowed.startswith(example)


@pytest.mark.parametrize(
    ("name", "text", "code", "allowed", "near"),
    [
        ("active_params", "70", "unit-needed", "parameters, e.g. 70B", ""),
        ("training_tokens", "2TB", "wrong-unit", "tokens, e.g. 2T tokens", ""),
        ("training_tokens", "1e400", "not-finite", "tokens, e.g. 2T tokens", ""),
        ("requests", ".nan", "not-finite", "digits with a point, e.g. 1234.5, 1.2e6 or 70B", ""),
        ("accelerator_hours", "3 GPU-hourz", "unknown-unit", "", "hour"),
        ("mfu", "45", "unit-needed", "45 %", "45 %"),
        ("training_cost", "1,234 USD", "bad-number", "1234 or 1.234", ""),
        ("training_cost", "5M EUR", "wrong-unit", "USD", ""),
        ("launch", "2026-13-01", "bad-date", "a day as YYYY-MM-DD, e.g. 2026-07-14", ""),
        ("requests", "", "bad-number", "for example 5M per day", ""),
        ("launch", "", "bad-date", "for example 2026-03-01", ""),
    ],
)
def test_what_cannot_be_read_says_what_can(vocabulary, name, text, code, allowed, near):
    problem = _refusal(vocabulary, name, text)
    assert (problem.code, problem.given) == (code, text or "nothing")
    assert (problem.allowed.startswith(allowed), problem.nearest) == (True, near)
    assert problem.allowed


def test_a_text_of_a_megabyte_is_not_repeated(vocabulary):
    problem = _refusal(vocabulary, "requests", "9" * 1_000_000)
    assert problem.code == "bad-number"
    assert len(str(problem)) < 400


@pytest.mark.parametrize("text", ["1.5", "0.3"])
def test_what_is_counted_is_whole(vocabulary, text):
    problem = _refusal(vocabulary, "fit_context", text)
    assert "whole number" in problem.message


def test_a_factor_leaves_a_whole_number_whole(vocabulary):
    assert read_value(vocabulary.quantities["fit_context"], "0.1k", START) == pytest.approx(100)
    assert "at most 1B tokens" in _refusal(vocabulary, "fit_context", "1e30").message


def test_a_bound_that_is_typed_as_it_is_told_is_legal(vocabulary):
    """99.9 % is 0.999 but for rounding."""
    acceptance = vocabulary.quantities["acceptance"]
    assert read_value(acceptance, "99.9 %", None) == pytest.approx(0.999)
    with pytest.raises(ValueRefusedError):
        read_value(acceptance, "99.91 %", None)


@pytest.mark.parametrize(
    "name",
    ["accelerators", "owned_accelerators", "rented_accelerators", "instance_accelerators",
     "machine_accelerators", "block_gpus", "server_gpus", "load_server_gpus", "rack_gpus", "lot"],
)  # fmt: skip
def test_there_is_no_part_of_a_gpu(vocabulary, name):
    problem = _refusal(vocabulary, name, "8000.5")
    assert problem.code == "out-of-range"
    assert "must be a whole number" in problem.message


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("rack_nameplate", "132 kWh", "e.g. 132 kW; energy over its time is power"),
        ("rack_nameplate", "132 kVA", "e.g. 132 kW; kW is kVA times the power factor"),
    ],
)
def test_an_amount_of_another_kind_is_answered_with_one_of_the_quantity(
    vocabulary, name, text, told
):
    assert told in _refusal(vocabulary, name, text).allowed
