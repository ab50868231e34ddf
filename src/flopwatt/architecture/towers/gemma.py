"""Vision towers of Gemma 4: gated layers with four norms, positions of row and column."""

from __future__ import annotations

from flopwatt.architecture.blocks.attention import Extras, Heads, attention
from flopwatt.architecture.blocks.mlp import gated_mlp
from flopwatt.architecture.blocks.tensors import linear, make_layer, norms, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.records import Part, Stack
from flopwatt.architecture.registry import tower
from flopwatt.architecture.towers.parts import patches, read_sizes, size, text_width

NORMS = (
    *("input_layernorm", "post_attention_layernorm"),
    *("pre_feedforward_layernorm", "post_feedforward_layernorm"),
)


@tower("gemma4_vision", "gemma4")
def read_gemma4(config: Config, top: Config) -> Stack:
    """Ranges of clipped matrices and standard scores are stored beside and are no parameters."""
    sizes = read_sizes(config, 768, 3072, 12, 16)
    dim = size(config, 64, "head_dim")
    heads = Heads(sizes.heads, size(config, 12, "num_key_value_heads"), dim, dim)
    layer = make_layer(
        "encoder",
        norms(*NORMS, width=sizes.hidden),
        attention(sizes.hidden, heads, Extras(qk_norm=((dim,), (dim,))), causal=False),
        gated_mlp(sizes.hidden, sizes.inner),
    )
    rows = size(config, 10240, "position_embedding_size")
    outer = (
        *patches(config, sizes.hidden, 16),
        *vector("position_embedding", Part.POSITION, 2, rows, sizes.hidden),
        *linear("projector", Part.MLP, text_width(top), sizes.hidden),
    )
    return Stack((layer,) * sizes.layers, outer)
