"""Capital of GPUs owned to serve, in the expense of the plan; by hand."""

import numpy as np
import pytest

import flopwatt
from flopwatt.formulas import owned_expense as books


def one(*numbers):
    return np.array(numbers, dtype=float).reshape(1, -1, 1, 1)


def members(*numbers):
    return one(*numbers)[np.newaxis]


def test_only_a_fleet_that_pays_the_mix_has_its_capital():
    bought = members(2, 3)
    assert books.pays_as_bought(one(0), one(2, 3), bought).ravel().tolist() == [1, 1]
    assert books.pays_as_bought(one(0), one(2, 4), bought).ravel().tolist() == [1, 0]
    assert books.pays_as_bought(one(0), one(1, 3), bought).ravel().tolist() == [0, 1]


def test_what_of_the_bill_is_capital():
    # of 100 that are bought 30 are operation, and the fleet is billed for 80 of them
    found = books.owned_in_bill_of_fleet(one(1), one(80), members(100), members(70), members(40))
    assert found.item() == pytest.approx(80 * 0.7)
    with np.errstate(invalid="ignore"):
        none = books.owned_in_bill_of_fleet(one(1), one(0), members(0), members(0), members(0))
    assert none.item() == 0
    assert books.owned_capital_of_fleet(one(1), members(90), members(20)).item() == 70
    assert books.owned_amortised_of_fleet(one(1), members(40)).item() == 40


PLAN = {
    "start": "2026-01-01",
    "horizon": "24 months",
    "models": {"m": {"catalog": "llama-3.1-8b"}},
    "training": {"base": {"model": "m", "cost": "$1M", "useful_life": "2 years"}},
    "products": {
        "chat": {"model": "m", "requests": "1M per day", "input_tokens": "1000",
                 "output_tokens": "100"}
    },
    "fleets": {
        "chat": {"accelerator": "1xH100 SXM", "prefill_rate": "20000 tokens/s",
                 "decode_rate": "2000 tokens/s", "target_load": "100 %", "spares": "0 %",
                 "day_peak": "1"}
    },
    "assets": {
        "mine": {"capex": "$48k", "gpus": "2", "annual_opex": "$2k per year", "life": "2 years",
                 "cost_of_capital": "10 %/year"}
    },
    "buying": {"chat": {"asset": "mine", "lot": "1", "on_demand": "$9 per GPU-hour",
                        "reserved_1y": "$8 per GPU-hour", "reserved_3y": "$8 per GPU-hour"}},
}  # fmt: skip


def series(plan, *keys):
    found = flopwatt.run(plan, draws=0).to_dict()["results"]
    return [found[key]["value"] for key in keys]


def test_owned_gpus_are_capital_of_the_plan_and_their_running_is_operating():
    capital, amortised, operating, spend = series(
        PLAN, "capital_expense", "amortised_expense", "operating_expense", "inference_spend"
    )
    # two GPUs: 48k on the first day beside the training bill; 2k of each 24 months; 2k a year
    assert capital[0] == pytest.approx(1_048_000)
    assert not any(capital[1:])
    assert sum(amortised) == pytest.approx(48_000 + 1_000_000 * 730 / 730.5, rel=1e-6)
    assert sum(operating) == pytest.approx(4_000, rel=2e-3)
    # what the product is billed has interest on the capital
    assert sum(spend) == pytest.approx(52_000, rel=2e-3)


def test_a_fleet_with_a_price_of_its_own_is_operating_expense():
    fleets = {"chat": PLAN["fleets"]["chat"] | {"price": "$5 per GPU-hour"}}
    capital, operating, spend = series(
        PLAN | {"fleets": fleets}, "capital_expense", "operating_expense", "inference_spend"
    )
    assert capital[0] == 1_000_000
    assert operating == spend


def test_a_plan_that_trains_nothing_has_capital_too():
    plan = {key: value for key, value in PLAN.items() if key != "training"}
    capital, amortised = series(plan, "capital_expense", "amortised_expense")
    assert sum(capital) == pytest.approx(48_000)
    assert sum(amortised) == pytest.approx(48_000)
