"""Step 3: one key-value head for all, queries through a narrow matrix."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Heads, attend
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.tensors import linear, norm
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import Dims
from flopwatt.architecture.families.gated_moe import step_sparse
from flopwatt.architecture.mixture import feeds, make_mixture, mixture, read_experts
from flopwatt.architecture.records import Architecture, Block, Part
from flopwatt.architecture.registry import family


@family("step3", "step3_text", "step3_vl", also=("Step3TextForCausalLM",))
def read_step3(config: Config) -> Architecture:
    """Attention whose queries pass a narrow matrix and a norm, then experts with a shared one."""
    hidden, size = config.count("hidden_size"), config.count("head_dim")
    kv = config.count("num_attention_groups", "num_key_value_heads")
    heads = Heads(config.count("num_attention_heads"), kv, size, size)
    dims = Dims(hidden, config.layers(), config.count("vocab_size"), heads)
    inner = config.count("moe_intermediate_size")
    shared = config.count("share_expert_dim", "share_expert_dims")
    after = mixture(hidden, read_experts(config, inner), shared=shared)
    dense = gated_mlp(hidden, config.count("intermediate_size"))
    return make_mixture(
        config,
        "step3",
        dims,
        [("attention", _attention(config, dims))] * dims.layers,
        feeds(step_sparse(config, dims.layers), dense, after),
    )


def _attention(config: Config, dims: Dims) -> Block:
    hidden, heads, part = dims.hidden, dims.heads, Part.ATTENTION
    narrow = config.count("share_q_dim")
    tensors = (
        *linear("self_attn.q_proj", part, narrow, hidden),
        *norm("self_attn.inter_norm", narrow),
        *linear("self_attn.wq", part, heads.query * heads.key_dim, narrow),
        *linear("self_attn.k_proj", part, heads.kv * heads.key_dim, hidden),
        *linear("self_attn.v_proj", part, heads.kv * heads.value_dim, hidden),
        *linear("self_attn.o_proj", part, hidden, heads.query * heads.value_dim),
    )
    return attend(tensors, heads)
