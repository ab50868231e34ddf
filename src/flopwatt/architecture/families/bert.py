"""BERT and its kin: encoders of one layer kind, with norms behind each half."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flopwatt.architecture.blocks.attention import attention
from flopwatt.architecture.blocks.mlp import plain_mlp
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, read_dims
from flopwatt.architecture.encoder import make_encoder, table, unmultiplied
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Architecture, Layer, Part, Tensor
from flopwatt.architecture.registry import family


@family(
    *("bert", "roberta", "xlm-roberta", "camembert", "mpnet", "ernie", "data2vec-text"),
    *("xlm-roberta-xl", "megatron-bert"),  # norms in front, as many as behind
    also=("BertModel", "BertForMaskedLM", "RobertaModel", "XLMRobertaModel", "MPNetModel"),
)
def read_bert(config: Config) -> Architecture:
    """Learned positions and kinds of tokens, and a pooler on the first token."""
    dims = read_dims(config)
    if config.word("position_embedding_type", default="absolute") not in ("absolute", "rotary"):
        config.refuse("position_embedding_type", "is of a kind that is not read", "absolute")
    outer = embeddings(config, dims, dims.hidden) + _pooler(dims.hidden)
    if config.raw("model_type") == "mpnet":
        buckets = config.count("relative_attention_num_buckets", default=32, why=CLASS_DEFAULT)
        outer += table("relative_attention_bias", buckets, dims.heads.query)
    if config.flag("use_task_id", default=False):
        rows = config.count("task_type_vocab_size", default=3, why=CLASS_DEFAULT)
        outer += table("task_type_embeddings", rows, dims.hidden)
    return make_encoder(config, "bert", dims, [post_norm_layer(config, dims)] * dims.layers, outer)


@family("longformer", also=("LongformerModel", "LongformerForMaskedLM"))
def read_longformer(config: Config) -> Architecture:
    """RoBERTa with windows, and projections of their own for a few tokens that see everything."""
    dims = read_dims(config)
    plain = post_norm_layer(config, dims)
    own = global_projections("attention", dims.hidden)
    layers = [
        replace(
            plain,
            tensors=plain.tensors + own,
            scores=tuple(replace(s, reach=reach, kind="window") for s in plain.scores),
        )
        for reach in read_windows(config, dims.layers)
    ]
    outer = embeddings(config, dims, dims.hidden) + _pooler(dims.hidden)
    return make_encoder(config, "bert", dims, layers, outer)


@family("electra", also=("ElectraModel", "ElectraForPreTraining"))
def read_electra(config: Config) -> Architecture:
    """An embedding that may be narrower than the layers, and no pooler."""
    dims = read_dims(config)
    width = config.count("embedding_size", default=128, why=CLASS_DEFAULT)
    outer = embeddings(config, dims, width)
    if width != dims.hidden:
        outer += linear("embeddings_project", Part.MLP, dims.hidden, width, bias=True)
    return make_encoder(config, "bert", dims, [post_norm_layer(config, dims)] * dims.layers, outer)


@family("distilbert", also=("DistilBertModel", "DistilBertForMaskedLM"))
def read_distilbert(config: Config) -> Architecture:
    """BERT without kinds of tokens and without a pooler."""
    dims = read_dims(config)
    outer = embeddings(config, dims, dims.hidden)
    return make_encoder(config, "bert", dims, [post_norm_layer(config, dims)] * dims.layers, outer)


@family("albert", also=("AlbertModel", "AlbertForMaskedLM"))
def read_albert(config: Config) -> Architecture:
    """One layer, or a few, whose weights all layers use."""
    dims = read_dims(config)
    width = config.count("embedding_size", default=128, why=CLASS_DEFAULT)
    groups = config.count("num_hidden_groups", default=1, why=CLASS_DEFAULT)
    inner = config.count("inner_group_num", default=1, why=CLASS_DEFAULT, most=100)
    layer = post_norm_layer(config, dims)
    stored: Count = -1
    layers: list[Layer] = []
    for place in range(dims.layers):
        group = place * groups // dims.layers
        one = layer if group != stored else _again(layer)
        layers += [one for _ in range(inner)]
        stored = group
    outer = embeddings(config, dims, width)
    outer += linear("embedding_hidden_mapping_in", Part.MLP, dims.hidden, width, bias=True)
    outer += _pooler(dims.hidden)
    return make_encoder(config, "bert", dims, layers, outer)


@dataclass(frozen=True)
class Relative:
    """Relative positions of DeBERTa: rows of their table, and projections of their own."""

    rows: Count
    projections: tuple[str, ...]


@family("deberta-v2", also=("DebertaV2Model", "DebertaV2ForMaskedLM"))
def read_deberta(config: Config) -> Architecture:
    """Content and relative positions attend apart; only version 2 and 3 of the family."""
    dims = read_dims(config)
    hidden = dims.hidden
    width = config.count("embedding_size", default=hidden)
    outer: tuple[Tensor, ...] = (_words(dims, width),)
    if config.flag("position_biased_input", default=True, why=CLASS_DEFAULT):
        outer += _positions(config, width)
    kinds = config.count("type_vocab_size", default=0, least=0)
    outer += table("token_type_embeddings", kinds, width) if kinds != 0 else ()
    outer += linear("embed_proj", Part.MLP, hidden, width) if width != hidden else ()
    outer += norm("LayerNorm", hidden, bias=True)
    layer = post_norm_layer(config, dims)
    relative = _relative(config) if config.flag("relative_attention", default=False) else None
    if relative:
        outer += table("rel_embeddings", relative.rows, hidden)
        config.note("products with relative positions are left out of the arithmetic")
        wide = dims.heads.query * dims.heads.key_dim
        for name in relative.projections:
            # they multiply the table of positions, not the tokens
            own = linear(f"attention.{name}", Part.ATTENTION, wide, hidden, bias=True)
            layer = replace(layer, tensors=layer.tensors + unmultiplied(own))
    if "layer_norm" in config.word("norm_rel_ebd", default="none"):
        outer += norm("encoder.LayerNorm", hidden, bias=True)
    kernel = config.count("conv_kernel_size", default=0, least=0)
    if kernel != 0:
        split = config.count("conv_groups", default=1)
        shape = (hidden, hidden // split, kernel)
        outer += (Tensor("conv.weight", Part.MLP, shape, matmul=True),)
        outer += (Tensor("conv.bias", Part.MLP, (hidden,)),)
        outer += norm("conv.LayerNorm", hidden, bias=True)
    return make_encoder(config, "bert", dims, [layer] * dims.layers, outer)


def _relative(config: Config) -> Relative:
    span: Count = 0
    if config.raw("position_buckets") not in (None, -1, 0):
        span = config.count("position_buckets")
    elif config.raw("max_relative_positions") not in (None, -1, 0):
        span = config.count("max_relative_positions")
    else:
        span = config.count("max_position_embeddings", default=512, why=CLASS_DEFAULT)
    kinds = str(config.raw("pos_att_type"))
    pairs = {"c2p": "pos_key_proj", "p2c": "pos_query_proj"}
    shared = config.flag("share_att_key", default=False)
    names = () if shared else tuple(name for kind, name in pairs.items() if kind in kinds)
    return Relative(2 * span, names)


def post_norm_layer(config: Config, dims: Dims, *, bias: bool = True) -> Layer:
    """Attention and a plain MLP, each with biases and followed by a norm."""
    inner = config.count("intermediate_size", "hidden_dim")
    return make_layer(
        "attention + MLP",
        attention(dims.hidden, dims.heads, bias=bias, causal=False),
        plain_mlp(dims.hidden, inner, bias=bias),
        norms("attention.LayerNorm", "output.LayerNorm", width=dims.hidden, bias=True),
    )


def embeddings(config: Config, dims: Dims, width: Count) -> tuple[Tensor, ...]:
    """The look-up of tokens, positions and, where there are any, kinds of tokens, with a norm."""
    kind = str(config.raw("model_type"))
    none = kind in ("distilbert", "mpnet")
    usual = 0 if none else 2
    kinds = config.count(
        "type_vocab_size", default=usual, least=0, why="" if none else CLASS_DEFAULT
    )
    outer = (_words(dims, width), *_positions(config, width))
    if not none and kinds != 0:
        outer += table("token_type_embeddings", kinds, width)
    return outer + norm("embeddings.LayerNorm", width, bias=True)


def global_projections(prefix: str, hidden: Count) -> tuple[Tensor, ...]:
    """Query, key and value matrices of Longformer, which only tokens with a wide view pass."""
    own: tuple[Tensor, ...] = ()
    for name in ("query", "key", "value"):
        own += linear(f"{prefix}.{name}_global", Part.ATTENTION, hidden, hidden, bias=True)
    return unmultiplied(own)


def read_windows(config: Config, layers: int) -> Sequence[Count]:
    """The window of each layer of Longformer's attention: one for all, or a list."""
    if not isinstance(config.raw("attention_window"), list):
        return [config.count("attention_window", default=512, why=CLASS_DEFAULT)] * layers
    listed = config.per_layer(layers, "attention_window") or []
    if not all(isinstance(one, int) and one > 0 for one in listed):
        config.refuse("attention_window", "holds what is no whole number above 0")
        return [1] * layers
    return [int(one) for one in listed[:layers]] or [1] * layers


def _words(dims: Dims, width: Count) -> Tensor:
    return Tensor("word_embeddings.weight", Part.EMBEDDING, (dims.vocab, width))


def _positions(config: Config, width: Count) -> tuple[Tensor, ...]:
    rows = config.count("max_position_embeddings", default=512, why=CLASS_DEFAULT)
    return table("position_embeddings", rows, width)


def _pooler(hidden: Count) -> tuple[Tensor, ...]:
    # only the first token of a sequence passes it
    return unmultiplied(linear("pooler.dense", Part.MLP, hidden, hidden, bias=True))


def _again(layer: Layer) -> Layer:
    return replace(layer, tensors=tuple(replace(t, again=True) for t in layer.tensors))
