"""LongCat-Flash: two attentions and two MLPs a layer around experts, some of which do nothing."""

from __future__ import annotations

from dataclasses import replace

from flopwatt.architecture.blocks.latent import latent_attention
from flopwatt.architecture.blocks.mlp import Experts, experts, gated_mlp
from flopwatt.architecture.blocks.tensors import linear, make_layer, norms, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, make_decoder, read_tied
from flopwatt.architecture.families.deepseek import Ranks, read_latent
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.mixture import TWO_NORMS
from flopwatt.architecture.records import Architecture, Block, Part
from flopwatt.architecture.registry import family


@family("longcat_flash", also=("LongcatFlashForCausalLM",))
def read_longcat(config: Config) -> Architecture:
    """Each layer passes latent attention and an MLP twice, with one mixture across both."""
    latent, dims = read_latent(config, Ranks())
    bias = config.flag("attention_bias", default=False)
    inner = config.count("ffn_hidden_size", "intermediate_size")
    halves = []
    for half in ("0", "1"):
        names = [f"{name}.{half}" for name in TWO_NORMS]
        halves.append(norms(*names, width=dims.hidden))
        halves.append(_named(latent_attention(dims.hidden, latent, bias=bias), half))
        halves.append(gated_mlp(dims.hidden, inner, prefix=f"mlps.{half}"))
    label = "two latent attentions + experts"
    layer = make_layer(label, *halves, _experts(config, dims.hidden))
    tied = read_tied(config, default=False)
    return make_decoder(config, "longcat", dims, [layer] * dims.layers, tied=tied)


def _experts(config: Config, hidden: Count) -> Block:
    """The router chooses among experts with weights and ones that hand on what they get."""
    inner = config.count("expert_ffn_hidden_size", "moe_intermediate_size")
    count = config.count("n_routed_experts")
    idle = config.count("zero_expert_num", default=256, why=CLASS_DEFAULT, least=0)
    chosen = config.count("moe_topk", "num_experts_per_tok")
    block = experts(hidden, Experts(count, chosen, inner))
    if not isinstance(idle, int) or idle > 0:
        config.note("a token passes fewer experts where it is sent to ones that do nothing")
    own = tuple(tensor for tensor in block.tensors if tensor.part is not Part.ROUTER)
    bias = config.flag("router_bias", default=False)
    router = linear("mlp.router.classifier", Part.ROUTER, count + idle, hidden, bias=bias)
    router += vector("mlp.router.e_score_correction_bias", Part.ROUTER, count + idle)
    return Block(router + own)


def _named(block: Block, half: str) -> Block:
    tensors = (replace(t, name=t.name.replace(".", f".{half}.", 1)) for t in block.tensors)
    return replace(block, tensors=tuple(tensors))
