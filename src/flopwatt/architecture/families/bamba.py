"""Bamba, Granite 4 hybrids and Falcon-H1: Mamba-2 with attention in some layers or beside it."""

from __future__ import annotations

from collections.abc import Sequence

from flopwatt.architecture.blocks.attention import attention
from flopwatt.architecture.blocks.mlp import Experts, experts, gated_mlp, shared_expert
from flopwatt.architecture.blocks.recurrent import GroupedScan, mamba2
from flopwatt.architecture.blocks.tensors import make_layer, norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, make_decoder, read_dims, read_tied
from flopwatt.architecture.families.mamba import EXPANDED
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Architecture, Block
from flopwatt.architecture.registry import family

ATTENTION = ("attention", "full_attention")
RECURRENT = ("mamba", "linear_attention")


@family("bamba", also=("BambaForCausalLM",))
def read_bamba(config: Config) -> Architecture:
    """Attention in the layers that ``attn_layer_indices`` names, Mamba-2 in the others."""
    dims = read_dims(config)
    around = norms("input_layernorm", "pre_ff_layernorm", width=dims.hidden)
    bias = config.flag("mlp_bias", default=False)
    feed = gated_mlp(
        dims.hidden, config.count("intermediate_size"), bias=bias, prefix="feed_forward"
    )
    attend = attention(dims.hidden, dims.heads, bias=config.flag("attention_bias", default=False))
    made = (
        make_layer("Mamba-2 + MLP", around, _scan(config, dims.hidden), feed),
        make_layer("attention + MLP", around, attend, feed),
    )
    places = config.items("attn_layer_indices")
    if places is None:
        config.word("attn_layer_indices", default="no layer", why=CLASS_DEFAULT)
        places = ()
    layers = [made[i in places] for i in range(dims.layers)]
    outer = norm("final_layernorm", dims.hidden)
    tied = read_tied(config, default=False)
    return make_decoder(config, "bamba", dims, layers, tied=tied, outer=outer)


@family("granitemoehybrid", also=("GraniteMoeHybridForCausalLM",))
def read_granite_hybrid(config: Config) -> Architecture:
    """Mamba-2 or attention by a list, then a shared MLP and, in most sizes, experts beside it."""
    dims = read_dims(config)
    around = norms("input_layernorm", "post_attention_layernorm", width=dims.hidden)
    feed = _granite_feed(config, dims.hidden)
    attend = attention(dims.hidden, dims.heads, bias=config.flag("attention_bias", default=False))
    name = "MLP" if len(feed) == 1 else "experts"
    made = {
        True: make_layer(f"attention + {name}", around, attend, *feed),
        False: make_layer(f"Mamba-2 + {name}", around, _scan(config, dims.hidden), *feed),
    }
    layers = [made[attends] for attends in _attends(config, dims.layers)]
    tied = read_tied(config, default=False)
    return make_decoder(config, "bamba", dims, layers, tied=tied)


def _granite_feed(config: Config, hidden: Count) -> tuple[Block, ...]:
    """The MLP that every token passes, and the experts where there are any."""
    inner = config.count("shared_intermediate_size", default=1024, why=CLASS_DEFAULT)
    count = config.count("num_local_experts", default=8, least=0, why=CLASS_DEFAULT)
    if count == 0:
        return (gated_mlp(hidden, inner, prefix="shared_mlp"),)
    chosen = config.count("num_experts_per_tok", default=2, why=CLASS_DEFAULT)
    routed = Experts(count, chosen, config.count("intermediate_size"))
    beside = shared_expert(hidden, inner, prefix="shared_mlp")
    return (experts(hidden, routed, prefix="block_sparse_moe"), beside)


def _attends(config: Config, count: int) -> Sequence[bool]:
    """Which layers attend; where no list says so, none does."""
    kinds = config.per_layer(count, "layer_types", "layers_block_type")
    if kinds is None:
        config.word("layer_types", default="Mamba-2 in every layer", why=CLASS_DEFAULT)
        return [False] * count
    unknown = [str(kind) for kind in kinds if kind not in (*ATTENTION, *RECURRENT)]
    if unknown:
        config.refuse("layer_types", f"names an unknown kind of layer: {unknown[0]!r}")
    return [kind in ATTENTION for kind in kinds[:count]]


@family("falcon_h1", also=("FalconH1ForCausalLM",))
def read_falcon_h1(config: Config) -> Architecture:
    """Every layer attends and runs Mamba-2 side by side; the muP multipliers are no weights."""
    dims = read_dims(config)
    hidden = dims.hidden
    feed = gated_mlp(
        hidden,
        config.count("intermediate_size"),
        bias=config.flag("mlp_bias", default=False),
        prefix="feed_forward",
    )
    layer = make_layer(
        "attention and Mamba-2 + MLP",
        norms("input_layernorm", "pre_ff_layernorm", width=hidden),
        attention(hidden, dims.heads, bias=config.flag("attention_bias", default=False)),
        _scan(
            config,
            hidden,
            output_bias=config.flag("projectors_bias", default=False),
            gated_norm=config.flag("mamba_rms_norm", default=False, why=CLASS_DEFAULT),
        ),
        feed,
    )
    outer = norm("final_layernorm", hidden)
    layers, tied = [layer] * dims.layers, read_tied(config, default=False)
    return make_decoder(config, "bamba", dims, layers, tied=tied, outer=outer)


def _scan(
    config: Config, hidden: Count, *, output_bias: bool | None = None, gated_norm: bool = True
) -> Block:
    """Mamba-2 by the names that these families share."""
    expand = config.count("mamba_expand", default=2, why=CLASS_DEFAULT)
    scan = GroupedScan(
        config.count("mamba_d_ssm", default=expand * hidden, why=EXPANDED),
        config.count("mamba_n_heads", default=128, why=CLASS_DEFAULT),
        config.count("mamba_d_state", default=256, why=CLASS_DEFAULT),
        config.count("mamba_n_groups", default=1, why=CLASS_DEFAULT),
        config.count("mamba_d_conv", default=4, why=CLASS_DEFAULT),
    )
    return mamba2(
        hidden,
        scan,
        bias=config.flag("mamba_proj_bias", default=False),
        output_bias=output_bias,
        conv_bias=config.flag("mamba_conv_bias", default=True, why=CLASS_DEFAULT),
        gated_norm=gated_norm,
        prefix="mamba",
    )
