"""A fleet against an API, on numbers that can be added up by hand.

A unit of one GPU at $60 a day reads 10,000 and writes 1,000 tokens per second: half a second for
a call of 1,000 and 400 tokens, 172,800 calls a day at full load. With the busiest hour at twice
the mean and half of it as headroom, 43,200. The API asks $1 for a million prompt tokens, $0.10 if
cached, which half of them are, and $5 for those of the answer: $0.00055 and $0.002 a call.
"""

import numpy as np
import pytest

from flopwatt.formulas import fleet_api as f
from flopwatt.studies.run import run_plan

DAY, MILLION = 86_400.0, 1e6
UNIT, CALL = 60.0, 0.00255
FLEET = {
    "price": "$2.50 per GPU-hour",
    "prefill_rate": "10000 tokens/s",
    "decode_rate": "1000 tokens/s",
    "target_load": "50 %",
    "day_peak": "2",
    "api_input_price": "$1 per million tokens",
    "api_cached_price": "$0.10 per million tokens",
    "api_output_price": "$5 per million tokens",
}


@pytest.fixture
def results(plan):
    """The results of the plan above, with other lines of its fleet and product."""

    def work(product=None, **fleet):
        plan["horizon"] = "12 months"
        plan["products"]["chat"] = {
            "requests": "100k per day",
            "input_tokens": "1000 tokens",
            "cached_share": "50 %",
            "output_tokens": "400 tokens",
        } | (product or {})
        plan["fleets"] = {"chat": FLEET | fleet}
        return run_plan(plan).results

    return work


def read(results, key, times=1.0):
    return results[f"fleets.chat.{key}"].central * times


def place(results, word):
    return results["fleets.chat.api.break_even.outcome"].quantity.words.index(word)


def test_a_call_by_leg():
    prompt = f.api_prompt_cost(1000, 0.5, 1 / MILLION, 0.1 / MILLION)
    answer = f.api_answer_cost(300, 100, 5 / MILLION)
    assert (prompt, answer) == (pytest.approx(0.00055), pytest.approx(0.002))
    assert f.api_call_cost(prompt, answer) == pytest.approx(CALL)


def test_writes_to_a_cache_are_part_of_the_prompt():
    """200 written at $1.25, 500 read at $0.10, the other 300 at $1."""
    cost = f.api_prompt_cost_with_writes(1000, 0.5, 200, 1 / MILLION, 0.1 / MILLION, 1.25 / MILLION)
    assert cost == pytest.approx((300 + 50 + 250) / MILLION)


def test_cached_and_written_tokens_cost_the_full_price_unless_stated(results):
    found = results(api_cached_price="$1 per million tokens")
    assert read(found, "api.write_price") == read(found, "api.input_price")
    assert f.api_cached_price(3.0) == f.api_write_price(3.0) == 3.0
    assert read(found, "api.prompt_cost") == pytest.approx(0.001)


def test_what_a_unit_takes_and_costs(results):
    found = results()
    assert read(found, "api.unit.calls_per_day", DAY) == pytest.approx(43_200)
    assert read(found, "api.unit.cost_per_day", DAY) == pytest.approx(UNIT)
    assert read(found, "api.unit.worth") == pytest.approx(43_200 * CALL / UNIT)
    assert read(found, "api.cost_per_call") == pytest.approx(CALL)
    assert read(found, "api.unit.worth_calls", DAY) == pytest.approx(UNIT * 1.05 / CALL)


def test_the_break_even_is_a_staircase(results):
    """$120 for 43,200 calls that cost $110 bought; $180 for 86,400 that cost $220: cheaper from
    70,588. The third unit makes it $240 for what cost $220: dear again, and cheaper from 94,118.
    """
    found = results()
    assert read(found, "api.break_even.units") == 2
    assert read(found, "api.break_even.volume", DAY) == pytest.approx(3 * UNIT / CALL)
    assert read(found, "api.break_even.lasting_units") == 3
    assert read(found, "api.break_even.lasting_volume", DAY) == pytest.approx(4 * UNIT / CALL)
    assert read(found, "api.break_even.outcome") == place(found, "crosses")


@pytest.mark.parametrize("volume", [70_000, 71_000, 86_000, 90_000, 95_000, 900_000])
def test_the_fleet_itself_costs_less_where_the_break_even_says_so(results, volume):
    """Held against the months of a fleet that does so many calls a day."""
    found = results({"requests": f"{volume} per day"})
    cheaper = found["fleets.chat.fleet.cost"].months < found["fleets.chat.api.cost"].months
    first, step, lasting = 3 * UNIT / CALL, 86_400, 4 * UNIT / CALL
    assert cheaper.all() == cheaper.any() == (first < volume <= step or volume > lasting)
    assert np.isfinite(read(found, "api.cheaper.first")) == cheaper.any()


def test_without_spares_the_line_crosses_the_first_step(results):
    found = results(spares="0 %")
    assert read(found, "api.break_even.volume", DAY) == pytest.approx(UNIT / CALL)
    assert read(found, "api.break_even.reachable") == pytest.approx(0.25)
    # half of a second a call, at $60 a day, against what it costs bought
    assert read(found, "api.break_even.utilisation") == pytest.approx(UNIT / DAY * 0.5 / CALL)


def test_above_what_units_can_do_it_is_never(results):
    """What a unit takes in a day is bought for $110, and the unit costs $240."""
    found = results(price="$10 per GPU-hour")
    for key in ("volume", "units", "lasting_volume", "lasting_units"):
        assert read(found, f"api.break_even.{key}") == np.inf
    assert read(found, "api.break_even.outcome") == place(found, "never")
    assert read(found, "api.break_even.utilisation") > read(found, "api.break_even.reachable")
    assert read(found, "api.unit.worth_calls", DAY) == pytest.approx(240 * 1.05 / CALL)
    assert read(found, "api.cheaper.first") == read(found, "api.cheaper.lasting") == np.inf


def test_where_capacity_follows_the_load_one_unit_is_held(results):
    """A unit takes 86,400 calls a day then, bought for $220. Peaks are twice the mean, so hours go
    from none on: of a load of x units, at most a half, one and its spare are held, $120, which is
    bought for 47,059 calls; x is 0.5447, and hours above one hold (2x - 1)^2 / (4x) more: 0.0037.
    """
    found = results(capacity="follows load")
    assert read(found, "api.unit.calls_per_day", DAY) == pytest.approx(86_400)
    units = read(found, "api.break_even.units")
    volume = read(found, "api.break_even.volume", DAY)
    load = volume / 86_400
    assert units == pytest.approx(1 + (2 * load - 1) ** 2 / (4 * load))
    assert volume == pytest.approx((units + 1) * UNIT / CALL)
    assert volume == pytest.approx(47_147, rel=1e-4)
    assert read(found, "api.break_even.lasting_volume", DAY) == pytest.approx(volume)


@pytest.mark.parametrize("volume", [20_000, 47_000, 47_300, 900_000])
def test_the_fleet_that_follows_costs_less_where_the_break_even_says_so(results, volume):
    found = results({"requests": f"{volume} per day"}, capacity="follows load")
    cheaper = found["fleets.chat.fleet.cost"].months < found["fleets.chat.api.cost"].months
    assert cheaper.all() == cheaper.any() == (volume > 47_147)


def test_above_what_units_cost_bought_following_is_never_cheaper(results):
    """A unit takes $220 of calls a day, and costs $252 with its share of spares."""
    found = results(price="$10 per GPU-hour", capacity="follows load")
    for key in ("volume", "units", "lasting_volume", "lasting_units"):
        assert read(found, f"api.break_even.{key}") == np.inf
    own, bought = (read(found, key) for key in ("fleet.cost", "api.cost"))
    assert own > bought


def test_the_months_in_which_it_costs_less(results):
    """64,000 calls a day at launch, 8 % more a month: $180 a day for 66,500 in January on average
    and 71,800 in February, then a fourth unit from April on, which pays from June on.
    """
    found = results({"requests": "64000 per day", "growth": "8 %/month"})
    calls = found["fleets.chat.api.calls_per_day"].months * DAY
    first, lasting = 3 * UNIT / CALL, 4 * UNIT / CALL
    assert calls[0] < first < calls[1]
    assert found["fleets.chat.fleet.units"].months[:6].tolist() == [3, 3, 3, 4, 4, 4]
    assert calls[4] < lasting < calls[5]
    assert read(found, "api.cheaper.first", 1 / DAY) == 31
    assert read(found, "api.cheaper.lasting", 1 / DAY) == 31 + 28 + 31 + 30 + 31


def test_the_plan_adds_up(results):
    found = results()
    bought, own = (found[f"fleets.chat.{key}"].months for key in ("api.cost", "fleet.cost"))
    assert bought.sum() == pytest.approx(100_000 * CALL * 365)
    assert own.sum() == pytest.approx(4 * UNIT * 365)
    assert read(found, "api.cost_total") == pytest.approx(bought.sum())
    assert read(found, "api.saved_total") == pytest.approx(bought.sum() - own.sum())


def test_nothing_is_bought_before_launch(results):
    found = results({"launch": "2026-03-01"})
    assert found["fleets.chat.api.calls_per_day"].months[:2].tolist() == [0, 0]
    assert read(found, "api.cheaper.first") == 0
