"""Encoders, alone and in front of a decoder."""

from flopwatt.architecture.blocks.attention import Heads
from flopwatt.architecture.config import open_config
from flopwatt.architecture.decoder import Dims
from flopwatt.architecture.encoder import HEADLESS, make_encoder, make_pair, table, unmultiplied
from flopwatt.architecture.records import Layer, Part, Stack, Tensor

DIMS = Dims(4, 1, 10, Heads(2, 2, 2, 2))
WEIGHT = Tensor("w.weight", Part.MLP, (4, 4), matmul=True)
LAYER = Layer("one", (WEIGHT,))


def test_an_encoder_writes_nothing():
    config = open_config({})
    found = make_encoder(config, "made", DIMS, [LAYER], table("positions", 7, 4))
    assert (found.causal, found.tied) == (False, False)
    assert sum(tensor.size for tensor in found.tensors()) == 16 + 28
    assert config.reading.notes == [HEADLESS]


def test_a_pair_shares_its_embedding():
    encoder = Stack((LAYER, LAYER))
    config = open_config({})
    found = make_pair(config, "made", DIMS, encoder, [LAYER], tied=True, outer=())
    assert found.encoder is encoder
    assert len(found.layers) == 3
    assert sum(tensor.size for tensor in found.tensors()) == 3 * 16 + 40


def test_tables_are_looked_up():
    (found,) = table("token_types", 2, 4)
    assert (found.name, found.part, found.matmul) == ("token_types.weight", Part.POSITION, False)
    assert [tensor.matmul for tensor in unmultiplied([WEIGHT])] == [False]
