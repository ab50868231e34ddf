"""Decoders whose norms shift as well as scale: NeoX, BLOOM, StarCoder2, StableLM, Nemotron."""

from __future__ import annotations

from flopwatt.architecture.blocks.mlp import gated_mlp, plain_mlp
from flopwatt.architecture.blocks.tensors import norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_dims, read_tied
from flopwatt.architecture.families.llama import NOTHING
from flopwatt.architecture.layers import PRE_NORMS, attention_layers
from flopwatt.architecture.records import Architecture, Block, Layer, Tensor
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import read_window

HEAD_NORMS = ("self_attn.q_layernorm", "self_attn.k_layernorm")


def _decoder(
    config: Config,
    name: str,
    dims: Dims,
    layers: list[Layer],
    *,
    tied: bool,
    before: tuple[Tensor, ...] = (),
) -> Architecture:
    """Layers between an embedding and a last shifted norm."""
    outer = before + norm("final_layernorm", dims.hidden, bias=True)
    return make_decoder(
        config, name, dims, layers, tied=read_tied(config, default=tied), outer=outer
    )


def _plain(config: Config, dims: Dims, *, bias: bool) -> Block:
    return plain_mlp(dims.hidden, config.count("intermediate_size"), bias=bias)


@family("gpt_neox", also=("GPTNeoXForCausalLM",))
def read_gpt_neox(config: Config) -> Architecture:
    """Biases throughout, and a head of its own."""
    dims = read_dims(config, grouped=False)
    bias = config.flag("attention_bias", default=True)
    layers = attention_layers(dims, _plain(config, dims, bias=True), norm_bias=True, bias=bias)
    return _decoder(config, "gpt_neox", dims, layers, tied=False)


@family("gpt_neox_japanese", also=("GPTNeoXJapaneseForCausalLM",))
def read_gpt_neox_japanese(config: Config) -> Architecture:
    """NeoX without biases but one, where the last layer's attention ends."""
    dims = read_dims(config, grouped=False)
    times = config.count("intermediate_multiple_size", default=4, why=CLASS_DEFAULT)
    mlp = plain_mlp(dims.hidden, times * dims.hidden)
    layers = attention_layers(dims, mlp, norm_bias=True)
    layers[-1:] = attention_layers(dims, mlp, norm_bias=True, output_bias=True)[-1:]
    return _decoder(config, "gpt_neox", dims, layers, tied=True)


@family("bloom", also=("BloomForCausalLM",))
def read_bloom(config: Config) -> Architecture:
    """Biases throughout, a norm behind the embedding, and a tied head."""
    dims = read_dims(config, grouped=False)
    mlp = plain_mlp(dims.hidden, 4 * dims.hidden, bias=True)
    layers = attention_layers(dims, mlp, norm_bias=True, bias=True)
    before = norm("word_embeddings_layernorm", dims.hidden, bias=True)
    return _decoder(config, "bloom", dims, layers, tied=True, before=before)


@family("starcoder2", also=("Starcoder2ForCausalLM",))
def read_starcoder2(config: Config) -> Architecture:
    """Grouped-query attention and a plain MLP with one switch for all biases."""
    dims = read_dims(config, kv=2)
    bias = config.flag("use_bias", default=True, why=CLASS_DEFAULT)
    layers = attention_layers(
        dims,
        _plain(config, dims, bias=bias),
        reaches=[read_window(config)] * dims.layers,
        norm_bias=True,
        bias=bias,
    )
    return _decoder(config, "starcoder", dims, layers, tied=True)


@family(
    *("stablelm", "stablelm_epoch"),
    also=("StableLmForCausalLM", "StableLMEpochForCausalLM"),
)
def read_stablelm(config: Config) -> Architecture:
    """Llama's layer with shifted norms; one norm fewer where both halves run side by side."""
    dims = read_dims(config)
    heads = dims.heads
    within = Block(
        norm("self_attn.q_layernorm", heads.query, heads.key_dim)
        + norm("self_attn.k_layernorm", heads.kv, heads.key_dim)
    )
    beside = config.flag("use_parallel_residual", default=False)
    layers = attention_layers(
        dims,
        gated_mlp(dims.hidden, config.count("intermediate_size")),
        within if config.flag("qk_layernorm", default=False) else NOTHING,
        norm_names=PRE_NORMS[:1] if beside else PRE_NORMS,
        norm_bias=True,
        bias=config.flag("use_qkv_bias", default=False),
        output_bias=False,
    )
    return _decoder(config, "stablelm", dims, layers, tied=False)


@family("persimmon", also=("PersimmonForCausalLM",))
def read_persimmon(config: Config) -> Architecture:
    """Biases throughout, and shifted norms inside the heads of query and key."""
    dims = read_dims(config, grouped=False)
    within = norms(*HEAD_NORMS, width=dims.heads.key_dim, bias=True)
    switched = config.flag("qk_layernorm", default=True, why=CLASS_DEFAULT)
    layers = attention_layers(
        dims,
        _plain(config, dims, bias=True),
        within if switched else NOTHING,
        norm_bias=True,
        bias=True,
    )
    return _decoder(config, "persimmon", dims, layers, tied=False)


@family("nemotron", also=("NemotronForCausalLM",))
def read_nemotron(config: Config) -> Architecture:
    """Grouped-query attention and a plain MLP, without biases unless said."""
    dims = read_dims(config)
    mlp = _plain(config, dims, bias=config.flag("mlp_bias", default=False))
    bias = config.flag("attention_bias", default=False)
    layers = attention_layers(dims, mlp, norm_bias=True, bias=bias)
    return _decoder(config, "nemotron", dims, layers, tied=False)


@family("jais2", also=("Jais2ForCausalLM",))
def read_jais2(config: Config) -> Architecture:
    """Nemotron's layer with biases throughout, unless said."""
    dims = read_dims(config)
    mlp = _plain(config, dims, bias=config.flag("mlp_bias", default=True, why=CLASS_DEFAULT))
    bias = config.flag("attention_bias", default=True, why=CLASS_DEFAULT)
    layers = attention_layers(dims, mlp, norm_bias=True, bias=bias)
    return _decoder(config, "jais", dims, layers, tied=False)
