"""GPT and its first descendants: learned positions, shifted norms, plain MLPs with biases."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.architecture.blocks.attention import Reach
from flopwatt.architecture.blocks.mlp import gated_mlp, plain_mlp
from flopwatt.architecture.blocks.tensors import norm, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_dims, read_tied
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.layers import attention_layers
from flopwatt.architecture.records import Architecture, Block, Part, Tensor
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import limit

NORMS = ("ln_1", "ln_2")


def positions(config: Config, hidden: Count, *names: str, more: int = 0) -> tuple[Tensor, ...]:
    """A learned vector for each position, ``more`` of them than the config counts."""
    names = names or ("n_positions", "max_position_embeddings", "n_ctx")
    return vector("position_embedding.weight", Part.POSITION, config.count(*names) + more, hidden)


def gpt_inner(config: Config, hidden: Count) -> Count:
    """The inner width of the MLP: four times the outer one, unless said."""
    return config.count("n_inner", "intermediate_size", default=4 * hidden, why="4 x width")


def _gpt(config: Config, dims: Dims, mlp: Block, outer: tuple[Tensor, ...]) -> Architecture:
    """Layers of biases and shifted norms throughout, with a tied head."""
    layers = attention_layers(dims, mlp, norm_names=NORMS, norm_bias=True, bias=True)
    tied = read_tied(config, default=True)
    return make_decoder(config, "gpt", dims, layers, tied=tied, outer=outer)


@family("gpt2", "gpt_sw3", also=("GPT2LMHeadModel",))
def read_gpt2(config: Config) -> Architecture:
    """Biases throughout and a tied head."""
    if config.flag("add_cross_attention", default=False):
        config.refuse("add_cross_attention", "cross attention is not read here", "false")
    dims = read_dims(config, grouped=False)
    mlp = plain_mlp(dims.hidden, gpt_inner(config, dims.hidden), bias=True)
    outer = positions(config, dims.hidden) + norm("ln_f", dims.hidden, bias=True)
    return _gpt(config, dims, mlp, outer)


@family("openai-gpt", also=("OpenAIGPTLMHeadModel",))
def read_openai_gpt(config: Config) -> Architecture:
    """The first GPT: as GPT-2, with norms behind each half and none at the end."""
    dims = read_dims(config, grouped=False)
    mlp = plain_mlp(dims.hidden, 4 * dims.hidden, bias=True)
    return _gpt(config, dims, mlp, positions(config, dims.hidden))


@family("gpt_bigcode", also=("GPTBigCodeForCausalLM",))
def read_gpt_bigcode(config: Config) -> Architecture:
    """GPT-2 with one key-value head for all query heads, unless said."""
    dims = read_dims(config, grouped=False)
    shared = config.flag("multi_query", default=True, why=CLASS_DEFAULT)
    if shared:
        dims = replace(dims, heads=replace(dims.heads, kv=1))
    mlp = plain_mlp(dims.hidden, gpt_inner(config, dims.hidden), bias=True)
    outer = positions(config, dims.hidden) + norm("ln_f", dims.hidden, bias=True)
    return _gpt(config, dims, mlp, outer)


@family("jais", also=("JAISLMHeadModel",))
def read_jais(config: Config) -> Architecture:
    """GPT-2 with a gated MLP and, where positions are linear biases, no learned ones."""
    dims = read_dims(config, grouped=False)
    inner = gpt_inner(config, dims.hidden)
    gated = config.word("activation_function", default="gelu") == "swiglu"
    mlp = (gated_mlp if gated else plain_mlp)(dims.hidden, inner, bias=True)
    outer = norm("ln_f", dims.hidden, bias=True)
    if config.word("position_embedding_type", default="learned", why=CLASS_DEFAULT) == "learned":
        outer += positions(config, dims.hidden)
    return _gpt(config, dims, mlp, outer)


@family("gptj", "gpt_j", "codegen", also=("GPTJForCausalLM", "CodeGenForCausalLM"))
def read_gptj(config: Config) -> Architecture:
    """One norm feeds attention without biases and an MLP with them; the head has its own bias."""
    dims = read_dims(config, grouped=False)
    mlp = plain_mlp(dims.hidden, gpt_inner(config, dims.hidden), bias=True)
    layers = attention_layers(dims, mlp, norm_names=("ln_1",), norm_bias=True)
    outer = norm("ln_f", dims.hidden, bias=True)
    tied = read_tied(config, default=False)
    return make_decoder(config, "gpt", dims, layers, tied=tied, outer=outer, head_bias=True)


@family("gpt_neo", also=("GPTNeoForCausalLM",))
def read_gpt_neo(config: Config) -> Architecture:
    """GPT-2 with a bias only where attention ends, and windows in the layers called local."""
    dims = read_dims(config, grouped=False)
    mlp = plain_mlp(dims.hidden, gpt_inner(config, dims.hidden), bias=True)
    layers = attention_layers(
        dims,
        mlp,
        reaches=_neo_reaches(config, dims.layers),
        norm_names=NORMS,
        norm_bias=True,
        output_bias=True,
    )
    outer = positions(config, dims.hidden, "max_position_embeddings")
    outer += norm("ln_f", dims.hidden, bias=True)
    tied = read_tied(config, default=True)
    return make_decoder(config, "gpt", dims, layers, tied=tied, outer=outer)


def _neo_reaches(config: Config, count: int) -> list[Reach | None]:
    """Local and global layers as listed one by one, or as patterns with how often each repeats."""
    kinds = list(config.items("attention_layers") or ())
    for item in config.items("attention_types") or () if not kinds else ():
        match item:
            case [list(names), int(times)] if 0 < times <= count:
                kinds += names * times
    window = limit(config, config.count("window_size", default=256, why=CLASS_DEFAULT))
    if not kinds and not config.has("attention_types"):
        kinds = ["global", "local"] * count
        config.assume("attention_types", "global and local in turn", CLASS_DEFAULT)
    if len(kinds) < count or any(kind not in ("global", "local") for kind in kinds):
        config.refuse("attention_types", "does not say global or local for each layer")
        return [None] * count
    return [window if kind == "local" else None for kind in kinds[:count]]


@family("ctrl", also=("CTRLLMHeadModel",))
def read_ctrl(config: Config) -> Architecture:
    """Biases throughout, fixed positions, and a tied head with a bias."""
    dims = read_dims(config, grouped=False)
    mlp = plain_mlp(dims.hidden, config.count("dff"), bias=True)
    names = ("layernorm1", "layernorm2")
    layers = attention_layers(dims, mlp, norm_names=names, norm_bias=True, bias=True)
    outer = norm("layernorm", dims.hidden, bias=True)
    tied = read_tied(config, default=True)
    return make_decoder(config, "gpt", dims, layers, tied=tied, outer=outer, head_bias=True)
