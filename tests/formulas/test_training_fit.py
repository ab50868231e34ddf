"""The bill of the worst stage, each formula called as a plain function."""

import pytest

from flopwatt.formulas import training_fit as fit

FIRST, INNER, LAST = range(3)


def test_lines_are_those_of_the_worst_stage():
    for chosen in (
        fit.worst_params,
        fit.worst_experts,
        fit.training_activations,
        fit.training_moment,
        fit.training_buffers,
    ):
        assert [chosen(stage, 7, 8, 9) for stage in (FIRST, INNER, LAST)] == [7, 8, 9]


def test_states():
    assert fit.training_weights(10, 0, 100, 2, 3, 2) == 220
    assert fit.training_weights(10, 4, 100, 2, 3, 2) == 12 + 12 + 200  # four outside the layers
    assert [fit.worst_end(stage, 7, 9) for stage in (FIRST, INNER, LAST)] == [7, 0, 9]
    assert fit.training_gradients(10, 4, 100, 4) == 440
    assert fit.training_optimizer(10, 1.5, 100, 12) == 1215
    assert fit.training_states(220, 440, 1215) == 1875


def test_states_of_a_model_known_by_its_size():
    # 70B on 64 GPUs, everything divided: 16 bytes / 64 of each parameter
    assert fit.states_of_total(70e9, 16 / 64, 1, 1) == 17.5e9


def test_weights_of_two_copies():
    assert fit.copies_weights(1.5e9, 1, 1, 2) == 6e9


def test_copies_on_one_gpu():
    assert fit.copy_accelerators(8, 2) == 16
    assert fit.copies_held(2, 2, 800, 16, 1, 1000) == 200
    assert fit.copies_held(0, 2, 800, 16, 2, 1000) == 1000


def test_the_peak_and_what_a_card_must_have():
    peak = fit.training_peak(100, 20, 5, 3, 0)
    assert peak == 128
    assert fit.first_step(peak, 60) == 68  # what fits in step 1 may not in step 2
    reserved = fit.training_reserved(peak, 0.06)
    assert reserved == pytest.approx(135.68)
    assert fit.training_need(reserved, 1.3) == pytest.approx(136.98)
    assert fit.training_headroom(80, 136.98) == pytest.approx(-56.98)


@pytest.mark.parametrize(
    ("card", "wall"), [(200, "none"), (130, "the moment"), (110, "activations"), (90, "states")]
)
def test_the_wall_is_the_first_line_that_does_not_fit(card, wall):
    words = fit.training_wall.__formula__.quantity.words
    assert words[int(fit.training_wall(card, 100, 20, 137))] == wall
