"""Ownership by hand, by its reference computation, and what must hold whatever the numbers."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flopwatt
from flopwatt.formulas import ownership as own
from flopwatt.formulas.procurement import net_present_value

YEAR, HOUR = 8766 * 3600.0, 3600.0
LIVES, RATES = st.integers(1, 15), st.floats(0, 0.5)
SHARES = st.floats(0, 0.9)


def array(number):
    return np.full((1, 1, 1, 1), float(number))


def by_year(capital, residual, rate, years):
    """Capital by the year, for a life in whole years."""
    growth = array(math.log1p(rate) / YEAR)
    paid = own.capital_hour(capital, residual, growth, array(YEAR), array(years * YEAR))
    return paid.item() * YEAR


def test_two_payments_pay_back_what_is_not_sold():
    """$1,000 at 10 %, $210 left: 1000 = x / 1.1 + (x + 210) / 1.21, so x = 476.19."""
    assert by_year(1000, 210, 0.1, 2) == pytest.approx((1000 * 1.21 - 210) / 2.1)
    left = (1000 * 1.1 - 476.190476) * 1.1 - 476.190476
    assert left == pytest.approx(210)


def test_without_interest_capital_is_the_straight_line():
    assert by_year(1000, 200, 0, 4) == pytest.approx(200)
    assert own.amortised_hour(1000, 200, 4 * YEAR) * YEAR == pytest.approx(200)


@settings(deadline=None)
@given(SHARES, SHARES, RATES, LIVES)
def test_a_higher_residual_never_raises_the_cost(one, other, rate, years):
    low, high = sorted((one, other))
    assert by_year(1, high, rate, years) <= by_year(1, low, rate, years) + 1e-12


@settings(deadline=None)
@given(SHARES, RATES, LIVES, LIVES)
def test_a_longer_life_at_the_same_residual_never_raises_it(share, rate, one, other):
    short, long = sorted((one, other))
    assert by_year(1, share, rate, long) <= by_year(1, share, rate, short) + 1e-12


@settings(deadline=None)
@given(SHARES, RATES, RATES, LIVES)
def test_a_higher_cost_of_capital_never_lowers_it(share, one, other, years):
    low, high = sorted((one, other))
    assert by_year(1, share, high, years) >= by_year(1, share, low, years) - 1e-12


@settings(deadline=None)
@given(SHARES, st.floats(1e-9, 0.5), LIVES)
def test_the_hours_of_a_life_are_worth_the_capital(share, rate, years):
    """The payments and the resale, discounted to the start one by one, are the capital."""
    paid = by_year(1, share, rate, years)
    worth = sum(paid / (1 + rate) ** year for year in range(1, years + 1))
    assert worth + share / (1 + rate) ** years == pytest.approx(1)


def test_capital_is_the_share_of_a_server_and_of_the_network():
    """$200k for 8 at a fifth for the network: $25k, and $6,250 beside it."""
    listed = own.list_capital(200_000, 8, 0.2)
    assert listed == 31_250
    assert own.capital_per_gpu(listed, 200_000, 0.1, 8) == 31_250 - 2_500
    assert own.purchase_price_by_gpus(31_250, 4) == 125_000
    assert own.residual_value(31_250, 0.1) == 3_125
    assert own.resale_by_gpus(3_125, 4) == 12_500


def test_value_falls_by_its_rate_each_year():
    left = own.residual_share(array(math.log(0.5) / YEAR), array(3 * YEAR))
    assert left.item() == pytest.approx(0.125)


def test_what_keeps_a_gpu_running():
    """1.2 kW and a tenth for the network; $73.05 a kW and month is 10 cents an hour."""
    power = own.owned_power(1200, 0.1)
    assert power == pytest.approx(1320)
    rate = 73.05 / (730.5 * HOUR * 1000)
    assert own.colocation_hour(rate, power) * HOUR == pytest.approx(0.132)
    cents = 0.1 / (HOUR * 1000)
    assert own.energy_hour(power, 0.5, 1.5, cents) * HOUR == pytest.approx(0.099)
    assert own.operating_hour(0.05 / YEAR, 8766) * HOUR == pytest.approx(0.05)
    assert own.running_hour(1, 2, 3) == 6
    assert own.annual_opex_by_hour(6, 10) == 60


def test_a_site_is_paid_back_over_its_own_life():
    """$10 a watt over 2 years without interest: $5 a watt and year."""
    paid = own.site_hour(10, 100, array(0), array(YEAR), array(2 * YEAR))
    assert paid.item() * YEAR == pytest.approx(500)
    assert own.space_hour(array(0), array(1), array(2)).item() == 1
    assert own.space_hour(array(1), array(1), array(2)).item() == 2


def test_idle_hours_are_paid_for_by_those_used():
    assert own.owned_hour_by_parts(1, 0.5) == 1.5
    assert own.used_hour_price(1.5, 0.5) == 3
    assert own.used_hour_price(1.5, 1) == 1.5


def test_capital_alone_over_the_life():
    assert own.list_hour(8766, YEAR) * HOUR == pytest.approx(1)
    assert own.negotiated_hour(4383, YEAR) * HOUR == pytest.approx(0.5)


def test_what_is_saved_is_rent_less_running():
    saved = own.saving_by_hour(3 / HOUR, 0.5, 1 / HOUR, 2, YEAR)
    assert saved == pytest.approx(0.5 * 2 * 8766)


def test_gpus_come_after_their_order():
    assert own.order_date(5.0) == 5.0
    assert own.delivery_date(5.0, 7.0) == 12.0


def test_an_hour_can_be_worked_out_without_a_plan():
    told = {"asset.capital.per_gpu": "$8766 per GPU", "asset.life": "1 year"}
    told |= {"asset.residual": "0 %", "asset.cost_of_capital": "0 %/year"}
    assert flopwatt.calculate("asset.hour.capital", told).value == pytest.approx(1)


@pytest.mark.parametrize("rate", [0, 0.1])
def test_present_value_is_that_of_capital_savings_and_resale(rate):
    """By the hour, and by what is paid, saved each year and got back: one number."""
    growth, year, life = array(math.log1p(rate) / YEAR), array(YEAR), array(4 * YEAR)
    capital, resale, running, rent = 1000, 300, 20 / YEAR, 500 / YEAR
    hour = own.capital_hour(capital, resale, growth, year, life) + running
    found = own.present_value_by_hour(rent, 0.8, hour, 2, growth, year, life)
    saving = own.saving_by_hour(rent, 0.8, running, 2, YEAR)
    assert saving == pytest.approx(2 * (400 - 20))
    by_payment = net_present_value(2 * capital, saving, 2 * resale, growth, year, life)
    assert found.item() == pytest.approx(by_payment.item())


def test_a_discount_is_the_cost_of_capital():
    assert own.cost_of_capital_as_discounted(0.1) == 0.1


def test_owning_is_worth_nothing_more_at_the_rent_that_breaks_even():
    """At a rent of just the hour's cost the present value is nil, if used in every hour."""
    told = {
        "server_price": "$276k", "gpus_per_server": 8, "server_power": "1.2 kW", "gpus": 8,
    }  # fmt: skip
    told = {f"asset.{key}": value for key, value in told.items()}
    hour = flopwatt.calculate("asset.owned_hour_price", told).value
    capex = flopwatt.calculate("asset.capex", told).value
    found = flopwatt.calculate("asset.npv", told | {"asset.rent": f"{hour} USD/GPU/hour"})
    assert found.value == pytest.approx(0, abs=1e-9 * capex)
