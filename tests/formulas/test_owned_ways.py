"""What is owned as a way of buying: each formula by hand, and whole plans."""

import numpy as np
import pytest

import flopwatt
from flopwatt.formulas import owned_ways as ways


def one(*numbers):
    return np.array(numbers, dtype=float).reshape(1, -1, 1, 1)


def test_an_hour_by_its_housing():
    assert ways.way_space(one(0), one(0.37), one(0.22)).item() == 0.37
    assert ways.way_space(one(1), one(0.37), one(0.22)).item() == 0.22
    assert ways.way_running(0.37, 0.11, 0.24) == pytest.approx(0.72)
    assert ways.price_by_housing(1.18, 0.37, 0.11, 0.24) == pytest.approx(1.9)
    assert ways.price_of_owned(1.5) == ways.running_as_rented(1.5) == 1.5
    assert ways.running_as_stated(60_000, 16) == 3750


def test_a_site_of_ones_own_is_waited_for():
    for housing, lead in ((0, 2), (1, 18)):
        assert ways.lead_with_housing(one(2), one(housing), one(18)).item() == lead
    assert ways.lead_of_housing(one(3), one(1), one(18)).item() == 18
    assert ways.lead_of_housing(one(3), one(0), one(18)).item() == 3
    assert ways.lead_with_housing(one(24), one(1), one(18)).item() == 24
    assert ways.lead_of_owned(one(11)).item() == ways.lead_by_order(one(11)).item() == 11
    assert ways.lead_of_owned(one(-2)).item() == ways.lead_by_order(one(-2)).item() == 0
    assert ways.term_of_owned(60) == 60


def test_capital_and_resale_of_one():
    assert ways.capital_of_owned(42_593) == 42_593
    assert ways.capital_as_stated(320_000, 16) == 20_000
    assert ways.residual_of_owned(5_324) == 5_324
    assert ways.residual_as_stated(32_000, 16) == 2_000


def results(plan, **settings):
    return {
        key: one["value"]
        for key, one in flopwatt.run(plan, settings=settings, draws=0).to_dict()["results"].items()
    }


def owned(**more):
    """Sixteen GPUs for six years, which may be owned at the costs of the worked-out H100 server."""
    asset = {
        "accelerator": "16x H100 SXM5 80GB", "server_price": "$276k", "network_share": "19 %",
        "power": "1.4 kW per GPU", "colocation": "$195 per kW-month", "pue": "1.3",
        "load": "75 %", "electricity": "$0.0826 per kWh", "operating": "5 %/year",
        "life": "5 years", "cost_of_capital": "10 %/year", "residual": "12.5 %",
        "lead_time": "2 months", "housing": "colocation",
    }  # fmt: skip
    prices = {"on_demand": "$3.99 per GPU-hour", "reserved_1y": "$2.35 per GPU-hour"}
    return {
        "start": "2026-01-01",
        "horizon": "72 months",
        "models": {"m": {"params": "8B"}},
        "training": {"base": {"gpus": "16", "held_for": "72 months", "tokens": "2T tokens"}},
        "products": {"chat": {"cost_per_day": "$1000"}},
        "assets": {"five-years": asset},
        "buying": {
            "base": {"asset": "five-years", "reserved_3y": "$3 per GPU-hour", **prices, **more}
        },
    }


def test_what_is_owned_is_paid_for_its_life_from_the_day_it_is_there():
    found = results(owned())
    assert found["ways.base.owned_colocation.price"] == pytest.approx(1.911, rel=1e-3)
    assert found["ways.base.owned_colocation.threshold"] == pytest.approx(
        100 * 1.911 / 3.99, rel=1e-3
    )
    # of six years five are owned, and the first is reserved: 8,760 h at 2.35
    assert found["ways.base.owned_colocation.gpus"] == [0] * 12 + [16] * 60
    assert found["ways.base.reserved_1y.gpus"] == [16] * 12 + [0] * 60
    assert found["ways.base.reserved_1y.total"] == pytest.approx(16 * 8760 * 2.35)
    # of 62 months all but the two until delivery
    plan = owned()
    plan["horizon"] = plan["training"]["base"]["held_for"] = "62 months"
    short = results(plan)
    assert short["ways.base.owned_colocation.gpus"] == [0, 0] + [16] * 60
    assert short["ways.base.on_demand.gpus"][:3] == pytest.approx([16, 16, 0])


def test_what_is_owned_is_not_bought_where_its_life_runs_past_the_plan():
    plan = owned()
    plan["horizon"] = "60 months"
    plan["training"]["base"]["held_for"] = "60 months"
    assert not any(results(plan)["ways.base.owned_colocation.gpus"])


def test_what_is_dearer_to_own_is_rented():
    assert not any(results(owned(reserved_1y="$1 per GPU-hour"))["ways.base.owned_colocation.gpus"])


def test_capital_is_spent_at_once_and_amortised_over_the_life():
    found = results(owned())
    # 276,000 / 8 / 0.81 a GPU; 12.5 % of it is got back with the last month of the life
    capital = 16 * 276_000 / 8 / 0.81
    assert found["buying.base.capex"][12] == pytest.approx(capital)
    assert sum(found["buying.base.capex"]) == pytest.approx(capital)
    assert found["buying.base.resold"][71] == pytest.approx(capital / 8)
    assert found["buying.base.amortised"] == pytest.approx([0] * 12 + [capital * 0.875 / 60] * 60)
    # space, energy and operation: 195 x 1.4 / 730.5, 1.4 x 0.75 x 1.3 x 0.0826 and 5 % a year
    running = 195 * 1.4 / 730.5 + 1.4 * 0.75 * 1.3 * 0.0826 + 0.05 * capital / 16 / 8766
    assert found["buying.base.opex"][13] == pytest.approx(16 * 672 * running, rel=1e-3)


def test_cash_and_amortised_come_to_the_same_over_a_life():
    for upfront in ("0 %", "100 %"):
        found = results(owned(reserved_upfront=upfront))
        assert sum(found["buying.base.cash"]) == pytest.approx(sum(found["buying.base.booked"]))
        assert sum(found["buying.base.booked"]) < found["buying.base.total_cost"]  # interest


def test_rented_space_and_a_site_of_ones_own_are_two_ways():
    plan = owned()
    del plan["assets"]["five-years"]["housing"]
    found = results(plan)
    # 11,700 $/kW over 20 years at 10 % are 1,374 a year, of 195 x 12 = 2,340 to rent
    space = 11_700 * 1.4 * 0.1 / (1 - 1.1**-20) / 8766
    saved = 195 * 1.4 / 730.5 - space
    colocated, own = (found[f"ways.base.owned_{one}.price"] for one in ("colocation", "site"))
    assert colocated - own == pytest.approx(saved, rel=1e-3)
    assert found["ways.base.owned_colocation.lead"] == 2
    assert found["ways.base.owned_site.lead"] == 18  # until it is built
    plan["horizon"] = plan["training"]["base"]["held_for"] = "96 months"
    held = results(plan)["ways.base.owned_site.gpus"]
    assert held.count(16) == 60
    assert not any(held[:18])


def test_an_hour_that_is_stated_is_one_way_whatever_its_housing():
    plan = owned()
    plan["assets"]["five-years"] = {"owned_hour_price": "$1.50 per GPU-hour", "life": "5 years"}
    found = results(plan)
    assert found["ways.base.owned.price"] == 1.5
    assert sum(found["buying.base.cash"]) == pytest.approx(sum(found["buying.base.booked"]))


def test_a_second_asset_is_a_way_that_points_to_it():
    plan = owned()
    plan["assets"]["cheap"] = {"capex": "$320k", "gpus": "16", "annual_opex": "$60k per year",
                               "life": "5 years", "cost_of_capital": "0 %/year"}  # fmt: skip
    plan["ways"] = {"second": {"purchase": "base", "asset": "cheap", "kind": "owned"}}
    found = results(plan)
    assert found["ways.second.price"] == pytest.approx((320_000 / 5 + 60_000) / 16 / 8766, rel=1e-3)
    assert found["ways.second.gpus"][12:] == [16] * 60
    assert sum(found["buying.base.capex"]) == pytest.approx(320_000)


def test_what_is_ordered_later_is_there_later():
    plan = owned()
    plan["assets"]["five-years"]["ordered"] = "2026-07-01"
    found = results(plan)
    # 181 days after the start, and two months to deliver
    assert found["ways.base.owned_colocation.lead"] == pytest.approx(181 / 30.4375 + 2, rel=1e-3)
