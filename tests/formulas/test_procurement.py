import math

import numpy as np
import pytest

import flopwatt
from flopwatt.formulas import procurement as p
from flopwatt.model.value import Array

YEAR, HOUR = 8766 * 3600.0, 3600.0


def array(number: float) -> Array:
    return np.full((1, 1, 1, 1), number)


def test_an_instance_is_priced_by_its_gpus():
    assert p.offer_price(98.32, 8) == pytest.approx(12.29)
    assert p.rental_cost(2.0, 8, 100) == 1600
    assert p.token_throughput(5600, 8) == 700


def test_commitment_pays_from_its_share_of_the_on_demand_price():
    assert p.reservation_break_even(2.4, 4.0) == pytest.approx(0.6)
    assert p.reserved_price(4.0, 0.4) == pytest.approx(2.4)
    assert p.effective_reserved_price(2.4, 0.5) == pytest.approx(4.8)


def test_lost_hours_raise_the_price_of_spot():
    assert p.spot_price(4.0, 0.6) == pytest.approx(1.6)
    assert p.effective_spot_price(1.6, 0.25) == pytest.approx(2.0)


def test_idle_time_divides_the_tokens_and_not_the_bill():
    full = p.self_hosted_token_price(2.5 / HOUR, 700, 1.0)
    assert p.self_hosted_token_price(2.5 / HOUR, 700, 0.1) == pytest.approx(10 * full)


def test_owning_breaks_even_at_the_used_share_that_rent_would_cost():
    assert p.lifetime_opex(100, 4) == 400
    cost = p.ownership_cost(1000, 400, 200)
    hour = p.owned_hour_price(cost, 2, 4 * YEAR)
    assert cost == 1200
    assert p.ownership_break_even(hour, 1200 / (2 * 4 * YEAR)) == pytest.approx(1)


def test_present_value_of_two_savings_and_a_resale():
    """100/1.1 + 100/1.21 + 50/1.21 - 150 = 64.88."""
    rate = math.log(1.1) / YEAR
    got = p.net_present_value(150, 100, 50, array(rate), array(YEAR), array(2 * YEAR))
    assert got.item() == pytest.approx(100 / 1.1 + 150 / 1.21 - 150)
    free = p.net_present_value(150, 100, 50, array(0), array(YEAR), array(2 * YEAR))
    assert free.item() == pytest.approx(100)
    assert p.payback(150, 100, YEAR) == pytest.approx(1.5 * YEAR)
    assert p.net_saving(150, 100, 50, YEAR, 2 * YEAR) == 100


def test_a_discount_alone_says_when_a_commitment_pays():
    assert p.reservation_break_even_by_discount(0.41) == pytest.approx(0.59)
    assert flopwatt.calculate("offer.break_even", {"reserved_discount": "41 %"}).value == 59


def test_an_owned_hour_may_be_stated():
    given = {"owned_hour_price": "$1.2/GPU-hour", "rent": "$2/GPU-hour"}
    assert flopwatt.calculate("asset.break_even", given).value == pytest.approx(60)


def test_a_batch_takes_its_discount_off_the_whole_bill():
    assert p.batch_cost_per_request(0.04, 0.25) == pytest.approx(0.03)
    assert p.batch_cost_per_day(400, 0.5) == 200
    assert p.batch_cost_over_span(400, 0.25) == 300
