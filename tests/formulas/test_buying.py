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


@pytest.fixture
def failing(training):
    """The same run with failures that are known, and a price on spot."""
    training["buying"]["base"] |= {"spot": "$1 per GPU-hour", "lot": "1"}
    training["training"]["base"] |= {
        "failures": "modelled",
        "spot": {"preemption_rate": "1 %/month"},
    }
    return training


def test_a_run_that_may_not_be_interrupted_is_not_on_spot(failing):
    assert sum(results(failing)["ways.base.spot.gpus"]) > 0
    failing["training"]["base"]["interruptible"] = "no"
    found = results(failing)
    assert not any(found["ways.base.spot.gpus"])
    assert found["ways.base.spot.suits"] == 0


def test_a_run_that_would_end_on_spot_after_the_plan_is_not_on_spot(failing):
    failing["training"]["base"]["spot"]["availability"] = "40 %"
    # of two machines both are there 16 % of the time: a year of work takes six
    assert not any(results(failing)["ways.base.spot.gpus"])


def test_a_run_that_makes_no_progress_on_spot_is_not_on_it(failing):
    failing["training"]["base"]["spot"]["changeover"] = "1000 hours"
    failing["training"]["base"]["spot"]["preemption_rate"] = "90 %/month"
    found = results(failing)
    assert found["training.base.spot.goodput"] == 0
    assert not any(found["ways.base.spot.gpus"])


def test_what_is_rented_takes_no_capital(training):
    found = results(training)
    assert not any(found["buying.base.capex"])
    assert found["buying.base.cash"] == found["buying.base.opex"] == found["buying.base.booked"]
