"""The fullest moment, each formula called as a plain function, against sums done by hand."""

import pytest

from flopwatt.formulas import training_memory as memory

FUSED, UNFUSED, PLAIN, CHUNKED = range(4)
NONE, KEPT = 0, 1
FIRST, INNER, LAST = range(3)


def test_the_loss_takes_copies_of_the_scores():
    assert memory.logits(4096, 128256, 8) == 4096 * 16032
    assert [memory.loss_width(kernel, 2) for kernel in range(4)] == [2, 6, 12, 0]


def test_gradients_of_both_ends():
    assert memory.head_gradient(1, 2, 800, 8) == 200
    assert memory.head_gradient(0.01, 2, 800, 8) == 0
    assert memory.input_gradient(1, 2, 800, 8) == 200
    assert memory.input_gradient(0.01, 2, 800, 8) == 0


def test_the_output_matrix_backward():
    # scores, the matrix's gradient, and its input gathered with its gradient
    assert memory.output_gradient(FUSED, 50, 2, 1000, 10, 8, 4) == 100 + 1000 + 160
    assert memory.output_gradient(FUSED, 50, 2, 1000, 10, 8, 1) == 100 + 1000 + 80
    assert memory.output_gradient(CHUNKED, 50, 2, 1000, 10, 8, 1) == 1000 + 80


def test_layers_worked_out_again_are_there_once():
    assert memory.working(10, 16, 4, 2, 0, 900, 900, 50) == 10 * (8 + 8)
    assert memory.working(10, 16, 4, 2, 1, 900, 900, 50) == 160 + 50
    assert memory.working(10, 16, 4, 2, 3, 900, 40, 50) == 160 + 910


def test_moments_of_both_ends():
    assert memory.first_moment(160, 1000, 400, 4) == 900
    assert memory.first_moment(160, 200, 400, 4) == 160
    assert memory.last_moment(160, 50, 12, 500, 3) == 606
    assert memory.last_moment(160, 50, 2, 500, 3) == 506


def test_unused_gradients_stay_where_the_framework_keeps_them():
    assert memory.scratch(KEPT, 80, 5, 2, 8) == 30
    assert memory.rest_scratch(KEPT, 40, 5, 2, 8) == 20
    assert memory.scratch(NONE, 80, 5, 2, 8) == memory.rest_scratch(NONE, 40, 5, 2, 8) == 0


def test_divided_weights_are_gathered_layer_by_layer():
    assert memory.gathered(3, 2, 2, 100, 20) == 3 * 2 * 120
    assert memory.gathered_head(3, 2, 800, 8) == 200
    assert memory.gathered(2, 2, 2, 100, 20) == memory.gathered_head(2, 2, 800, 8) == 0


def test_buffers_of_each_stage():
    assert memory.first_buffers(30, 7, 1) == 38
    assert memory.inner_buffers(20, 7, 1) == 28
    assert memory.last_buffers(4, 30, 20, 7, 2, 1) == 30
    assert memory.last_buffers(1, 30, 20, 7, 2, 1) == 40


@pytest.mark.parametrize("peak", [memory.first_peak, memory.inner_peak, memory.last_peak])
def test_a_peak_is_the_sum_of_its_parts(peak):
    assert peak(1960, 5, 6, 7) == 1960 + 18


@pytest.mark.parametrize(
    ("peaks", "stage"), [((3, 2, 1), FIRST), ((1, 3, 2), INNER), ((2, 2, 3), LAST)]
)
def test_the_worst_stage(peaks, stage):
    assert memory.worst_stage(*peaks) == stage
