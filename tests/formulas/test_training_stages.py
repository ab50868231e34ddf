"""Stages of a pipeline, each formula called as a plain function, against sums done by hand."""

import pytest

from flopwatt.formulas import training_stages as stages

YES, NO = 0, 1
FLASH, UNFUSED = 0, 1
NONE, SELECTIVE, OPERATORS, FULL = range(4)
GIB = 2**30
# the 22B model of Korthikanti et al.: 48 layers of 6144, 64 heads, 2048 tokens, 4 sequences, tp 8
HIDDEN, TOKENS, TP = 2 * 6144, 4 * 2048, 8
SPLIT, STREAM = 12 * HIDDEN, 4 * HIDDEN  # 24 and 8 bytes for each of its values


def _layer(stream_ways: int) -> tuple[float, float]:
    """One layer of that model, and its scores."""
    beside = stages.layer_beside(TOKENS, HIDDEN, 2, stream_ways, HIDDEN, 1, TP)
    kept = stages.rest_kept(TOKENS, SPLIT, 0, STREAM, beside, TP, stream_ways)
    return kept, stages.layer_scores(UNFUSED, 64, 5, 2048, TOKENS, TP)


def test_activations_of_the_22b_model():
    kept, scores = _layer(1)
    whole = stages.rest_activations(NONE, kept, scores, TOKENS, 0, TP, 0)
    assert stages.first_activations(1, 0, 48, 0, whole) / GIB == pytest.approx(59.25)
    kept, scores = _layer(TP)
    some = stages.rest_activations(SELECTIVE, kept, scores, TOKENS, 0, TP, 0)
    assert stages.first_activations(1, 0, 48, 0, some) / GIB == pytest.approx(9.5625)


def test_full_recomputation_keeps_inputs_alone():
    taken = stages.layer_input(TOKENS, HIDDEN, TP)
    assert taken == TOKENS * HIDDEN / TP
    assert stages.rest_activations(FULL, 9e9, 9e9, TOKENS, 5, TP, taken) == taken
    assert stages.lead_activations(FULL, 9e9, 9e9, TOKENS, 5, TP, taken) == taken
    assert stages.lead_activations(OPERATORS, 9e9, 9e9, TOKENS, 16, TP, taken) == TOKENS * 2


def test_a_leading_layer():
    assert stages.lead_kept(100, 80, 16, 7, 8, 4) == 100 * (10 + 4) + 7


def test_routed_experts_are_divided_like_matrices():
    assert stages.rest_kept(100, 80, 40, 16, 0, 8, 8) == 100 * (10 + 5 + 2)


def test_what_lies_between_matrices_is_divided_along_the_sequence():
    assert stages.stream_ways(YES, 8) == 8
    assert stages.stream_ways(NO, 8) == 1


def test_sequences_divided_over_gpus():
    assert stages.micro_tokens(32768, 2, 4) == 16384
    assert stages.layer_beside(10, 100, 0, 1, 64, 4, 2) == 10 * 32
    assert stages.layer_beside(10, 100, 0, 1, 64, 1, 2) == 0


def test_micro_batches_in_flight():
    # 8 stages of 3 pieces: L (1 + (p-1)/(pm)) layers on the first, so 8 + 7/3 stages of them
    assert stages.first_flight(8, 1) == 8
    assert stages.first_flight(8, 3) == pytest.approx(8 + 7 / 3)
    assert stages.inner_flight(8, 1) == 7
    assert stages.inner_flight(8 + 7 / 3, 3) == pytest.approx(8 + 5 / 3)
    assert stages.inner_flight(1, 1) == 0
    assert stages.last_flight(8, 1) == 1
    assert stages.last_flight(8, 3) == pytest.approx(17 / 3)


def test_parameters_of_each_stage():
    assert stages.input_params(100, 5, 20) == 125
    # one stage holds both ends, a tied matrix once; further stages hold a copy of it
    assert stages.first_end(1, 125, 0, 3, 5) == 28
    assert stages.first_end(4, 125, 100, 3, 5) == 25
    assert stages.last_end(4, 100, 125, 0, 3, 5) == 23
    assert stages.last_end(1, 100, 125, 100, 3, 5) == 48
    assert stages.first_params(3, 15, 10, 20, 7) == 30 + 240 + 7
    assert stages.inner_params(15, 20) == 300
    assert stages.last_params(15, 15, 10, 20, 7) == 307
    assert stages.first_experts(3, 15, 100) == 1200
    assert stages.inner_experts(15, 100) == 1500
    assert stages.last_experts(14, 100) == 1400


def test_activations_of_each_stage():
    assert stages.first_activations(4, 3, 15, 2, 5) == 4 * (6 + 60)
    assert stages.inner_activations(3, 15, 5) == 225
    assert stages.last_activations(1, 15, 15, 2, 5) == 75
