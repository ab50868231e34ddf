"""Sequences that a replica has at once, each formula called as the plain function it is."""

import numpy as np
import pytest

from flopwatt.formulas import serving_capacity as capacity

TOGETHER, APART = np.array(0.0), np.array(1.0)
GIB = 2.0**30
INF = float("inf")


@pytest.mark.parametrize(("cache", "held"), [(40, 10), (43.9, 10), (3.9, 0), (-5, 0)])
def test_whole_sequences_in_the_cache(cache, held):
    assert capacity.batch_by_memory(cache * GIB, 4 * GIB) == held


@pytest.mark.parametrize(
    ("objective", "each", "prompts", "experts", "missed", "held"),
    [
        # 50 ms less 10 ms, 1 ms each; with 1 ms of prompts between steps half as many
        (0.05, 1e-3, 0, 0, 0, 40),
        (0.05, 1e-3, 1e-3, 0, 0, 20),
        # all experts are read from the first sequence on, which takes 20 ms more
        (0.05, 1e-3, 0, 20e-3, 0, 20),
        # half of the experts are missed by one: 10 + 20 x (1 - 1/2) + 1 = 21 ms, by two 27 ms
        (0.0215, 1e-3, 0, 20e-3, 0.5, 1),
        (0.0271, 1e-3, 0, 20e-3, 0.5, 2),
        (0.009, 1e-3, 0, 0, 0, 0),
    ],
)
def test_sequences_whose_steps_keep_the_time_per_token(
    objective, each, prompts, experts, missed, held
):
    budget = capacity.step_budget(objective, 1, 1)
    terms = (budget, 10e-3, each, prompts, experts, missed, 1)
    assert capacity.stage_by_tpot(*map(np.array, terms)) == held


def test_guesses_that_are_kept_lengthen_a_step_that_keeps_the_objective():
    terms = (capacity.step_budget(0.05, 1.8, 1), 10e-3, 1e-3, 0, 0, 0, 1)
    assert capacity.stage_by_tpot(*map(np.array, terms)) == 80  # 90 ms less 10 ms


def test_a_sequence_does_not_wait_for_its_own_prompt():
    # 10 ms and 1 ms each: 11 ms, 22 ms beside one prompt of 10 ms, 33 ms beside two
    for objective, held in ((0.011, 1), (0.0219, 1), (0.022, 2), (0.0329, 2), (0.0331, 3)):
        terms = (objective + 1e-9, 10e-3, 1e-3, 10e-3, 0, 0, 1)
        assert capacity.stage_by_tpot(*map(np.array, terms)) == held
    # of two stages one reads the prompts of half of the others: 3 sequences beside 1, 2 or 3
    terms = (0.0126, 10e-3, 1e-3, 1e-3, 0, 0, 2)
    assert capacity.stage_by_tpot(*map(np.array, terms)) == 1  # 11 + 1/2 ms; two take 13.5
    terms = (0.01351, 10e-3, 1e-3, 1e-3, 0, 0, 2)
    assert capacity.stage_by_tpot(*map(np.array, terms)) == 2


@pytest.mark.parametrize(
    ("stage", "budget", "answer", "held"),
    [
        (3, 50e-3, 500, 12),  # three in each of 4 stages
        # alone 11 ms, and 8 ms / 4 for each other: 2 beside it within 16 ms, 3 within 17
        (0, 10.9e-3, 500, 0),
        (0, 11e-3, 500, 1),
        (0, 16.1e-3, 500, 3),
        (0, 17.1e-3, 500, 4),
        (0, 40e-3, 500, 4),
        # what is written with the prompt has no time between tokens
        (0, 1e-3, 1, INF),
        (0, 1e-3, 0, INF),
    ],
)
def test_where_not_each_stage_may_have_a_sequence_some_may(stage, budget, answer, held):
    terms = (stage, budget, 11e-3, 8e-3, 4, answer, 1)
    assert capacity.batch_by_tpot(*map(np.array, terms)) == held


def test_without_an_objective_there_is_no_limit():
    assert capacity.batch_without_tpot(12) == capacity.batch_without_ttft(12) == INF


def test_what_the_time_to_the_first_token_leaves_a_step():
    # 1 s less 0.3 s of its own; two chunks wait for a step each, and it comes in mid-step
    budget = capacity.first_token_budget(TOGETHER, 1.0, 0.3, 2)
    assert budget == pytest.approx(0.7 / 2.5)
    assert capacity.first_token_budget(APART, 1.0, 0.3, 2) == pytest.approx(0.7)
    assert capacity.first_token_budget(TOGETHER, 1.0, 1.3, 2) < 0
    terms = (0.28, 0.08, 1e-2, 0, 0, 1)
    assert capacity.batch_by_ttft(*map(np.array, terms)) == 20
    assert capacity.batch_by_ttft(*map(np.array, (0.28, 0.08, 1e-2, 0, 0, 4))) == 80
    assert capacity.batch_by_ttft(*map(np.array, (-0.1, 0.08, 1e-2, 0, 0, 4))) == 0


@pytest.mark.parametrize(
    ("memory", "engine", "tpot", "ttft", "found", "rule"),
    [
        (100, 256, INF, INF, 100, "memory"),
        (300, 256, INF, INF, 256, "engine"),
        (300, 256, 40, INF, 40, "TPOT"),
        (300, 256, 40, 30, 30, "TTFT"),
        (40, 40, 40, 40, 40, "memory"),  # the first of equals
        (0, 256, INF, INF, 1, "memory"),  # one at least
    ],
)
def test_the_least_of_four_limits_is_named(memory, engine, tpot, ttft, found, rule):
    limits = (memory, engine, tpot, ttft)
    assert capacity.batch_at_once(*limits) == found
    words = capacity.batch_rule.__formula__.quantity.words
    assert words[int(capacity.batch_rule(*limits))] == rule


@pytest.mark.parametrize(("held", "group"), [(12, 3), (4, 1), (1, 1), (5, 1.25)])
def test_sequences_are_divided_among_four_stages_and_none_is_divided(held, group):
    assert capacity.stage_sequences(held, 4) == group


def test_a_unit_has_what_its_replicas_have():
    assert capacity.unit_sequences(72, 32) == 2304


def test_prompts_are_read_in_each_stage_where_there_are_so_many_calls():
    # together as many as are in flight; apart as many as memory and engine let in, of 4 stages
    assert capacity.prompts_at_once(TOGETHER, 2, 9, 256, 4) == 2
    assert capacity.prompts_at_once(TOGETHER, 9, 9, 256, 4) == 4
    assert capacity.prompts_at_once(APART, 2, 9, 3, 4) == 3
    assert capacity.prompts_at_once(APART, 2, 0, 256, 4) == 1


def test_a_step_of_the_sequences_at_once():
    # of two sequences each misses half of the experts: 3/4 are read
    assert capacity.experts_read(0.5, 2) == 0.75
    # 10 ms, 3/4 of 20 ms, and twice 3 ms
    assert capacity.serving_step_time(10, 20, 0.75, 3, 2) == 31
