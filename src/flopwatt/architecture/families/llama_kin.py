"""Relatives of Llama that differ in biases, defaults or one norm: Seed, Ernie, EXAONE, CWM."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.architecture.blocks.attention import Reach, attention
from flopwatt.architecture.blocks.mlp import gated_mlp, plain_mlp
from flopwatt.architecture.blocks.tensors import make_layer, norm, norms, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, make_decoder, read_dims, read_tied
from flopwatt.architecture.families.llama import NOTHING, Kin, llama_like, switched
from flopwatt.architecture.layers import attention_layers, head_scales
from flopwatt.architecture.records import Architecture, Block, Part
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import pattern, read_kinds, read_reaches


@family("seed_oss", also=("SeedOssForCausalLM",))
def read_seed_oss(config: Config) -> Architecture:
    """Llama's layer with biases on query, key and value, and heads of 128 unless said."""
    return llama_like(
        config,
        "seed_oss",
        Kin(
            bias=config.flag("attention_bias", default=True, why=CLASS_DEFAULT),
            output_bias=config.flag("attention_out_bias", default=False),
            mlp_bias=config.flag("mlp_bias", default=False),
            kv=8,
            head=128,
        ),
    )


@family(
    "ernie4_5",
    "paddleocr_vl_text",
    "paddleocr_vl",
    also=("Ernie4_5ForCausalLM", "Ernie4_5_ForCausalLM"),
)
def read_ernie(config: Config) -> Architecture:
    """Llama's layer with one switch for all biases, heads of 128, and a tied head unless said."""
    bias = config.flag("use_bias", default=False)
    return llama_like(config, "ernie", Kin(bias=bias, mlp_bias=bias, tied=True, kv=2, head=128))


@family("helium", also=("HeliumForCausalLM",))
def read_helium(config: Config) -> Architecture:
    """Llama's layer; a bias is on query, key and value alone."""
    kin = replace(switched(config), output_bias=False, head=128)
    return llama_like(config, "helium", kin)


@family("exaone", also=("ExaoneForCausalLM",))
def read_exaone(config: Config) -> Architecture:
    """Llama's layer under EXAONE's names."""
    return llama_like(config, "exaone", switched(config))


@family("orion", also=("OrionForCausalLM",))
def read_orion(config: Config) -> Architecture:
    """Llama's layer with shifted norms."""
    bias = config.flag("attention_bias", default=False)
    return llama_like(config, "orion", Kin(bias=bias, norm_bias=True))


@family("telechat", also=("TelechatForCausalLM", "TeleChatForCausalLM"))
def read_telechat(config: Config) -> Architecture:
    """Llama's layer with biases where attention and MLP end."""
    dims = read_dims(config)
    mlp = gated_mlp(dims.hidden, config.count("ffn_hidden_size", "intermediate_size"))
    ends = vector("mlp.down_proj.bias", Part.MLP, dims.hidden)
    layers = attention_layers(dims, mlp, Block(ends), output_bias=True)
    tied = read_tied(config, default=True)
    return make_decoder(config, "telechat", dims, layers, tied=tied)


@family("cwm", also=("CwmForCausalLM",))
def read_cwm(config: Config) -> Architecture:
    """Llama's layer with windows in three of four layers."""
    layers = config.layers()
    kinds = read_kinds(config, layers, pattern(layers, 4, full=0), "the first of each 4 sees all")
    reaches = read_reaches(config, kinds, 8192)
    mlp_bias = config.flag("mlp_bias", default=False)
    return llama_like(config, "cwm", Kin(mlp_bias=mlp_bias, kv=8, head=128), reaches=reaches)


@family("granite_swa", also=("GraniteSWAForCausalLM",))
def read_granite_swa(config: Config) -> Architecture:
    """Granite with windows in three of four layers and a sink for each query head."""
    layers = config.layers()
    kinds = read_kinds(config, layers, pattern(layers, 4, full=0), "the first of each 4 sees all")
    sinks = vector("self_attn.sinks", Part.ATTENTION, config.count("num_attention_heads"))
    return llama_like(
        config,
        "granite",
        replace(switched(config), tied=True),
        reaches=read_reaches(config, kinds, 128),
        extra=Block(sinks),
    )


@family("smollm3", also=("SmolLM3ForCausalLM",))
def read_smollm3(config: Config) -> Architecture:
    """Llama's layer, tied unless said; windows only where they are switched on."""
    count = config.layers()
    reaches: list[Reach | None] = [None] * count
    if config.flag("use_sliding_window", default=False) and config.has("sliding_window"):
        every = config.count("no_rope_layer_interval", default=4)
        rotary = config.per_layer(count, "no_rope_layers")
        plain = [not x for x in rotary] if rotary else [(i + 1) % every == 0 for i in range(count)]
        kinds = ["sliding_attention" if one else "full_attention" for one in plain]
        reaches = read_reaches(config, read_kinds(config, count, kinds))
    return llama_like(
        config,
        "smollm3",
        replace(switched(config), tied=True, kv=4),
        reaches=reaches,
    )


@family("exaone4", also=("Exaone4ForCausalLM",))
def read_exaone4(config: Config) -> Architecture:
    """Norms behind attention and MLP and inside the heads; windows in three of four layers."""
    dims = read_dims(config)
    period = config.raw("sliding_window_pattern")
    if isinstance(period, str) and period:  # LLLG: local layers, then one global
        kinds = ["full_attention" if period[i % len(period)] == "G" else "sliding_attention"
                 for i in range(dims.layers)]  # fmt: skip
    else:
        every = config.count("sliding_window_pattern", default=4, least=0, why=CLASS_DEFAULT)
        kinds = pattern(dims.layers, every)
    if "sliding_window" in config.data and not config.has("sliding_window"):
        reaches: list[Reach | None] = [None] * dims.layers
    else:
        reaches = read_reaches(config, read_kinds(config, dims.layers, kinds), 4096)
    layers = attention_layers(
        dims,
        gated_mlp(dims.hidden, config.count("intermediate_size")),
        reaches=reaches,
        norm_names=("post_attention_layernorm", "post_feedforward_layernorm"),
        qk_norm=head_scales(dims),
    )
    return make_decoder(config, "exaone", dims, layers, tied=read_tied(config, default=False))


@family("hunyuan_v1_dense", "hunyuan_vl_text", also=("HunYuanDenseV1ForCausalLM",))
def read_hunyuan_dense(config: Config) -> Architecture:
    """Llama's layer with a norm inside the heads of query and key."""
    dims = read_dims(config)
    if config.flag("use_cla", default=False):
        config.refuse("use_cla", "keys and values shared between layers are not read here", "false")
    scales = head_scales(dims) if config.flag("use_qk_norm", default=True) else None
    layers = attention_layers(
        dims,
        gated_mlp(dims.hidden, config.count("intermediate_size")),
        bias=config.flag("attention_bias", default=False),
        qk_norm=scales,
    )
    tied = read_tied(config, default=config.raw("model_type") == "hunyuan_vl_text")
    return make_decoder(config, "hunyuan", dims, layers, tied=tied)


@family("apertus", also=("ApertusForCausalLM",))
def read_apertus(config: Config) -> Architecture:
    """Query and key norms, and a plain MLP whose activation learns two numbers."""
    dims = read_dims(config)
    learned = config.word("hidden_act", default="xielu") == "xielu"
    numbers = vector("mlp.act_fn.alpha_p", Part.MLP, 1) + vector("mlp.act_fn.alpha_n", Part.MLP, 1)
    layers = attention_layers(
        dims,
        plain_mlp(dims.hidden, config.count("intermediate_size")),
        Block(numbers) if learned else NOTHING,
        norm_names=("attention_layernorm", "feedforward_layernorm"),
        bias=config.flag("attention_bias", default=False),
        qk_norm=head_scales(dims),
    )
    return make_decoder(config, "apertus", dims, layers, tied=read_tied(config, default=False))


@family("arcee", also=("ArceeForCausalLM",))
def read_arcee(config: Config) -> Architecture:
    """Llama's attention with a plain MLP."""
    dims = read_dims(config)
    mlp_bias = config.flag("mlp_bias", default=False)
    layers = attention_layers(
        dims,
        plain_mlp(dims.hidden, config.count("intermediate_size"), bias=mlp_bias),
        bias=config.flag("attention_bias", default=False),
    )
    return make_decoder(config, "arcee", dims, layers, tied=read_tied(config, default=False))


@family("bitnet", also=("BitNetForCausalLM", "BitnetForCausalLM"))
def read_bitnet(config: Config) -> Architecture:
    """Llama's layer with norms before the output projections of attention and MLP."""
    dims = read_dims(config, kv=5)
    inner = config.count("intermediate_size")
    within = norm("mlp.ffn_sub_norm", inner) + norm("self_attn.attn_sub_norm", dims.hidden)
    bias = config.flag("attention_bias", default=False)
    layers = attention_layers(dims, gated_mlp(dims.hidden, inner), Block(within), bias=bias)
    return make_decoder(config, "bitnet", dims, layers, tied=read_tied(config, default=False))


@family("diffllama", also=("DiffLlamaForCausalLM",))
def read_diffllama(config: Config) -> Architecture:
    """The difference of two attentions: each head weighs values of twice its width."""
    dims = read_dims(config)
    heads = dims.heads
    names = ("lambda_q1", "lambda_k1", "lambda_q2", "lambda_k2")
    lambdas = Block(tuple(
        t for n in names for t in vector(f"self_attn.{n}", Part.ATTENTION, heads.key_dim)
    ))  # fmt: skip
    whole = attention(dims.hidden, heads, bias=config.flag("attention_bias", default=False))
    twice = replace(whole.scores[0], value_dim=2 * heads.key_dim)
    layer = make_layer(
        "differential attention + MLP",
        norms("input_layernorm", "post_attention_layernorm", width=dims.hidden),
        replace(whole, scores=(twice,)),
        lambdas,
        gated_mlp(dims.hidden, config.count("intermediate_size")),
    )
    tied = read_tied(config, default=False)
    return make_decoder(config, "diffllama", dims, [layer] * dims.layers, tied=tied)
