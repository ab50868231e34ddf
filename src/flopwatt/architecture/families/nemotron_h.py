"""Nemotron-H and Nemotron 3: each layer is one Mamba-2, attention, MLP or expert block."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flopwatt.architecture.blocks.attention import Heads, attention
from flopwatt.architecture.blocks.mlp import Experts, experts, plain_mlp, routed_copy
from flopwatt.architecture.blocks.recurrent import GroupedScan, mamba2
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import (
    CLASS_DEFAULT,
    Dims,
    make_decoder,
    read_kv_heads,
    read_tied,
)
from flopwatt.architecture.records import Architecture, Block, Layer, Part, Stack
from flopwatt.architecture.registry import family

# the letters of a pattern, and the words that newer configs spell the layers with
KINDS = {
    "M": "mamba", "mamba": "mamba", "linear_attention": "mamba",
    "*": "attention", "attention": "attention", "full_attention": "attention",
    "-": "mlp", "mlp": "mlp",
    "E": "moe", "moe": "moe",
}  # fmt: skip
LABELS = {"mamba": "Mamba-2", "attention": "attention", "mlp": "MLP", "moe": "experts"}


@family("nemotron_h", also=("NemotronHForCausalLM",))
def read_nemotron_h(config: Config) -> Architecture:
    """Layers follow a pattern; squared ReLU needs two matrices, not three."""
    hidden = config.count("hidden_size")
    query = config.count("num_attention_heads")
    dim = config.count("head_dim", "attention_head_dim", default=128, why=CLASS_DEFAULT)
    kv = read_kv_heads(config, query)
    kinds = _kinds(config, "layers_block_type", "layer_types", "hybrid_override_pattern")
    if not kinds:
        config.layers("hybrid_override_pattern")  # nothing tells the layers: say what is missing
    dims = Dims(hidden, len(kinds), config.count("vocab_size"), Heads(query, kv, dim, dim))
    predictor = _predictor(config, dims)
    layers = _layers(config, dims, kinds)
    outer = norm("norm_f", hidden)
    tied = read_tied(config, default=False)
    return make_decoder(
        config, "nemotron_h", dims, layers, tied=tied, outer=outer, predictor=predictor
    )


def _kinds(config: Config, *names: str) -> list[str]:
    """What each layer is, from a list of words or a text of letters."""
    name = next((n for n in names if config.has(n)), names[0])
    found = config.raw(name) or ()
    if not isinstance(found, str | list):
        config.refuse(name, "is neither a pattern nor a list")
        return []
    unknown = [str(one) for one in found if str(one) not in KINDS and one != "|"]
    if unknown:
        allowed = ", ".join(f"{kind!r}" for kind in KINDS)
        config.refuse(name, f"names layers of an unknown kind: {unknown[0]!r}", allowed)
    return [KINDS[str(one)] for one in found if str(one) in KINDS]


def _layers(config: Config, dims: Dims, kinds: Sequence[str]) -> list[Layer]:
    made: dict[str, Layer] = {}
    for kind in set(kinds):
        block = READERS[kind](config, dims)
        made[kind] = make_layer(LABELS[kind], norms("norm", width=dims.hidden), block)
    return [made[kind] for kind in kinds]


def _mamba(config: Config, dims: Dims) -> Block:
    heads = config.count("mamba_num_heads", default=128, why=CLASS_DEFAULT)
    size = config.count("mamba_head_dim", default=64, why=CLASS_DEFAULT)
    scan = GroupedScan(
        heads * size,
        heads,
        config.count("ssm_state_size", default=128, why=CLASS_DEFAULT),
        config.count("n_groups", "mamba_n_groups", default=8, why=CLASS_DEFAULT),
        config.count("conv_kernel", "mamba_d_conv", default=4, why=CLASS_DEFAULT),
    )
    conv = config.flag("use_conv_bias", "mamba_conv_bias", default=True, why=CLASS_DEFAULT)
    bias = config.flag("use_bias", default=False)
    return mamba2(dims.hidden, scan, bias=bias, conv_bias=conv)


def _attention(config: Config, dims: Dims) -> Block:
    bias = config.flag("attention_bias", default=False)
    return attention(dims.hidden, dims.heads, bias=bias, prefix="mixer")


def _mlp(config: Config, dims: Dims) -> Block:
    bias = config.flag("mlp_bias", default=False)
    inner = config.count("intermediate_size")
    return plain_mlp(dims.hidden, inner, bias=bias, prefix="mixer")


def _moe(config: Config, dims: Dims) -> Block:
    """Experts on the width of the model, or on a latent of it between two matrices."""
    hidden, bias = dims.hidden, config.flag("mlp_bias", default=False)
    routed = Experts(
        config.count("n_routed_experts", "num_local_experts"),
        config.count("num_experts_per_tok"),
        config.count("moe_intermediate_size"),
    )
    shared = config.count("moe_shared_expert_intermediate_size")
    part, prefix = Part.SHARED_EXPERT, "mixer.shared_experts"
    beside = plain_mlp(hidden, shared, bias=bias, prefix=prefix, part=part).tensors
    if not config.has("moe_latent_size"):
        block = experts(hidden, routed, gated=False, correction=True, prefix="mixer")
        return Block(block.tensors + beside)
    latent = config.count("moe_latent_size")
    tensors = linear("mixer.gate", Part.ROUTER, routed.count, hidden)
    tensors += vector("mixer.gate.e_score_correction_bias", Part.ROUTER, routed.count)
    one = plain_mlp(latent, routed.inner, prefix="mixer.experts", part=Part.EXPERT)
    tensors += tuple(routed_copy(tensor, routed) for tensor in one.tensors)
    tensors += linear("mixer.fc1_latent_proj", Part.MLP, latent, hidden, bias=bias)
    tensors += linear("mixer.fc2_latent_proj", Part.MLP, hidden, latent, bias=bias)
    return Block(tensors + beside)


READERS: dict[str, Callable[[Config, Dims], Block]] = {
    "mamba": _mamba,
    "attention": _attention,
    "mlp": _mlp,
    "moe": _moe,
}


def _predictor(config: Config, dims: Dims) -> Stack | None:
    """Layers that predict further tokens, where the config says how many."""
    count = config.count("num_nextn_predict_layers", default=0, least=0, most=100)
    if count == 0:
        return None
    hidden = dims.hidden
    kinds = _kinds(config, "mtp_layers_block_type", "mtp_hybrid_override_pattern")
    layers = _layers(config, dims, kinds or ["attention", "moe"])
    joint = linear("eh_proj", Part.MLP, hidden, 2 * hidden)
    joint += norms("enorm", "hnorm", "final_layernorm", width=hidden).tensors
    return Stack(tuple(layers), joint)
