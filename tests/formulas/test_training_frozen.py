"""Weights while training, each formula called as a plain function, against sums done by hand."""

import pytest

from flopwatt.formulas import training_frozen as frozen

HALF, BYTE, NF4 = 2, 1, 0.516
SIXTEEN, EIGHT, FOUR = range(3)


def test_frozen_weights_take_what_their_format_takes_where_they_stand():
    assert [frozen.frozen_width(f, HALF, 1.001, 0.5159) for f in range(3)] == [2, 1.001, 0.5159]
    assert frozen.frozen_expert_width(FOUR, HALF, 1.0, 0.5159) == 0.5159
    assert frozen.frozen_end_width(FOUR, HALF, 2.0, 2.0) == 2
    assert frozen.frozen_width_by_format(FOUR, HALF, BYTE, NF4) == NF4
    assert frozen.frozen_expert_width_alike(NF4) == frozen.frozen_end_width_alike(NF4) == NF4


@pytest.mark.parametrize(
    "held", [frozen.held_width, frozen.held_expert_width, frozen.held_end_width]
)
def test_adapters_come_on_top_of_what_is_frozen(held):
    assert held(0.01, NF4, 2) == pytest.approx(0.536)
    assert held(1.0, NF4, 2) == 2


def test_divided_weights():
    assert frozen.end_weight_density(3, 2, 8) == 0.25
    assert frozen.expert_weight_density(3, 2, 4) == 0.5
    assert frozen.expert_weight_density(1, 2, 2) == 2


def test_states_of_each_stage():
    assert frozen.first_states(10, 4, 100, 16, 18, 17) == 6 * 16 + 4 * 18 + 1700
    assert frozen.last_states(10, 4, 100, 16, 18, 17) == 6 * 16 + 4 * 18 + 1700
    assert frozen.inner_states(10, 100, 16, 17) == 1860
