"""DeepSeek V4: one key-value head, kept raw in a window and compressed beyond it."""

from __future__ import annotations

from flopwatt.architecture.blocks.hyper import hyper_connection
from flopwatt.architecture.blocks.mlp import experts, shared_expert
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_dims, read_tied
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.mixture import TWO_NORMS, read_experts
from flopwatt.architecture.records import Architecture, Block, Cache, Part, Scores, Tensor
from flopwatt.architecture.registry import family
from flopwatt.architecture.windows import SLIDING

SPARSE, HEAVY = "compressed_sparse_attention", "heavily_compressed_attention"
RATES = {SPARSE: 4, HEAVY: 128}
LABELS = {SLIDING: "window attention", SPARSE: "sparse attention", HEAVY: "compressed attention"}


@family("deepseek_v4", also=("DeepseekV4ForCausalLM",))
def read_deepseek_v4(config: Config) -> Architecture:
    """Attention in a window and on compressed tokens, experts, and several residual streams."""
    dims = read_dims(config, kv=1, head=512)
    hidden = dims.hidden
    streams = config.count("hc_mult", default=4, why=CLASS_DEFAULT)
    rows = streams * (streams + 2)
    around = (
        norms(*TWO_NORMS, width=hidden),
        hyper_connection(hidden, streams, rows, 3, "attn_hc"),
        hyper_connection(hidden, streams, rows, 3, "ffn_hc"),
    )
    hashed = config.count("num_hash_layers", default=3, why=CLASS_DEFAULT, least=0)
    layers = []
    for place, kind in enumerate(_kinds(config, dims.layers)):
        before, after = _attention(config, dims, kind), _experts(config, dims, place, hashed)
        layers.append(make_layer(f"{LABELS[kind]} + experts", *around, before, after))
    if config.count("num_nextn_predict_layers", default=0, least=0):
        config.leave_out("its modules that predict further tokens are left out")
    last = norm("norm", hidden) + hyper_connection(hidden, streams, streams, 1, "hc_head").tensors
    tied = read_tied(config, default=False)
    return make_decoder(config, "compressed", dims, layers, tied=tied, outer=last)


def _kinds(config: Config, layers: int) -> list[str]:
    named = config.per_layer(layers, "layer_types")
    by_rate = {0: SLIDING, **{rate: kind for kind, rate in RATES.items()}}
    rates = config.per_layer(layers, "compress_ratios")
    if named is None and rates is not None:
        named = [by_rate.get(rate, rate) for rate in rates]
    if named is None:
        return [HEAVY if place < 2 or place % 2 == 0 else SPARSE for place in range(layers)]
    odd = next((kind for kind in named if kind not in LABELS), None)
    if odd is not None:
        config.refuse("layer_types", f"names a layer {odd!r}", ", ".join(LABELS))
        return [SLIDING] * layers
    return list(named[:layers])


def _experts(config: Config, dims: Dims, place: int, hashed: Count) -> Block:
    """In the first layers a table by token chooses the experts, and no bias balances them."""
    inner = config.count("moe_intermediate_size")
    named = config.per_layer(dims.layers, "mlp_layer_types")
    table = named[place] == "hash_moe" if named else place < hashed
    block = experts(dims.hidden, read_experts(config, inner), correction=not table)
    extra: tuple[Tensor, ...] = ()
    if table:
        shape = (dims.vocab, config.count("num_experts_per_tok"))
        extra = (Tensor("mlp.gate.tid2eid", Part.ROUTER, shape, trained=False),)
    return Block(block.tensors + shared_expert(dims.hidden, inner).tensors + extra)


def _attention(config: Config, dims: Dims, kind: str) -> Block:
    part, prefix, hidden = Part.ATTENTION, "self_attn", dims.hidden
    heads, size = dims.heads.query, dims.heads.key_dim
    rank = config.count("q_lora_rank", default=1024, why=CLASS_DEFAULT)
    groups = config.count("o_groups", default=8, why=CLASS_DEFAULT)
    narrow = config.count("o_lora_rank", default=1024, why=CLASS_DEFAULT)
    window = config.count("sliding_window", default=128, why=CLASS_DEFAULT)
    config.raw("qk_rope_head_dim")  # is a part of the head, which holds what is rotated
    tensors = (
        *linear(f"{prefix}.q_a_proj", part, rank, hidden),
        *norm(f"{prefix}.q_a_norm", rank),
        *linear(f"{prefix}.q_b_proj", part, heads * size, rank),
        *linear(f"{prefix}.kv_proj", part, size, hidden),
        *norm(f"{prefix}.kv_norm", size),
        *linear(f"{prefix}.o_a_proj", part, groups * narrow, heads * size // groups),
        *linear(f"{prefix}.o_b_proj", part, hidden, groups * narrow),
        *vector(f"{prefix}.sinks", part, heads),
    )
    # one tensor is key and value at once: it is kept once and multiplied twice
    near = Scores(heads, size, size, window, "window")
    kept = Cache(1, size, 0, window, split=False)
    if kind == SLIDING:
        return Block(tensors, (near,), (kept,))
    far = _compressed(config, dims, kind, rank)
    return Block(tensors + far.tensors, (near, *far.scores), (kept, *far.caches))


def _compressed(config: Config, dims: Dims, kind: str, rank: Count) -> Block:
    """What joins so many tokens to one; where they are few, an indexer picks among the joined.

    A joined token stands for ``rate`` tokens, so scores and values kept are a share of one's.
    """
    rate, size = _rate(config, kind), dims.heads.key_dim
    series = 2 if kind == SPARSE else 1
    tensors = _joins(dims, "self_attn.compressor", Part.ATTENTION, rate, size, series)
    share = size // rate
    kept = Cache(1, share, 0, split=False)
    if kind == HEAVY:
        return Block(tensors, (Scores(dims.heads.query, share, share),), (kept,))
    each = config.count("index_head_dim", default=128, why=CLASS_DEFAULT)
    heads = config.count("index_n_heads", default=64, why=CLASS_DEFAULT)
    top = config.count("index_topk", default=512, why=CLASS_DEFAULT)
    prefix, part = "self_attn.indexer", Part.INDEXER
    tensors += _joins(dims, prefix, part, rate, each, series)
    tensors += linear(f"{prefix}.q_b_proj", part, heads * each, rank)
    tensors += linear(f"{prefix}.weights_proj", part, heads, dims.hidden)
    seen = Scores(dims.heads.query, share, share, top * rate, "sparse")
    look = Scores(heads, each // rate, 0)
    return Block(tensors, (seen, look), (kept, Cache(1, each // rate, 0, split=False, index=True)))


def _rate(config: Config, kind: str) -> Count:
    inside = config.child("compress_rates")
    if inside is not None and inside.has(kind):
        return inside.count(kind)
    name = "compress_rate_csa" if kind == SPARSE else "compress_rate_hca"
    return config.count(name, default=RATES[kind], why=CLASS_DEFAULT)


def _joins(
    dims: Dims, prefix: str, part: Part, rate: Count, size: Count, series: int
) -> tuple[Tensor, ...]:
    wide = size * series
    return (
        *linear(f"{prefix}.kv_proj", part, wide, dims.hidden),
        *linear(f"{prefix}.gate_proj", part, wide, dims.hidden),
        *vector(f"{prefix}.position_bias", part, rate, wide),
        *norm(f"{prefix}.kv_norm", size),
    )
