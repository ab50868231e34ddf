"""What runs come out at, held to sums of the values that a fit has for itself."""

import pytest

from flopwatt.catalog import find_thing
from flopwatt.studies.backtest_models import find_known
from flopwatt.studies.backtest_serving_fits import OneFit, evaluate_fits
from flopwatt.studies.backtest_serving_runs import (
    RATE,
    TPOT,
    TTFT,
    Run,
    fixed_batches,
    offline_runs,
    open_loops,
    prompts_alone,
)

TENSORRT = 2.0


@pytest.fixture(scope="module")
def llama():
    return find_known("llama-3.1-8b", "fp8", "fp8")


@pytest.fixture
def fit(llama):
    def make(prompt, answer, gpus=1, accelerator="H100", **sizes):
        given = {"fit_prompt": prompt, "fit_answer": answer, "fit_context": prompt + answer}
        given |= {"fit_accelerators": gpus, "engine": TENSORRT, "tensor_parallel": 1.0} | sizes
        one = {name: float(value) for name, value in given.items()}
        return OneFit(llama, find_thing("accelerator", accelerator), one)

    return make


def values(fit, *names, **more):
    found = evaluate_fits([fit.given_more(more)])
    return [found.value(name, 0) for name in names]


def test_an_offline_run_without_end_has_the_rate_of_full_load(fit):
    (told,) = offline_runs([Run(fit(1000, 500))])
    assert told.values[RATE] == pytest.approx(values(fit(1000, 500), "output_rate")[0])


def test_a_stated_number_of_sequences_is_that_of_all_replicas(fit):
    two = fit(1000, 500, 2)
    (told,) = offline_runs([Run(two, sequences=64)])
    assert told.values[RATE] == pytest.approx(values(two, "output_rate", batch_limit=32.0)[0])
    (limited,) = offline_runs([Run(two, limit=32)])
    assert limited.values[RATE] == pytest.approx(told.values[RATE])


def test_a_published_run_is_its_requests_in_waves(fit):
    """1,000 requests of 20,000 and 2,000 tokens, of which the cache holds a few dozen at once."""
    long = fit(20_000, 2000)
    (told,) = offline_runs([Run(long, bench=True)])
    limits = {"memory_share": 0.95, "batch_limit": 64.0, "batched_tokens": 2048.0}
    held, rate, step = values(long, "batch_at_once", "prefill_rate", "serving_step_time", **limits)
    assert 20 < held < 64
    waves, rest = divmod(1000, held)
    (last,) = values(long, "serving_step_time", batch_limit=rest, cache_memory=1e18)
    seconds = 1000 * 20_000 / rate + 2000 * (waves * step + last)
    assert told.values[RATE] == pytest.approx(1000 * 2000 / seconds, rel=1e-6)


def test_more_slots_than_requests_are_not_all_used(fit):
    many = fit(1024, 32_768, 64, "H200")
    (told,) = offline_runs([Run(many, bench=True)])
    own = {"memory_share": 0.95, "batch_limit": 1000 / 64, "batched_tokens": 2048.0}
    rate, step = values(many, "prefill_rate", "serving_step_time", **own)
    seconds = 1000 * 1024 / rate + 32_768 * step
    assert told.values[RATE] == pytest.approx(1000 * 32_768 / seconds)


def test_a_run_that_memory_rejects_comes_out_at_nothing(fit):
    (told,) = offline_runs([Run(fit(128, 128, card_memory=8e9))])
    assert told.values[RATE] == 0
    (long,) = offline_runs([Run(fit(150_000, 1000))])  # beyond its context, and yet run
    assert long.values[RATE] > 0


def test_a_fixed_batch_stays_as_it_is(fit):
    small = fit(2048, 128, accelerator="L4")
    (told,) = fixed_batches([Run(small, sequences=150)])
    prompt, step, alone, chunk = values(
        small, "prompt_time", "serving_step_time", "step_alone", "batched_tokens",
        batch_limit=150.0, cache_memory=1e18,
    )  # fmt: skip
    assert told.values[TPOT] == pytest.approx(step)
    assert told.values[TTFT] == pytest.approx(150 * prompt + 150 * 2048 / chunk * alone)
    assert told.values[RATE] == pytest.approx(150 * 128 / (150 * prompt + 128 * step))


def test_a_batch_whose_cache_is_more_than_a_gpu_is_not_predicted(fit):
    """A million sequences of 2,176 tokens, of 64 KiB each, are 142 TB."""
    (told,) = fixed_batches([Run(fit(2048, 128), sequences=1e6)])
    assert not told.values
    assert set(told.reasons) == {RATE, TTFT, TPOT}


def test_at_an_offered_rate_as_many_fly_as_come_while_each_stays(fit):
    calls, rate = fit(467, 256), 8.0
    (told,) = open_loops([Run(calls, rate=rate)])
    flying = rate * (told.values[TTFT] + 255 * told.values[TPOT])
    ttft, tpot = values(calls, "ttft", "tpot", batch_limit=flying)
    assert told.values[TTFT] == pytest.approx(ttft, rel=2e-3)
    assert told.values[TPOT] == pytest.approx(tpot, rel=2e-3)


def test_near_full_load_there_is_no_first_token_to_tell(fit):
    calls = fit(467, 256)
    (most,) = values(calls, "output_rate")
    below, above = open_loops([Run(calls, rate=s * most / 256) for s in (0.7, 0.9)])
    assert below.values[TTFT] > 0
    assert TTFT not in above.values
    assert "queue" in above.reasons[TTFT]
    (beyond,) = open_loops([Run(calls, limit=32, rate=1e6)])
    assert beyond.values[TPOT] == pytest.approx(values(calls, "tpot", batch_limit=32.0)[0])


def test_sequences_in_flight_that_are_stated_hold(fit):
    calls = fit(467, 256, 2)
    (told,) = open_loops([Run(calls, sequences=20)])
    assert told.values[TPOT] == pytest.approx(values(calls, "tpot", batch_limit=10.0)[0])
    assert told.values[TTFT] == pytest.approx(values(calls, "ttft", batch_limit=10.0)[0])


def test_prompts_alone(fit):
    prompts = fit(2000, 1, 4)
    (told,) = prompts_alone([Run(prompts)])
    assert told.values[RATE] == pytest.approx(values(prompts.apart(), "prefill_rate")[0])
