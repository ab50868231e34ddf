"""What must hold of steps and fleets whatever the model, the machine and the traffic."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flopwatt
from flopwatt.studies.run import run_plan

MODELS = {  # dense, experts, latents with experts, windows, states
    "llama-3.1-8b": "1xH100",
    "qwen3-30b-a3b": "2xH100",
    "deepseek-v2-lite": "1xH100",
    "gemma-3-27b": "2xH100",
    "jamba-1.5-mini": "4xH100",
}
models = st.sampled_from(sorted(MODELS))
DAY = 86_400.0
BILL = 300_000


def fit(model, prompt=2000, answer=500, **more):
    # the memory of a step is given: a larger batch would take some of the cache
    given = {"prompt": f"{prompt} tokens", "answer": f"{answer} tokens", "activations": "2 GiB"}
    context = prompt + answer
    return flopwatt.fit(model, MODELS[model], context=context, given=given | more)


@settings(max_examples=12, deadline=None)
@given(models, st.integers(1, 300), st.integers(1, 300))
def test_a_larger_batch_never_writes_fewer_tokens(model, one, other):
    fewer, more = (fit(model, batch_limit=str(limit)) for limit in sorted((one, other)))
    assert fewer["fit.batch.at_once"] <= more["fit.batch.at_once"]
    assert fewer["fit.decode_rate"] <= more["fit.decode_rate"] * (1 + 1e-12)
    assert fewer["fit.output_rate"] <= more["fit.output_rate"] * (1 + 1e-12)
    # nor are the answers of one sequence quicker
    assert fewer["fit.tpot.expected"] <= more["fit.tpot.expected"] * (1 + 1e-12)


@settings(max_examples=12, deadline=None)
@given(models, st.floats(0.5, 8), st.floats(0, 4), st.sampled_from([None, "40 ms"]))
def test_more_bandwidth_never_slows(model, bandwidth, more, objective):
    slow, fast = (
        fit(model, bandwidth=f"{rate!r} TB/s", tpot=objective)
        for rate in (bandwidth, bandwidth + more)
    )
    assert fast["fit.output_rate"] >= slow["fit.output_rate"] * (1 - 1e-12)
    assert fast["fit.tpot.floor"] <= slow["fit.tpot.floor"] * (1 + 1e-12)
    assert fast["fit.ttft.floor"] <= slow["fit.ttft.floor"] * (1 + 1e-12)


@settings(max_examples=12, deadline=None)
@given(models, st.floats(5, 200), st.floats(0, 200), st.floats(50, 3000), st.floats(0, 3000))
def test_a_stricter_objective_never_raises_the_batch(model, tpot, more_tpot, ttft, more_ttft):
    strict, loose = (
        fit(model, tpot=f"{one!r} ms", ttft=f"{other!r} ms")
        for one, other in ((tpot, ttft), (tpot + more_tpot, ttft + more_ttft))
    )
    assert strict["fit.batch.at_once"] <= loose["fit.batch.at_once"]
    for found, one, other in ((strict, tpot, ttft), (loose, tpot + more_tpot, ttft + more_ttft)):
        # and what a replica has at once keeps both, where one sequence does
        if found["fit.serving_wall"] == "none":
            assert found["fit.tpot.expected"] <= one / 1e3 * (1 + 1e-9)
            assert found["fit.ttft.expected"] <= other / 1e3 * (1 + 1e-9)
        else:
            assert found["fit.serving_wall"] in ("TTFT", "TPOT")


def plan(requests, growth=0.0, **fleet):
    product = {"requests": f"{requests!r} per day", "input_tokens": "1500", "output_tokens": "400",
               "growth": f"{100 * growth!r} %/month"}  # fmt: skip
    own = {"accelerator": "1xH100", "price": "$2.50 per GPU-hour", "tpot": "40 ms"} | fleet
    return {
        "start": "2026-01-01",
        "horizon": "12 months",
        "models": {"m": {"catalog": "llama-3.1-8b"}},
        "training": {"base": {"cost": f"{BILL} USD"}},
        "products": {"chat": product},
        "fleets": {"chat": own},
    }


def months(source):
    results = run_plan(source).results
    return lambda key: results[key].months


volumes, growths = st.floats(1e3, 3e7), st.floats(-0.1, 0.3)


@settings(max_examples=12, deadline=None)
@given(volumes, st.floats(1, 3), growths)
def test_units_never_fall_where_volume_rises(requests, factor, growth):
    small, large = (months(plan(r, growth)) for r in (requests, requests * factor))
    for key in ("units", "units_busy", "cost"):
        assert (small(f"fleets.chat.fleet.{key}") <= large(f"fleets.chat.fleet.{key}")).all()


@settings(max_examples=12, deadline=None)
@given(volumes, growths)
def test_whole_units_never_cost_less_than_their_fractions(requests, growth):
    whole, parts = (
        months(plan(requests, growth, capacity=word)) for word in ("fixed", "follows load")
    )
    key = "fleets.chat.fleet.cost_per_million_tokens"
    assert (whole(key) >= parts(key) * (1 - 1e-12)).all()


@settings(max_examples=12, deadline=None)
@given(volumes, growths)
def test_a_product_spends_what_the_months_of_its_fleet_cost(requests, growth):
    results = run_plan(plan(requests, growth)).results
    costs = results["fleets.chat.fleet.cost"].months
    assert results["products.chat.spend"].months.tolist() == pytest.approx(costs.tolist())
    assert results["inference_total"].central == pytest.approx(costs.sum())
    # and the tokens of each month at their cost come to the same
    calls = results["products.chat.calls_by_month"].months
    each = results["fleets.chat.fleet.cost_per_million_tokens"].months
    assert (calls * 1900 * each).tolist() == pytest.approx(costs.tolist())


@settings(max_examples=12, deadline=None)
@given(volumes, growths)
def test_a_price_twice_as_high_spends_twice_as_much(requests, growth):
    one, two = (months(plan(requests, growth, price=f"${price} per GPU-hour")) for price in (2, 4))
    spent = one("products.chat.spend") * 2
    assert two("products.chat.spend").tolist() == pytest.approx(spent.tolist())
    assert (one("fleets.chat.fleet.units") == two("fleets.chat.fleet.units")).all()


@settings(max_examples=12, deadline=None)
@given(volumes, growths)
def test_a_crossover_with_a_fleet_is_found_by_walking_through_its_months(requests, growth):
    results = run_plan(plan(requests, growth)).results
    units = results["fleets.chat.fleet.units"].months
    ends = results["products.chat.age_at_end"].months / DAY
    spent, day, crossed = 0.0, 0.0, None
    for count, end in zip(units, ends, strict=True):
        rate = count * 2.5 * 24  # USD a day
        if crossed is None and rate and spent + rate * (end - day) >= BILL:
            crossed = day + (BILL - spent) / rate
        spent, day = spent + rate * (end - day), end
    found = results["products.chat.crossover"].central / DAY
    assert found == (pytest.approx(crossed, abs=1e-6) if crossed is not None else float("inf"))


@settings(max_examples=8, deadline=None)
@given(st.integers(1, 20), st.sampled_from([1, 2, 4]), st.sampled_from([None, "40 ms"]))
def test_a_pipeline_has_no_more_calls_than_are_admitted(limit, stages, objective):
    given = {"prompt": "20000 tokens", "answer": "500 tokens", "batch_limit": str(limit)}
    found = flopwatt.fit("llama-3.1-8b", f"{stages}xL40S", tp=1, pp=stages, context=20_500,
                         given=given | {"tpot": objective})  # fmt: skip
    held = found["fit.batch.at_once"]
    limits = [found[f"fit.batch.{one}"] for one in ("memory", "tpot")]
    # no limit is None
    assert 1 <= held <= max(1, min(limit, *(one for one in limits if one is not None)))
    if found["fit.serving_wall"] == "none" and objective:
        assert found["fit.tpot.expected"] <= 0.04 * (1 + 1e-9)
    # fewer calls than stages pass all of them, one step after another
    alone = found["fit.step.alone_time"]
    if held <= stages:
        assert found["fit.decode_rate"] == pytest.approx(held / alone)
