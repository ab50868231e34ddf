"""Purchases: what is needed, what is bought, what it costs; by hand on small plans."""

import pytest

import flopwatt


def results(plan, **settings):
    return {
        key: one["value"]
        for key, one in flopwatt.run(plan, settings=settings, draws=0).to_dict()["results"].items()
    }


@pytest.fixture
def training():
    """A run that holds 16 GPUs for 8,766 hours, a little over the 365 days of its first year."""
    return {
        "start": "2026-01-01",
        "horizon": "24 months",
        "models": {"m": {"params": "8B"}},
        "training": {"base": {"gpus": "16", "accelerator_hours": "140256 GPU-hours"}},
        "products": {"chat": {"cost_per_day": "$1000"}},
        "buying": {
            "base": {"on_demand": "$4 per GPU-hour", "reserved_1y": "$2.40 per GPU-hour"},
        },
    }


@pytest.fixture
def fleet():
    """A product that needs three units of one GPU in the busiest hour of every day.

    A call takes 1,000 / 20,000 + 100 / 2,000 = 0.1 s of a unit: a million calls a day take 1.157
    units on average and 2.315 at twice the load.
    """
    return {
        "start": "2026-01-01",
        "horizon": "12 months",
        "models": {"m": {"catalog": "llama-3.1-8b"}},
        "products": {
            "chat": {"requests": "1M per day", "input_tokens": "1000", "output_tokens": "100"}
        },
        "fleets": {
            "chat": {
                "accelerator": "1xH100 SXM",
                "prefill_rate": "20000 tokens/s",
                "decode_rate": "2000 tokens/s",
                "day_peak": "2",
                "target_load": "100 %",
                "spares": "0 %",
            }
        },
        "buying": {
            "chat": {
                "lot": "1",
                "on_demand": "$4 per GPU-hour",
                "reserved_1y": "$2.40 per GPU-hour",
                "spot": "$1 per GPU-hour",
            }
        },
    }


def test_a_run_is_held_by_the_year_and_its_last_hours_are_paid_as_used(training):
    found = results(training)
    assert found["buying.base.gpus_needed"][:14] == [16] * 13 + [0]
    # the 6 hours of January 2027 are 6 of 744
    assert found["buying.base.gpus_busy"][11:14] == pytest.approx([16, 16 * 6 / 744, 0])
    assert found["ways.base.reserved_1y.gpus"] == [16] * 12 + [0] * 12
    assert found["ways.base.on_demand.hours"] == pytest.approx(16 * 6)
    # 16 x 8,760 h at 2.40 and 16 x 6 h at 4.00
    assert found["buying.base.total_cost"] == pytest.approx(336_384 + 384)
    assert found["buying.base.mean_price"] == pytest.approx(336_768 / 140_256)


def test_a_run_pays_the_price_of_what_is_bought(training):
    found = results(training)
    assert found["training.base.price"] == found["buying.base.mean_price"]
    assert found["training.base.cost"] == pytest.approx(336_768)
    # a price that the plan gives wins
    training["training"]["base"]["price"] = "$3 per GPU-hour"
    assert results(training)["training.base.cost"] == pytest.approx(3 * 140_256)


def test_what_all_on_demand_would_cost(training):
    found = results(training)
    assert found["buying.base.on_demand_cost"] == pytest.approx(4 * 140_256)
    assert found["buying.base.saved"] == pytest.approx(100 * (1 - 336_768 / 561_024))


def test_months_that_pay_in_advance_come_to_the_same(training):
    found = results(training, **{"buying.base.reserved_upfront": "100 %"})
    assert found["buying.base.cash"][0] == pytest.approx(336_384)
    assert found["buying.base.cash"][1:12] == [0] * 11
    assert sum(found["buying.base.cash"]) == pytest.approx(found["buying.base.total_cost"])


def test_a_fleet_is_bought_for_its_busiest_hour(fleet):
    found = results(fleet)
    assert found["buying.chat.gpus_needed"] == [3] * 12
    assert found["buying.chat.gpus_busy"] == [3] * 12
    # 3 x 8,760 h at 2.40
    assert found["buying.chat.total_cost"] == pytest.approx(63_072)
    assert found["fleets.chat.price"] == pytest.approx([2.4] * 12)
    assert sum(found["fleets.chat.fleet.cost"]) == pytest.approx(63_072)


def test_a_fleet_that_follows_its_load_is_bought_level_by_level(fleet):
    fleet["fleets"]["chat"]["capacity"] = "follows load"
    fleet["products"]["chat"]["requests"] = "100M per day"
    found = results(fleet)
    # 115.74 units busy of 232 at the peak: no base, level n for about 1 - n / 232; a year pays
    # above 60 %, so up to the level 92
    assert found["buying.chat.gpus_needed"] == [232] * 12
    # in the hours that need less than one unit one is held: 1 / (2 x 231.48) more
    assert found["buying.chat.gpus_busy"] == pytest.approx([115.7407 + 0.00216] * 12, rel=1e-6)
    assert found["ways.chat.reserved_1y.gpus"] == pytest.approx([93] * 12, abs=1)
    assert found["buying.chat.last_use"] >= 60 > found["buying.chat.next_use"] - 1
    assert found["buying.chat.total_cost"] < found["buying.chat.on_demand_cost"]


def test_users_are_never_served_from_spot(fleet):
    found = results(fleet)
    assert found["ways.chat.spot.price"] == 1
    assert found["ways.chat.spot.allowed"] == "no"
    assert found["ways.chat.spot.gpus"] == [0] * 12
    # 15 % of the hours are lost
    assert found["ways.chat.spot.alone"] == pytest.approx(3 * 8760 * 1.15)


def test_a_run_may_be_bought_on_spot(training):
    training["buying"]["base"]["spot"] = "$1 per GPU-hour"
    found = results(training)
    assert found["ways.base.spot.allowed"] == "yes"
    assert found["buying.base.total_cost"] == pytest.approx(140_256 * 1.15)
    # where so many hours are lost that a year reserved costs less, the year is bought
    lossy = results(training, **{"buying.base.spot_loss": "150 %"})
    assert lossy["ways.base.reserved_1y.gpus"][0] == 16


def test_more_or_less_demand_is_a_share_of_the_plan(training):
    found = results(training, **{"buying.base.demand": "50 %"})
    assert found["ways.base.reserved_1y.gpus"][0] == 8
    assert found["buying.base.total_cost"] == pytest.approx(336_768 / 2)


def test_lots_are_whole(training):
    training["buying"]["base"]["lot"] = "12"
    found = results(training)
    # 16 GPUs are 1.33 lots: one for a year, a second for a year as well, as a third of it is
    # used by 33 % at a price of 60 %: no
    assert found["ways.base.reserved_1y.gpus"][0] == 12
    assert found["ways.base.on_demand.gpus"][0] == pytest.approx(4)


def test_without_a_price_on_demand_what_lies_beyond_a_term_is_not_known(training):
    del training["buying"]["base"]["on_demand"]
    with pytest.raises(flopwatt.PlanError, match="no price on demand is known"):
        flopwatt.run(training)


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


def test_what_is_rented_takes_no_capital(training):
    found = results(training)
    assert not any(found["buying.base.capex"])
    assert found["buying.base.cash"] == found["buying.base.opex"] == found["buying.base.booked"]


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
