"""Mamba and Mamba-2: layers of one state space block and nothing else."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Heads
from flopwatt.architecture.blocks.recurrent import GroupedScan, Scan, mamba, mamba2
from flopwatt.architecture.blocks.tensors import make_layer, norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_tied
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Architecture, Block
from flopwatt.architecture.registry import family

NO_HEADS = Heads(0, 0, 0, 0)
EXPANDED = "hidden_size times the factor of expansion"


@family("mamba", "falcon_mamba", also=("MambaForCausalLM", "FalconMambaForCausalLM"))
def read_mamba(config: Config) -> Architecture:
    """Mamba as first published; the inner norms of Falcon Mamba have no weights."""
    hidden = config.count("hidden_size", "d_model")
    expand = config.count("expand", default=2, why=CLASS_DEFAULT)
    inner = config.count("intermediate_size", "d_inner", default=expand * hidden, why=EXPANDED)
    scan = Scan(
        inner,
        config.count("state_size", default=16, why=CLASS_DEFAULT),
        config.count("conv_kernel", default=4, why=CLASS_DEFAULT),
        read_rank(config, hidden, "time_step_rank"),
    )
    bias = config.flag("use_bias", default=False)
    block = mamba(hidden, scan, bias=bias, conv_bias=_conv_bias(config))
    return _stack(config, hidden, block, tied=read_tied(config, default=True))


@family("mamba2", also=("Mamba2ForCausalLM",))
def read_mamba2(config: Config) -> Architecture:
    """Mamba-2: heads that share a decay."""
    hidden = config.count("hidden_size")
    expand = config.count("expand", default=2, why=CLASS_DEFAULT)
    scan = GroupedScan(
        expand * hidden,
        config.count("num_heads", default=128, why=CLASS_DEFAULT),
        config.count("state_size", default=128, why=CLASS_DEFAULT),
        config.count("n_groups", default=8, why=CLASS_DEFAULT),
        config.count("conv_kernel", default=4, why=CLASS_DEFAULT),
    )
    bias = config.flag("use_bias", default=False)
    block = mamba2(hidden, scan, bias=bias, conv_bias=_conv_bias(config))
    return _stack(config, hidden, block, tied=read_tied(config, default=False))


def read_rank(config: Config, hidden: Count, name: str) -> Count:
    """The rank of the step projection; automatic is a sixteenth of the width, rounded up."""
    if config.raw(name) in ("auto", None):
        return -(-hidden // 16)
    return config.count(name)


def hybrid_mamba(config: Config, hidden: Count, *, inner_norms: bool = False) -> Block:
    """Mamba under the names that models use which have other layers too."""
    scan = Scan(
        config.count("mamba_expand", default=2, why=CLASS_DEFAULT) * hidden,
        config.count("mamba_d_state", default=16, why=CLASS_DEFAULT),
        config.count("mamba_d_conv", default=4, why=CLASS_DEFAULT),
        read_rank(config, hidden, "mamba_dt_rank"),
    )
    bias = config.flag("mamba_proj_bias", default=False)
    conv = config.flag("mamba_conv_bias", default=True, why=CLASS_DEFAULT)
    return mamba(hidden, scan, bias=bias, conv_bias=conv, inner_norms=inner_norms, prefix="mamba")


def _conv_bias(config: Config) -> bool:
    return config.flag("use_conv_bias", default=True, why=CLASS_DEFAULT)


def _stack(config: Config, hidden: Count, block: Block, *, tied: bool) -> Architecture:
    dims = Dims(hidden, config.layers(), config.count("vocab_size"), NO_HEADS)
    layer = make_layer("state space", norms("norm", width=hidden), block)
    outer = norm("norm_f", hidden)
    layers = [layer] * dims.layers
    return make_decoder(config, "mamba", dims, layers, tied=tied, outer=outer)
