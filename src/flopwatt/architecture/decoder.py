"""What nearly all decoders have in common: embedding, layers, a last norm and a head."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flopwatt.architecture.blocks.attention import Heads
from flopwatt.architecture.blocks.tensors import linear, norm
from flopwatt.architecture.config import Config
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Architecture, Layer, Part, Stack, Tensor, interned

WIDTH = ("hidden_size", "d_model", "n_embd", "n_embed", "dim")
KV = ("num_key_value_heads", "n_kv_heads", "num_kv_heads", "n_head_kv")
QUERY = ("num_attention_heads", "n_heads", "n_head", "num_heads", "attention_heads")
CLASS_DEFAULT = "the default of this family's model class"
# in these the class's default is a number that fits no other model of the family: it is asked for
FIXED_KV = frozenset(
    (
        *("cwm", "dots1", "exaone", "exaone4", "exaone_moe", "falcon_h1", "glm4_moe"),
        *("glm4v_moe_text", "granite_swa", "helium", "hy_v3", "internlm3", "iquestcoder", "laguna"),
        *("lfm2", "llama4_text", "mimo_v2_flash", "minimax", "minimax_m2", "ministral"),
        *("ministral3", "mistral", "mixtral", "mllama_text_model", "phi4_multimodal", "phimoe"),
        *("qwen2", "qwen2_5_omni_text", "qwen2_5_vl_text", "qwen2_moe", "qwen2_vl_text", "qwen3"),
        *("qwen3_5_moe_text", "qwen3_5_text", "qwen3_moe", "qwen3_next", "qwen3_vl_text"),
        *("seed_oss", "smollm3", "solar_open", "stablelm", "starcoder2", "zamba"),
    )
)


@dataclass(frozen=True)
class Dims:
    """The sizes that nearly every config names."""

    hidden: Count
    layers: int
    vocab: Count
    heads: Heads
    embedding: Count | None = None  # the width of embedding and head, where it is another


def read_dims(
    config: Config,
    *,
    grouped: bool = True,
    kv: int | None = None,
    head: int | None = None,
) -> Dims:
    """Sizes under their usual names.

    Where query heads are not ``grouped`` over fewer key-value heads, each has its own, whatever
    the config says. ``kv`` is the class's own default of key-value heads, which only holds where
    the field is not there at all. A missing head size is ``head``, or the width over the heads.
    """
    hidden = config.count(*WIDTH)
    query = config.count(*QUERY)
    heads = read_kv_heads(config, query, own=kv) if grouped else query
    size = read_head_dim(config, hidden, query, own=head)
    return Dims(
        hidden,
        config.layers(),
        config.count("vocab_size", "n_vocab", "padded_vocab_size"),
        Heads(query, heads, size, size),
    )


def read_kv_heads(config: Config, query: Count, *, own: int | None = None) -> Count:
    """Key-value heads; where absent, as many as query heads in families that say so."""
    names = KV
    if config.has(*names):
        return config.count(*names)
    absent = not any(name in config.data for name in names)  # which is not the same as null
    if own is not None and absent:
        return config.count(*names, default=own, why=CLASS_DEFAULT)
    if absent and config.raw("model_type") in FIXED_KV:
        return config.count(*names)
    return config.count(*names, default=query, why=f"as many as query heads, {CLASS_DEFAULT}")


def read_head_dim(config: Config, hidden: Count, query: Count, *, own: int | None = None) -> Count:
    """The size of a head; where absent, the class's own or the width over the query heads."""
    names = ("head_dim", "attention_head_dim", "kv_channels")
    if config.has(*names):
        return config.count(*names)
    if own is not None and not any(name in config.data for name in names):
        return config.count(*names, default=own, why=CLASS_DEFAULT)
    size = divided(config, hidden, query)
    return config.count(*names, default=size, why="hidden_size over num_attention_heads")


def divided(config: Config, hidden: Count, query: Count, name: str = "") -> Count:
    """The width over the query heads, which have to divide it evenly."""
    size = hidden // query
    if isinstance(hidden, int) and isinstance(query, int) and (not size or hidden % query):
        name = name or next((one for one in QUERY if config.has(one)), QUERY[0])
        message = f"does not divide the width of {hidden}, and no head_dim says how wide heads are"
        if not size:
            message = f"is more than the width of {hidden}, which is divided among heads"
        config.refuse(name, message, f"a divisor of {hidden}, or head_dim beside it")
    return size


def read_tied(config: Config, *, default: bool) -> bool:
    """Whether the output matrix is the embedding again."""
    return config.flag("tie_word_embeddings", default=default, why=CLASS_DEFAULT)


def make_decoder(
    config: Config,
    family: str,
    dims: Dims,
    layers: Iterable[Layer],
    *,
    tied: bool,
    outer: tuple[Tensor, ...] | None = None,
    head_bias: bool = False,
    predictor: Stack | None = None,
) -> Architecture:
    """A decoder-only model: the layers between an embedding, one norm and a head.

    ``outer`` takes the place of the last norm, where the family has others around its layers.
    """
    wide = dims.hidden if dims.embedding is None else dims.embedding
    around = norm("norm", dims.hidden) if outer is None else outer
    embedding = Tensor("embed_tokens.weight", Part.EMBEDDING, (dims.vocab, wide))
    head = linear("lm_head", Part.HEAD, dims.vocab, wide, bias=head_bias)
    if tied:
        head = head[1:]  # the matrix is the embedding; a bias is its own
    stack = Stack(interned(layers), (embedding, *around, *head))
    return Architecture(
        family=family,
        decoder=stack,
        hidden=dims.hidden,
        vocab=dims.vocab,
        tied=tied,
        predictor=predictor,
        assumed=tuple(config.reading.assumed.values()),
        notes=tuple(config.reading.notes),
    )
