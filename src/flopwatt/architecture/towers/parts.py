"""What towers share: layers in which every patch sees every other, patches, and their places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flopwatt.architecture.blocks.attention import Heads, Reach, attend
from flopwatt.architecture.blocks.mlp import gated_mlp, plain_mlp
from flopwatt.architecture.blocks.tensors import linear, make_layer, norm, norms, vector
from flopwatt.architecture.config import Config
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.nested import text_config
from flopwatt.architecture.records import Block, Layer, Part, Tensor

CLASS = "the default of this tower's model class"


@dataclass(frozen=True)
class Sizes:
    """The sizes that every tower has."""

    hidden: Count
    inner: Count
    heads: Count
    layers: int


def read_sizes(config: Config, hidden: int, inner: int, heads: int, layers: int) -> Sizes:
    """Sizes under their usual names, with the class defaults of the tower."""
    return Sizes(
        size(config, hidden, "hidden_size"),
        size(config, inner, "intermediate_size"),
        size(config, heads, "num_attention_heads", "num_heads", "attention_heads"),
        config.layers("num_hidden_layers", "depth", default=layers, why=CLASS),
    )


def size(config: Config, default: int, *names: str) -> Count:
    """A size with the class default of the tower."""
    return config.count(*names, default=default, why=CLASS)


def pair(config: Config, default: int, *names: str) -> tuple[Count, Count]:
    """Two sides: a list of two, or one number for both."""
    given = config.raw(*names)
    if not isinstance(given, Sequence) or isinstance(given, str):
        one = size(config, default, *names)
        return one, one
    if len(given) != 2:
        config.refuse(names[0], "is neither a number nor two", "a number, or a list of two")
        return 1, 1
    sides = [Config({names[0]: side}, config.reading, config.path) for side in given]
    return sides[0].count(names[0]), sides[1].count(names[0])


def places(config: Config, image: int, patch: int) -> Count:
    """How many patches an image has."""
    high, wide = pair(config, image, "image_size")
    tall, broad = pair(config, patch, "patch_size")
    return (high // tall) * (wide // broad)


def patches(
    config: Config, hidden: Count, patch: int, *, frames: Count = 1, bias: bool = False
) -> tuple[Tensor, ...]:
    """The matrix that makes a vector of each patch of an image or of a few frames."""
    tall, broad = pair(config, patch, "patch_size")
    channels = size(config, 3, "num_channels", "in_channels")
    pixels = channels * frames * tall * broad
    return linear("patch_embedding", Part.EMBEDDING, hidden, pixels, bias=bias)


def positions(rows: Count, hidden: Count) -> tuple[Tensor, ...]:
    """Learned positions."""
    return vector("position_embedding.weight", Part.POSITION, rows, hidden)


def see_all(
    hidden: Count, heads: Count, *, bias: str = "qkvo", reach: Reach | None = None
) -> Block:
    """Attention in which all see all and nothing is kept; ``bias`` names what has one."""
    tensors: tuple[Tensor, ...] = ()
    for letter in "qkvo":
        name = f"self_attn.{letter}_proj"
        tensors += linear(name, Part.ATTENTION, hidden, hidden, bias=letter in bias)
    dim = hidden // heads
    return attend(tensors, Heads(heads, heads, dim, dim), reach, kept=False)


def encoder_layer(
    sizes: Sizes,
    *,
    bias: str = "qkvo",
    norm_bias: bool = True,
    gated: bool = False,
    mlp_bias: bool = True,
    reach: Reach | None = None,
    extra: tuple[Tensor, ...] = (),
) -> Layer:
    """Attention and an MLP, each behind one norm."""
    make = gated_mlp if gated else plain_mlp
    return make_layer(
        "encoder",
        norms("norm1", "norm2", width=sizes.hidden, bias=norm_bias),
        see_all(sizes.hidden, sizes.heads, bias=bias, reach=reach),
        make(sizes.hidden, sizes.inner, bias=mlp_bias),
        Block(extra),
    )


def pooling_head(sizes: Sizes) -> tuple[Tensor, ...]:
    """The head that makes one vector of all patches, by one learned query."""
    mlp = plain_mlp(sizes.hidden, sizes.inner, bias=True, prefix="head.mlp")
    return (
        *vector("head.probe", Part.POSITION, sizes.hidden),
        *see_all(sizes.hidden, sizes.heads).tensors,
        *norm("head.layernorm", sizes.hidden, bias=True),
        *mlp.tensors,
    )


def two_steps(
    name: str, given: Count, between: Count, made: Count, *, bias: bool = True
) -> tuple[Tensor, ...]:
    """A projector of two matrices."""
    first = linear(f"{name}.linear_1", Part.MLP, between, given, bias=bias)
    return first + linear(f"{name}.linear_2", Part.MLP, made, between, bias=bias)


def text_width(top: Config) -> Count:
    """The width of the text model that a projector leads to."""
    return text_config(top).count("hidden_size", "d_model", "n_embd", "dim")
