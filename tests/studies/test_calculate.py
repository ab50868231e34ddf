import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.calculate import calculate_quantity

RUN = {"params": "70B", "tokens": "2T tokens", "achieved_flops": "400 TFLOP/s", "price": 2.5}


def problems(key, given):
    with pytest.raises(PlanError) as caught:
        calculate_quantity(key, given)
    return caught.value.problems


def test_the_worked_example_without_a_plan():
    study, value = calculate_quantity("training.cost", RUN)
    assert value.central == pytest.approx(1458333.33)
    assert study.warnings == ()


def test_numbers_are_in_the_unit_of_their_quantity():
    _, value = calculate_quantity("duration", {"accelerator_hours": 180_000, "gpus": 2048})
    assert value.central / 86400 == pytest.approx(3.662, abs=0.001)


def test_names_of_the_catalog_are_understood():
    _, value = calculate_quantity("achieved_flops", {"accelerator": "H100", "mfu": "50 %"})
    assert value.central == pytest.approx(494.7e12)


def test_a_series_takes_a_start_and_a_horizon():
    given = {"cost_per_day": "$10k", "start": "2026-01-01", "horizon": "3 months"}
    study, value = calculate_quantity("products.spend", given)
    assert list(value.months) == [310e3, 280e3, 310e3]
    assert study.plan.months == ("2026-01", "2026-02", "2026-03")


def test_what_goes_by_month_or_date_needs_a_start():
    for given in (
        {"cost_per_day": "$10k"},
        {"cost_per_day": "$10k", "launch": "2026-03-01"},
        {"requests": {"2026-01": "5 per day"}},
    ):
        (problem,) = problems("products.spend", given)
        assert (problem.code, problem.field) == ("missing-quantity", "start")


def test_what_is_missing_is_named_with_the_line_to_give():
    (problem,) = problems("training.cost", {k: v for k, v in RUN.items() if k != "price"})
    assert problem.code == "missing-quantity"
    assert "price: $2.50 per GPU-hour" in problem.allowed


def test_all_that_is_wrong_is_told_at_once():
    found = problems("training.cost", {"tokns": 1, "params": "70B tokens", "price": "-1 USD/hour"})
    assert {(p.field, p.code) for p in found} == {
        ("tokns", "unknown-quantity"),
        ("models.params", "wrong-unit"),
        ("training.price", "out-of-range"),
    }


def test_one_quantity_given_twice_is_a_conflict():
    (problem,) = problems("cost", {"training.cost": 1, "training_cost": 2} | {"cost": 3})[:1]
    assert problem.code in ("conflict", "unknown-quantity")
    (problem,) = problems("training.cost", {"training.cost": 1, "training_cost": 2})
    assert problem.code == "conflict"


def test_an_impossible_result_is_refused():
    given = {"flops": "3.8e25 FLOP", "accelerator_hours": 1e7, "peak": 989.4}
    (problem,) = problems("paid_hours_mfu", given)
    assert problem.code == "out-of-range"
    assert "110 %" in problem.message


def test_what_the_answer_does_not_rest_on_is_a_warning():
    study, _ = calculate_quantity("training.cost", RUN | {"gpus": 8})
    (warning,) = study.warnings
    assert (warning.field, warning.given) == ("training.gpus", "8 GPU")


def test_a_crossover_that_never_comes():
    given = {"training.cost": 5e6, "first_month_cost": 3e5, "growth": "-10 %/month"}
    _, value = calculate_quantity("products.crossover", given | {"start": "2026-01-01"})
    assert value.central == float("inf")


def test_what_the_catalog_chose_is_said():
    study, _ = calculate_quantity("achieved_flops", {"accelerator": "H100", "mfu": "50 %"})
    assert any("SXM" in warning.message for warning in study.warnings)


def test_months_beyond_the_calendar_are_refused():
    (problem,) = problems("products.spend", {"cost_per_day": "$1", "start": "9999-06-01"})
    assert (problem.code, problem.given) == ("out-of-range", "9999-06-01")
