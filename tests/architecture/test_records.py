"""Tensors, layers and stacks: sizes, what a token passes, and layers counted once."""

from flopwatt.architecture.lacking import Lacking
from flopwatt.architecture.records import (
    Architecture,
    Cache,
    Layer,
    Part,
    Scores,
    Stack,
    State,
    Tensor,
    interned,
    tally,
)

WEIGHT = Tensor("w.weight", Part.MLP, (3, 5), matmul=True)
EXPERT = Tensor("e.weight", Part.EXPERT, (3, 5), 8, 2, matmul=True)


def test_sizes_of_a_tensor():
    assert (WEIGHT.size, WEIGHT.active, WEIGHT.passed) == (15, 15, 15)
    assert (EXPERT.size, EXPERT.active, EXPERT.passed) == (120, 30, 30)


def test_a_weight_once_more_is_passed_and_not_stored():
    again = Tensor("w.weight", Part.MLP, (3, 5), matmul=True, again=True)
    assert (again.size, again.active, again.passed) == (0, 0, 15)


def test_a_side_that_is_missing_leaves_the_size_unknown():
    size = Tensor("w", Part.MLP, (3, Lacking("inner"))).size
    assert isinstance(size, Lacking)
    assert size.names == {"inner"}


def test_arithmetic_and_values_of_attention():
    assert Scores(4, 16, 8).flops == 2 * 4 * (16 + 8)
    assert Cache(2, 16, 8).values == 2 * (16 + 8)


def test_each_layer_is_counted_with_how_often_it_stands():
    one, other = Layer("a", (WEIGHT,)), Layer("b", (EXPERT,))
    assert list(tally([one, other, one])) == [(one, 2), (other, 1)]
    stack = Stack((one, other, one), (WEIGHT,))
    assert list(stack.tally()) == [(WEIGHT, 1), (WEIGHT, 2), (EXPERT, 1)]
    assert [place for place, _ in stack.tensors()] == ["", "0", "1", "2"]


def test_layers_of_the_same_parts_become_one():
    state = State(4, 0, 8)
    same = [Layer("a", (WEIGHT, EXPERT), state=state) for _ in range(3)]
    other = Layer("a", (WEIGHT, EXPERT), state=State(4, 0, 8))  # alike, and of its own parts
    found = interned([*same, other, Layer("b", (WEIGHT, EXPERT), state=state)])
    assert found[0] is found[1] is found[2]
    assert len({id(layer) for layer in found}) == 3
    assert found == (*same, other, Layer("b", (WEIGHT, EXPERT), state=state))


def test_the_text_model_is_encoder_and_decoder():
    encoder, decoder = Layer("e", (WEIGHT,)), Layer("d", (EXPERT,))
    tower = Stack((Layer("t", (WEIGHT,)),))
    found = Architecture(
        *("made", Stack((decoder,)), 3, 10, False), Stack((encoder,)), {"vision": tower}
    )
    assert found.layers == (encoder, decoder)
    assert list(found.tensors()) == [WEIGHT, EXPERT]
    assert list(found.tally()) == [(WEIGHT, 1), (EXPERT, 1)]
