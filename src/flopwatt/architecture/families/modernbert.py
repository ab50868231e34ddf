"""Newer encoders: ModernBERT, Nomic BERT and GTE, with rotary positions and gated MLPs."""

from __future__ import annotations

from collections.abc import Sequence

from flopwatt.architecture.blocks.attention import Reach, attention
from flopwatt.architecture.blocks.mlp import gated_mlp, plain_mlp
from flopwatt.architecture.blocks.tensors import make_layer, norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, read_dims
from flopwatt.architecture.encoder import make_encoder, table
from flopwatt.architecture.records import Architecture, Block, Layer, Part, Tensor
from flopwatt.architecture.registry import family


@family("modernbert", also=("ModernBertModel", "ModernBertForMaskedLM"))
def read_modernbert(config: Config) -> Architecture:
    """Every third layer sees all tokens, the others a window around each."""
    dims = read_dims(config)
    hidden = dims.hidden
    window = config.count("local_attention", default=128, why=CLASS_DEFAULT)
    bias = config.flag("norm_bias", default=False)
    mlp_bias = config.flag("mlp_bias", default=False)
    feed = gated_mlp(hidden, config.count("intermediate_size"), bias=mlp_bias)
    layers = []
    for place, everywhere in enumerate(_global(config, dims.layers)):
        attend = attention(
            hidden,
            dims.heads,
            bias=config.flag("attention_bias", default=False),
            reach=None if everywhere else Reach(window),
            causal=False,
        )
        # the norm of the embedding serves the first layer
        names = ("attn_norm", "mlp_norm") if place else ("mlp_norm",)
        label = "attention + MLP" if everywhere else "window attention + MLP"
        layers.append(make_layer(label, norms(*names, width=hidden, bias=bias), attend, feed))
    outer = (_words(dims), *norm("embeddings.norm", hidden, bias=bias))
    outer += norm("final_norm", hidden, bias=bias)
    return make_encoder(config, "modernbert", dims, layers, outer)


def _global(config: Config, count: int) -> Sequence[bool]:
    kinds = config.per_layer(count, "layer_types")
    if kinds is not None:
        return [kind == "full_attention" for kind in kinds[:count]]
    every = config.count("global_attn_every_n_layers", default=3, why=CLASS_DEFAULT)
    return [place % every == 0 for place in range(count)]


@family("eurobert", also=("EuroBertModel", "EuroBertForMaskedLM"))
def read_eurobert(config: Config) -> Architecture:
    """Llama's layer without a mask."""
    dims = read_dims(config)
    bias = config.flag("attention_bias", default=False)
    mlp_bias = config.flag("mlp_bias", default=False)
    layer = make_layer(
        "attention + MLP",
        norms("input_layernorm", "post_attention_layernorm", width=dims.hidden),
        attention(dims.hidden, dims.heads, bias=bias, causal=False),
        gated_mlp(dims.hidden, config.count("intermediate_size"), bias=mlp_bias),
    )
    outer = (_words(dims), *norm("norm", dims.hidden))
    return make_encoder(config, "modernbert", dims, [layer] * dims.layers, outer)


@family("nomic_bert", also=("NomicBertModel",))
def read_nomic(config: Config) -> Architecture:
    """Nomic's encoder under its own names, which are those of GPT-2, or under BERT's."""
    if config.count("num_experts", default=0, least=0) != 0:
        config.refuse("num_experts", "is not 0, and the experts of this family are not read", "0")
    dims = read_dims(config)
    inner = config.count("n_inner", "intermediate_size")
    bias = config.flag("qkv_proj_bias", default=False)
    mlp_bias = config.flag("mlp_fc1_bias", default=False)
    act = config.word("activation_function", "hidden_act", default="silu", why=CLASS_DEFAULT)
    gated = act in ("swiglu", "silu", "geglu", "glu")
    make = gated_mlp if gated else plain_mlp
    feed = make(dims.hidden, inner, bias=mlp_bias)
    attend = attention(dims.hidden, dims.heads, bias=bias, causal=False)
    kinds = config.count("type_vocab_size", default=2, least=0, why=CLASS_DEFAULT)
    layers = [_post_norm(dims, attend, feed)] * dims.layers
    types = table("token_type_embeddings", kinds, dims.hidden) if kinds != 0 else ()
    outer = _embeddings(dims, *types)
    return make_encoder(config, "modernbert", dims, layers, outer)


@family("new", "gte", also=("NewModel", "GteModel"))
def read_gte(config: Config) -> Architecture:
    """Biases everywhere but in gate and up."""
    dims = read_dims(config)
    positions = config.word("position_embedding_type", default="rope")
    if positions != "rope":
        config.refuse("position_embedding_type", "is of a kind that is not read", "rope")
    feed = gated_mlp(dims.hidden, config.count("intermediate_size"))
    down = Tensor("mlp.down_proj.bias", Part.MLP, (dims.hidden,))
    feed = Block((*feed.tensors, down))
    attend = attention(dims.hidden, dims.heads, bias=True, causal=False)
    kinds = config.count("type_vocab_size", default=1, least=0, why=CLASS_DEFAULT)
    types = table("token_type_embeddings", kinds, dims.hidden) if kinds != 0 else ()
    layers = [_post_norm(dims, attend, feed)] * dims.layers
    return make_encoder(config, "modernbert", dims, layers, _embeddings(dims, *types))


def _post_norm(dims: Dims, attend: Block, feed: Block) -> Layer:
    around = norms("norm1", "norm2", width=dims.hidden, bias=True)
    return make_layer("attention + MLP", attend, feed, around)


def _embeddings(dims: Dims, *types: Tensor) -> tuple[Tensor, ...]:
    return (_words(dims), *types, *norm("embeddings.LayerNorm", dims.hidden, bias=True))


def _words(dims: Dims) -> Tensor:
    return Tensor("word_embeddings.weight", Part.EMBEDDING, (dims.vocab, dims.hidden))
