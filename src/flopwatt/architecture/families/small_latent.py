"""Latent attention before one MLP, without experts: MiniCPM3 and Youtu."""

from __future__ import annotations

from flopwatt.architecture.blocks.latent import latent_attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.config import Config
from flopwatt.architecture.families.deepseek import Ranks, read_latent
from flopwatt.architecture.mixture import make_mixture
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.registry import family


@family("minicpm3", "youtu", "youtu_llm", also=("MiniCPM3ForCausalLM", "YoutuForCausalLM"))
def read_small_latent(config: Config) -> Architecture:
    """Latent attention and a gated MLP, each behind one norm; the output is the embedding."""
    mini = config.data.get("model_type") == "minicpm3"
    latent, dims = read_latent(config, Ranks(768, 256, 64, 32, None) if mini else Ranks())
    bias = config.flag("attention_bias", default=False)
    before = latent_attention(dims.hidden, latent, bias=bias)
    mlp_bias = config.flag("mlp_bias", default=False)
    after = gated_mlp(dims.hidden, config.count("intermediate_size"), bias=mlp_bias)
    return make_mixture(
        config,
        "small_latent",
        dims,
        [("latent attention", before)] * dims.layers,
        [("MLP", after)] * dims.layers,
        tied=True,
    )
