"""What a replica delivers, each formula called as the plain function it is."""

import numpy as np
import pytest

from flopwatt.formulas import serving_rates as rates

TOGETHER, APART = np.array(0.0), np.array(1.0)


def word(formula, *needs):
    return formula.__formula__.quantity.words[int(formula(*map(np.array, needs)))]


def test_rates_of_all_replicas():
    # 2 replicas that read 4 prompts each, 1000 tokens in 0.5 s
    assert rates.prefill_rate(2, 4, 1000, 0.5) == 16_000
    # 2 replicas of 100 sequences, a token each in 25 ms
    assert rates.decode_rate(2, 100, 1, 0.025) == 8000


def test_a_call_takes_its_prompt_and_its_answer():
    # the published day: 608 and 168 tokens at 73.7k and 14.8k tokens/s
    time = rates.call_time(np.array(608.0), 73_700, 168, 14_800)
    assert time == pytest.approx(0.0082497 + 0.0113514, rel=1e-5)
    assert rates.output_rate(168, time) == pytest.approx(8571, rel=1e-4)
    assert rates.input_rate(608, time) == pytest.approx(31018, rel=1e-4)
    assert rates.output_rate_per_gpu(8571, 8) == pytest.approx(1071, rel=1e-3)


def test_a_call_without_a_prompt_takes_its_answer_alone():
    with np.errstate(invalid="ignore"):
        assert rates.call_time(np.array(0.0), np.array(0.0), 100, 50) == 2


@pytest.mark.parametrize("calls", [1, 2, 40])
def test_calls_in_flight_are_those_that_come_while_one_stays(calls):
    """Little's law: a prompt of 0.4 s is counted once, an answer of 10,000 takes steps of 20 ms."""
    answer = 10_000
    time = rates.call_time(np.array(1000.0), 1000 / 0.4, answer, calls / 0.02)
    stays = 0.4 + rates.tpot(0.02, 0.4 / answer, calls, 1, 1, 1) * answer
    assert stays / time == pytest.approx(calls, rel=1e-12)


def test_times_that_a_user_sees():
    # steps of 20 ms, and 10 others whose prompts add 1 ms each; half of them in each of 2 stages
    assert rates.tpot(0.02, 1e-3, 11, 1, 1, 1) == pytest.approx(0.03)
    assert rates.tpot(0.02, 1e-3, 11, 1, 1, 2) == pytest.approx(0.015)
    assert rates.tpot(0.02, 1e-3, 11, 2, 1, 1) == pytest.approx(0.025)
    assert rates.tpot(0.02, 1e-3, 1, 1, 1, 1) == 0.02
    # a prompt of 0.1 s in 3 chunks, each with a step, and half a step of waiting
    assert rates.ttft(TOGETHER, 0.1, 3, 0.02) == pytest.approx(0.17)
    assert rates.ttft(APART, 0.1, 3, 0.02) == pytest.approx(0.12)


def test_floors_are_those_of_one_sequence_alone():
    # 10 ms, a quarter of 20 ms of experts, and 1 ms
    alone = rates.step_alone(10e-3, 20e-3, 0.75, 1e-3)
    assert alone == pytest.approx(16e-3)
    assert rates.tpot_floor(alone, 1, 1) == pytest.approx(16e-3)
    assert rates.tpot_floor(alone, 1, 2) == pytest.approx(8e-3)
    assert rates.ttft_floor(TOGETHER, 0.1, 1, alone) == pytest.approx(0.124)
    assert rates.ttft_floor(APART, 0.1, 1, alone) == pytest.approx(0.116)


def test_the_parts_of_a_step_and_the_largest():
    # 2 GB at 2 TB/s, and half of 10 ms of experts
    assert rates.weights_time(2e9, 2e12, 10e-3, 0.5) == pytest.approx(6e-3)
    assert rates.caches_time(1e-4, 20) == pytest.approx(2e-3)
    # 30 us a token of which links take 10, for 2 tokens of 20 sequences
    assert rates.arithmetic_time(30e-6, 10e-6, 2, 20) == pytest.approx(0.8e-3)
    assert rates.links_time(10e-6, 2, 20, 1e-3) == pytest.approx(1.4e-3)
    assert rates.overhead_time(2e-3, 2) == 4e-3
    parts = [6, 2, 0.8, 1.4, 4]
    assert word(rates.step_bound, *parts) == "weights"
    named = ("weights", "cache", "arithmetic", "links", "overhead")
    for place, name in enumerate(named):
        assert word(rates.step_bound, *(9 if i == place else 1 for i in range(5))) == name


@pytest.mark.parametrize(
    ("room", "wall"),
    [
        # room for weights, for a step, sequences in memory, tokens to spare, by TTFT, by TPOT
        ((1, 1, 5, 0, 5, 5), "none"),
        ((-1, -1, 0, -9, 0, 0), "weights"),
        ((1, -1, 0, -9, 0, 0), "activations"),
        ((1, 1, 0, -9, 0, 0), "kv cache"),
        ((1, 1, 5, -9, 0, 0), "context"),
        ((1, 1, 5, 0, 0, 0), "TTFT"),
        ((1, 1, 5, 0, 1, 0), "TPOT"),
        ((0, 0, 1, 0, 1, 1), "none"),
    ],
)
def test_the_first_wall_that_one_call_does_not_pass(room, wall):
    assert word(rates.serving_wall, *room) == wall


def test_room_is_negative_where_it_lacks():
    assert rates.room_for_weights(70, 80) == -10
    assert rates.room_for_step(70, 65) == 5
    assert rates.context_to_spare(8192, 32_768) == -24_576
