"""What a fleet costs, each formula called as the plain function it is."""

import numpy as np
import pytest

from flopwatt.formulas import fleet_cost as cost

DAY, HOUR = 86_400.0, 3600.0


def test_the_published_day():
    """226.86 nodes of 8 GPUs at $2 an hour for a day: $87,114, $0.112 per million tokens."""
    rate = cost.fleet_cost_rate(226.862, 8, 1, 2 / HOUR)
    spent = cost.fleet_cost(rate, 0, DAY)
    assert spent == pytest.approx(226.862 * 8 * 24 * 2)
    assert spent == pytest.approx(87_072, rel=1e-3)
    each = cost.fleet_call_cost(spent, 1e6)
    assert cost.fleet_token_cost(each, 776_000) * 1e6 == pytest.approx(0.112, abs=5e-4)
    assert cost.fleet_answer_cost(each, 168_000, 0) * 1e6 == pytest.approx(0.5185, abs=5e-4)


def test_a_month_without_calls_costs_no_call():
    with np.errstate(invalid="ignore"):
        found = cost.fleet_call_cost(np.array([0.0, 100.0]), np.array([0.0, 400.0]))
    assert found.tolist() == [0, 0.25]


def test_a_bill_is_divided_as_time_is():
    """A call of 0.4 s for its prompt, of it 0.1 s for a prefix found, and 0.6 s for its answer."""
    prompts = cost.prompt_share(0.4, 1.0)
    found = cost.found_share(0.2, 2, 1, 1.0)  # two replicas side by side
    assert (prompts, found) == (0.4, 0.1)
    # $0.01 for 1000 tokens of prompt, 250 of them found, and 300 + 100 of answer
    worked_out = cost.fleet_input_cost(0.01, prompts, found, 1000, 0.25)
    brought_in = cost.fleet_cached_cost(0.01, found, 1000, 0.25)
    written = cost.fleet_output_cost(0.01, prompts, 300, 100)
    assert worked_out == pytest.approx(0.003 / 750)
    assert brought_in == pytest.approx(0.001 / 250)
    assert written == pytest.approx(0.006 / 400)
    assert 750 * worked_out + 250 * brought_in + 400 * written == pytest.approx(0.01)


def test_a_prefix_that_is_never_found_has_no_price():
    with np.errstate(invalid="ignore"):
        found = cost.fleet_cached_cost(np.array(0.01), np.array(0.0), 1000, np.array(0.0))
    assert found == 0


def test_what_calls_do_not_have_costs_nothing():
    with np.errstate(invalid="ignore", divide="ignore"):
        nothing = np.array(0.0)
        assert cost.fleet_input_cost(0.01, 0.0, 0.0, nothing, 0.5) == 0
        assert cost.fleet_prompt_cost(0.01, 0.0, nothing) == 0
        assert cost.fleet_output_cost(0.01, 1.0, nothing, 0) == 0
        assert cost.fleet_answer_cost(0.01, nothing, 0) == 0


def test_where_rates_are_measured_prompts_are_one_kind():
    assert cost.fleet_prompt_cost(0.01, 0.4, 1000) == pytest.approx(4e-6)


def test_energy_at_nameplate_power():
    # 8 GPUs of 700 W for 2 s a call of 1000 tokens
    assert cost.fleet_token_energy(700, 8, 2, 1000) == pytest.approx(11.2)


def test_several_fleets_of_one_product_add_up():
    members = np.array([3.0, 4.0]).reshape(2, 1, 1, 1, 1)
    assert cost.fleets_cost_rate(members).item() == 7
