"""BART and its kin, for translation and summaries, and Whisper, whose source is sound."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from flopwatt.architecture.blocks.attention import Heads, Reach, attention
from flopwatt.architecture.blocks.cross import cross_attention
from flopwatt.architecture.blocks.mlp import plain_mlp
from flopwatt.architecture.blocks.tensors import make_layer, norm, norms
from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import CLASS_DEFAULT, Dims, divided, read_tied
from flopwatt.architecture.encoder import make_pair, table
from flopwatt.architecture.families.bert import global_projections, read_windows
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Architecture, Block, Layer, Part, Stack, Tensor
from flopwatt.architecture.registry import family

TWO_MORE = 2  # BART's position tables begin two rows late


@dataclass(frozen=True)
class Shape:
    """In what these families differ: positions, and norms before the first and after the last.

    ``positions`` is how many rows a table has beyond those of the config, None for no table.
    ``logits`` says that a buffer is stored that is added to the output.
    """

    positions: int | None = TWO_MORE
    first: bool = True
    last: bool = False
    logits: bool = True


@family("bart", "plbart", also=("BartForConditionalGeneration", "PLBartForConditionalGeneration"))
def read_bart(config: Config) -> Architecture:
    """BART: a norm behind the embedding and behind each half of a layer."""
    return _read(config, Shape())


@family("mbart", also=("MBartForConditionalGeneration",))
def read_mbart(config: Config) -> Architecture:
    """mBART: norms before each half, and one more at the end of both stacks."""
    return _read(config, Shape(last=True))


@family("blenderbot-small", also=("BlenderbotSmallForConditionalGeneration",))
def read_blenderbot_small(config: Config) -> Architecture:
    """The small Blenderbot has BART's norms."""
    return _read(config, Shape(positions=0))


@family(
    *("pegasus", "blenderbot"),
    also=("PegasusForConditionalGeneration", "BlenderbotForConditionalGeneration"),
)
def read_pegasus(config: Config) -> Architecture:
    """A norm at the end of each stack; the sinusoids of Pegasus are stored as a table."""
    return _read(config, Shape(positions=0, first=False, last=True))


@family("marian", also=("MarianMTModel",))
def read_marian(config: Config) -> Architecture:
    """Sinusoids stored as a table, and no norms around the layers."""
    if not config.flag("share_encoder_decoder_embeddings", default=True):
        config.refuse("share_encoder_decoder_embeddings", "is false, which is not read", "true")
    return _read(config, Shape(positions=0, first=False))


@family("m2m_100", "nllb", also=("M2M100ForConditionalGeneration",))
def read_m2m(config: Config) -> Architecture:
    """M2M-100 and NLLB: sinusoids are made, not stored."""
    return _read(config, Shape(positions=None, first=False, last=True, logits=False))


@family("led", also=("LEDForConditionalGeneration",))
def read_led(config: Config) -> Architecture:
    """Longformer's attention in the encoder: windows, and a few tokens that see everything."""
    dims = _dims(config, "encoder")
    extra = Block(global_projections("self_attn", dims.hidden))
    layers = [
        _encoder(config, dims, Reach(window), extra) for window in read_windows(config, dims.layers)
    ]
    positions = config.count("max_encoder_position_embeddings")
    outer = table("embed_positions", positions, dims.hidden)
    outer += norm("layernorm_embedding", dims.hidden, bias=True)
    rows = config.count("max_decoder_position_embeddings")
    return _pair(config, Shape(), rows, Stack(tuple(layers), outer))


@family("whisper", also=("WhisperForConditionalGeneration",))
def read_whisper(config: Config) -> Architecture:
    """Two convolutions make a token of every four frames of sound; keys have no bias."""
    dims = _dims(config, "encoder")
    hidden = dims.hidden
    mels = config.count("num_mel_bins", default=80, why=CLASS_DEFAULT)
    outer: tuple[Tensor, ...] = (Tensor("conv1.weight", Part.MLP, (hidden, mels, 3), matmul=True),
             Tensor("conv1.bias", Part.MLP, (hidden,)),
             Tensor("conv2.weight", Part.MLP, (hidden, hidden, 3), matmul=True),
             Tensor("conv2.bias", Part.MLP, (hidden,)))  # fmt: skip
    rows = config.count("max_source_positions", default=1500, why=CLASS_DEFAULT)
    outer += table("embed_positions", rows, hidden) + norm("layer_norm", hidden, bias=True)
    layers = [_keys_plain(layer) for layer in [_encoder(config, dims)] * dims.layers]
    rows = config.count("max_target_positions", default=448, why=CLASS_DEFAULT)
    shape = Shape(positions=0, first=False, last=True, logits=False)
    made = _pair(config, shape, rows, Stack(tuple(layers), outer))
    writing = tuple(_keys_plain(layer) for layer in made.decoder.layers)
    return replace(made, decoder=replace(made.decoder, layers=writing))


def _keys_plain(layer: Layer) -> Layer:
    kept = (tensor for tensor in layer.tensors if not tensor.name.endswith("k_proj.bias"))
    return replace(layer, tensors=tuple(kept))


def _read(config: Config, shape: Shape) -> Architecture:
    dims = _dims(config, "encoder")
    rows = _rows(config, shape)
    layers = [_encoder(config, dims)] * dims.layers
    encoder = Stack(tuple(layers), _outer(dims.hidden, shape, rows))
    return _pair(config, shape, rows, encoder)


def _rows(config: Config, shape: Shape) -> Count:
    if shape.positions is None:
        return 0
    return config.count("max_position_embeddings") + shape.positions


def _pair(config: Config, shape: Shape, rows: Count, encoder: Stack) -> Architecture:
    dims = _dims(config, "decoder")
    outer = _outer(dims.hidden, shape, rows)
    if shape.logits:
        bias = Tensor("final_logits_bias", Part.HEAD, (1, dims.vocab), trained=False)
        outer = (*outer, bias)
    layers = [_decoder(config, dims)] * dims.layers
    tied = read_tied(config, default=True)
    return make_pair(config, "bart", dims, encoder, layers, tied=tied, outer=outer)


def _dims(config: Config, side: str) -> Dims:
    """The sizes of one side; both have the same width."""
    hidden = config.count("d_model")
    heads = config.count(f"{side}_attention_heads")
    dim = divided(config, hidden, heads, f"{side}_attention_heads")
    vocab = config.count("vocab_size")
    return Dims(hidden, config.layers(f"{side}_layers"), vocab, Heads(heads, heads, dim, dim))


def _outer(hidden: Count, shape: Shape, rows: Count) -> tuple[Tensor, ...]:
    tensors: tuple[Tensor, ...] = ()
    if shape.positions is not None:
        tensors += table("embed_positions", rows, hidden)
    tensors += norm("layernorm_embedding", hidden, bias=True) if shape.first else ()
    return tensors + (norm("layer_norm", hidden, bias=True) if shape.last else ())


def _encoder(config: Config, dims: Dims, reach: Reach | None = None, *more: Block) -> Layer:
    attend = attention(dims.hidden, dims.heads, bias=True, reach=reach, causal=False)
    around = norms("self_attn_layer_norm", "final_layer_norm", width=dims.hidden, bias=True)
    return make_layer("attention + MLP", attend, *more, around, _feed(config, dims, "encoder"))


def _decoder(config: Config, dims: Dims) -> Layer:
    names: Iterable[str] = (f"{n}_layer_norm" for n in ("self_attn", "encoder_attn", "final"))
    return make_layer(
        "attention + cross-attention + MLP",
        attention(dims.hidden, dims.heads, bias=True),
        cross_attention(dims.hidden, dims.heads, bias=True),
        norms(*names, width=dims.hidden, bias=True),
        _feed(config, dims, "decoder"),
    )


def _feed(config: Config, dims: Dims, side: str) -> Block:
    return plain_mlp(dims.hidden, config.count(f"{side}_ffn_dim"), bias=True)
