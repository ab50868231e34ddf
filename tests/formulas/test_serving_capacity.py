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
    terms = (objective, 1, 1, 10e-3, each, prompts, experts, missed)
    assert capacity.batch_by_tpot(*map(np.array, terms)) == held


def test_guesses_that_are_kept_lengthen_a_step_that_keeps_the_objective():
    terms = map(np.array, (0.05, 1.8, 1, 10e-3, 1e-3, 0, 0, 0))
    assert capacity.batch_by_tpot(*terms) == 80  # 90 ms less 10 ms


def test_without_an_objective_there_is_no_limit():
    assert capacity.batch_without_tpot(12) == capacity.batch_without_ttft(12) == INF


def test_what_the_time_to_the_first_token_leaves_a_step():
    # 1 s less 0.3 s of its own; two chunks wait for a step each, and it comes in mid-step
    budget = capacity.first_token_budget(TOGETHER, 1.0, 0.3, 2)
    assert budget == pytest.approx(0.7 / 2.5)
    assert capacity.first_token_budget(APART, 1.0, 0.3, 2) == pytest.approx(0.7)
    assert capacity.first_token_budget(TOGETHER, 1.0, 1.3, 2) < 0
    terms = (0.28, 0.08, 1e-2, 0, 0)
    assert capacity.batch_by_ttft(*map(np.array, terms)) == 20
    assert capacity.batch_by_ttft(*map(np.array, (-0.1, 0.08, 1e-2, 0, 0))) == 0


@pytest.mark.parametrize(
    ("memory", "engine", "tpot", "ttft", "stages", "found", "rule"),
    [
        (100, 256, INF, INF, 1, 100, "memory"),
        (300, 256, INF, INF, 1, 256, "engine"),
        (300, 256, 40, INF, 1, 40, "TPOT"),
        (300, 256, 40, 30, 1, 30, "TTFT"),
        # objectives are of a stage's group, memory and engine of a whole replica
        (300, 256, 40, INF, 4, 160, "TPOT"),
        (100, 256, 40, INF, 4, 100, "memory"),
        (40, 40, 40, 40, 1, 40, "memory"),  # the first of equals
        (0, 256, INF, INF, 2, 2, "memory"),  # one in each stage at least
    ],
)
def test_the_least_of_four_limits_is_named(memory, engine, tpot, ttft, stages, found, rule):
    limits = (memory, engine, tpot, ttft, stages)
    assert capacity.batch_at_once(*limits) == found
    words = capacity.batch_rule.__formula__.quantity.words
    assert words[int(capacity.batch_rule(*limits))] == rule
    assert capacity.stage_sequences(found, stages) == found / stages


def test_a_step_of_the_sequences_at_once():
    # of two sequences each misses half of the experts: 3/4 are read
    assert capacity.experts_read(0.5, 2) == 0.75
    # 10 ms, 3/4 of 20 ms, and twice 3 ms
    assert capacity.serving_step_time(10, 20, 0.75, 3, 2) == 31
