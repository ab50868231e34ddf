"""MiniCPM 1 and 2: Llama's layer with scaled residuals, and experts in one model."""

from __future__ import annotations

from flopwatt.architecture.blocks.mlp import Experts, experts, gated_mlp
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import make_decoder, read_dims, read_tied
from flopwatt.architecture.layers import attention_layers
from flopwatt.architecture.records import Architecture, Block
from flopwatt.architecture.registry import family


@family("minicpm", also=("MiniCPMForCausalLM",))
def read_minicpm(config: Config) -> Architecture:
    """Llama's layer, tied unless said; the scales of its residuals are no weights."""
    dims = read_dims(config)
    if config.has("sparse_config"):
        config.note("block-sparse attention is counted as if all tokens were seen")
    layers = attention_layers(
        dims,
        _feed(config),
        bias=config.flag("attention_bias", default=False),
    )
    return make_decoder(config, "minicpm", dims, layers, tied=read_tied(config, default=True))


def _feed(config: Config) -> Block:
    hidden, inner = config.count("hidden_size"), config.count("intermediate_size")
    number = config.count("num_experts", default=0, least=0)
    if isinstance(number, int) and not number:
        return gated_mlp(hidden, inner)
    return experts(hidden, Experts(number, config.count("num_experts_per_tok"), inner))
