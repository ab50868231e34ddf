"""Fields that decoders with experts share: which layers hold them, how attention alternates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from flopwatt.architecture.blocks.attention import Reach
from flopwatt.architecture.blocks.mlp import Experts, experts, shared_expert
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, make_decoder, read_tied
from flopwatt.architecture.lacking import Count, Lacking
from flopwatt.architecture.records import Architecture, Block, Layer, Part, Stack, Tensor

Named = tuple[str, Block]  # half a layer with its name for people
Modules = Literal["left out", "with copies", "without copies"]
TWO_NORMS = ("input_layernorm", "post_attention_layernorm")
ROUTED = (
    *("n_routed_experts", "num_routed_experts", "num_experts", "num_local_experts"),
    "moe_num_experts",
)
CHOSEN = ("num_experts_per_tok", "experts_per_token", "moe_topk", "moe_top_k", "moe_k")
DENSE, SPARSE = ("dense",), ("sparse", "moe")


def mixture(
    hidden: Count,
    routed: Experts,
    *,
    shared: Count = 0,
    shared_gate: bool = False,
    shared_bias: bool = False,
    bias: bool = False,
    router_bias: bool = False,
    correction: bool = False,
) -> Block:
    """Routed experts and, where ``shared`` has a width, the expert that every token passes."""
    block = experts(hidden, routed, bias=bias, router_bias=router_bias, correction=correction)
    if isinstance(shared, int) and shared == 0:
        return block
    common = shared_expert(hidden, shared, gate=shared_gate, bias=bias or shared_bias)
    return Block(block.tensors + common.tensors)


def read_experts(config: Config, inner: Count) -> Experts:
    """How many routed experts there are and how many a token passes, under their usual names."""
    return Experts(config.count(*ROUTED), config.count(*CHOSEN), inner)


def read_shared(config: Config, *names: str, default: int = 0) -> Count:
    """How many shared experts; null is none, and where absent the class's default."""
    names = names or ("n_shared_experts", "num_shared_experts")
    if any(name in config.data for name in names):
        return config.count(*names, default=0, least=0)
    return config.count(*names, default=default, why=CLASS_DEFAULT if default else "", least=0)


def read_sparse(config: Config, layers: int, *, first: int = 0) -> list[bool]:
    """Which layers hold experts: named one by one, or every so many from the first on."""
    named = config.per_layer(layers, "mlp_layer_types")
    if named is not None:
        odd = next((kind for kind in named if kind not in DENSE + SPARSE), None)
        if odd is not None:
            config.refuse("mlp_layer_types", f"names a layer {odd!r}", "dense, sparse")
        return [kind in SPARSE for kind in named[:layers]]
    if isinstance(config.raw("moe_layer_freq"), list):
        steps = config.per_layer(layers, "moe_layer_freq") or [1] * layers  # refused, where too few
        return [bool(step) for step in steps][:layers]
    start = config.count(
        "first_k_dense_replace", default=first, why=CLASS_DEFAULT if first else "", least=0
    )
    every = config.count("moe_layer_freq", default=1)
    return [place >= start and place % every == 0 for place in range(layers)]


def attentions(
    reaches: Sequence[Reach | None], make: Callable[[Reach | None], Block]
) -> list[Named]:
    """The attention of each layer by what it sees, made once per kind."""
    made = {reach: make(reach) for reach in dict.fromkeys(reaches)}
    return [(reach_name(reach), made[reach]) for reach in reaches]


def reach_name(reach: Reach | None) -> str:
    """What attention with some reach is called."""
    names = {"window": "window attention", "chunk": "chunked attention"}
    return names[reach.kind] if reach else "attention"


def feeds(sparse: Sequence[bool], dense: Block, routed: Block) -> list[Named]:
    """The other half of each layer: experts, or one MLP."""
    return [("experts", routed) if one else ("MLP", dense) for one in sparse]


def make_layers(around: Block, first: Iterable[Named], second: Iterable[Named]) -> list[Layer]:
    """Layers of attention and what follows it, with the norms around both."""
    pairs = zip(first, second, strict=True)
    return [make_layer(f"{a} + {b}", around, one, two) for (a, one), (b, two) in pairs]


def two_norms(hidden: Count) -> Block:
    """The norm before attention and the one before the MLP."""
    return norms(*TWO_NORMS, width=hidden)


def read_predictor(
    config: Config, dims: Dims, layer: Layer, *, copies: bool = True
) -> Stack | None:
    """Modules that predict tokens further on, each a layer with norms and a joining matrix.

    They join the last hidden state with the embedding of the next token, each behind a norm.
    ``copies`` says that embedding and head are stored with each module once more.
    """
    names = ("num_nextn_predict_layers", "num_mtp_layers")
    count = config.count(*names, default=0, least=0, most=1000)
    if isinstance(count, Lacking) or count == 0:
        return None
    hidden, vocab = dims.hidden, dims.vocab
    join = linear("eh_proj", Part.HEAD, hidden, hidden + hidden)
    stored = (
        Tensor("embed_tokens.weight", Part.EMBEDDING, (vocab, hidden)),
        *linear("shared_head.head", Part.HEAD, vocab, hidden),
    )
    own = (
        *norm("enorm", hidden),
        *norm("hnorm", hidden),
        *join,
        *layer.tensors,
        *norm("shared_head.norm", hidden),
        *(stored if copies else ()),
    )
    module = Layer("predicts one token further", own, layer.scores, layer.caches)
    return Stack(tuple(module for _ in range(count)))


def make_mixture(
    config: Config,
    family: str,
    dims: Dims,
    before: Iterable[Named],
    after: Iterable[Named],
    *,
    around: Block | None = None,
    tied: bool = False,
    modules: Modules = "left out",
) -> Architecture:
    """A decoder of such layers; ``tied`` is what the class does where the config is silent.

    ``modules`` that predict further and that the config announces are layers like the last one,
    with copies of embedding and head or without, or are left out.
    """
    layers = make_layers(around or two_norms(dims.hidden), before, after)
    predictor = None
    if modules != "left out":
        copies = modules == "with copies"
        predictor = read_predictor(config, dims, layers[-1], copies=copies)
    elif config.count("num_nextn_predict_layers", default=0, least=0):
        config.leave_out("its modules that predict further tokens are left out")
    return make_decoder(
        config,
        family,
        dims,
        layers,
        tied=read_tied(config, default=tied),
        predictor=predictor,
    )
