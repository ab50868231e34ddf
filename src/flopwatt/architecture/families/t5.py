"""T5, mT5 and UMT5: an encoder and a decoder with relative position tables."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.architecture.blocks.attention import Heads, attention
from flopwatt.architecture.blocks.cross import cross_attention
from flopwatt.architecture.blocks.mlp import Experts, gated_mlp, plain_mlp, routed_copy
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, read_tied
from flopwatt.architecture.encoder import make_pair, table
from flopwatt.architecture.records import Architecture, Block, Layer, Part, Stack, Tensor
from flopwatt.architecture.registry import family

NO_TABLE = Block(())


@family("t5", also=("T5ForConditionalGeneration", "T5WithLMHeadModel"))
def read_t5(config: Config) -> Architecture:
    """T5 and FLAN-T5; version 1.1 gates its MLP and has an output matrix of its own."""
    return _read(config, activation="relu", tied=True)


@family("mt5", also=("MT5ForConditionalGeneration",))
def read_mt5(config: Config) -> Architecture:
    """T5 version 1.1 in many languages."""
    return _read(config, activation="gated-gelu", tied=False)


@family("umt5", also=("UMT5ForConditionalGeneration",))
def read_umt5(config: Config) -> Architecture:
    """mT5 with a table of positions in every layer."""
    return _read(config, activation="gated-gelu", tied=True, every=True)


@family("switch_transformers", also=("SwitchTransformersForConditionalGeneration",))
def read_switch(config: Config) -> Architecture:
    """Switch Transformers: T5 with experts in some layers, of which a token passes one."""
    found = _read(config, activation="relu", tied=True)
    encoder = _sparse(config, found.encoder, "encoder") if found.encoder else None
    return replace(found, encoder=encoder, decoder=_sparse(config, found.decoder, "decoder"))


def _sparse(config: Config, stack: Stack, side: str) -> Stack:
    """Every few layers' MLP as experts behind a router."""
    layers = len(stack.layers)
    some = config.count(f"num_sparse_{side}_layers", default=3, why=CLASS_DEFAULT, least=0)
    step = layers // some if some != 0 else layers
    routed = Experts(config.count("num_experts", default=8, why=CLASS_DEFAULT), 1, 1)
    bias = config.flag("router_bias", default=False)
    router = linear("mlp.router", Part.ROUTER, routed.count, config.count("d_model"), bias=bias)
    made = []
    for place, layer in enumerate(stack.layers):
        if step == 0 or (step != 1 and place % step != 1):
            made.append(layer)
            continue
        tensors = (_expert(t, routed) if t.part is Part.MLP else t for t in layer.tensors)
        label = layer.label.replace("MLP", "experts")
        made.append(replace(layer, label=label, tensors=(*tensors, *router)))
    return replace(stack, layers=tuple(made))


def _expert(tensor: Tensor, routed: Experts) -> Tensor:
    return replace(routed_copy(tensor, routed), part=Part.EXPERT)


def _read(config: Config, *, activation: str, tied: bool, every: bool = False) -> Architecture:
    """The table is in the first layer of each stack, or in ``every`` layer."""
    heads = config.count("num_heads")
    dim = config.count("d_kv", default=64, why=CLASS_DEFAULT)
    shape = Heads(heads, heads, dim, dim)
    dims = Dims(config.count("d_model"), config.layers("num_layers"), config.count("vocab_size"),
                shape)  # fmt: skip
    feed = _feed(config, dims, activation)
    buckets = config.count("relative_attention_num_buckets", default=32, why=CLASS_DEFAULT)
    where = Block(table("relative_attention_bias", buckets, heads))
    last = norm("final_layer_norm", dims.hidden)
    reading = [_encoder(dims, feed, where if every or not i else NO_TABLE)
               for i in range(dims.layers)]  # fmt: skip
    count = _decoder_layers(config, dims.layers)
    writing = [_decoder(dims, feed, where if every or not i else NO_TABLE) for i in range(count)]
    tied = read_tied(config, default=tied)
    encoder = Stack(tuple(reading), last)
    return make_pair(config, "t5", dims, encoder, writing, tied=tied, outer=last)


def _decoder_layers(config: Config, layers: int) -> int:
    if config.has("num_decoder_layers"):
        return config.layers("num_decoder_layers")
    config.count("num_decoder_layers", default=layers, why="as many as the encoder has")
    return layers


def _feed(config: Config, dims: Dims, activation: str) -> Block:
    inner = config.count("d_ff")
    act = config.word("feed_forward_proj", default=activation, why=CLASS_DEFAULT)
    make = gated_mlp if act.startswith("gated-") else plain_mlp
    return make(dims.hidden, inner)


def _encoder(dims: Dims, feed: Block, where: Block) -> Layer:
    attend = attention(dims.hidden, dims.heads, causal=False)
    around = norms("layer.0.layer_norm", "layer.1.layer_norm", width=dims.hidden)
    return make_layer("attention + MLP", around, attend, where, feed)


def _decoder(dims: Dims, feed: Block, where: Block) -> Layer:
    attend = attention(dims.hidden, dims.heads)
    source = cross_attention(dims.hidden, dims.heads)
    names = (f"layer.{i}.layer_norm" for i in range(3))
    around = norms(*names, width=dims.hidden)
    return make_layer("attention + cross-attention + MLP", around, attend, where, source, feed)
