"""What encoders have in common, alone or in front of a decoder."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from flopwatt.architecture.config import Config
from flopwatt.architecture.decoder import Dims, make_decoder
from flopwatt.architecture.lacking import Count
from flopwatt.architecture.records import Architecture, Layer, Part, Stack, Tensor

HEADLESS = (
    "counted as an encoder by itself: a head for masked words, classes or pairs, which the name "
    "of its architecture may mean, is not part of the sizes that such models are published with"
)


def make_encoder(
    config: Config,
    family: str,
    dims: Dims,
    layers: Iterable[Layer],
    outer: tuple[Tensor, ...],
) -> Architecture:
    """An encoder without a decoder: it writes nothing, so that no output matrix is counted."""
    config.note(HEADLESS)
    return Architecture(
        family=family,
        decoder=Stack(tuple(layers), outer),
        hidden=dims.hidden,
        vocab=dims.vocab,
        tied=False,
        causal=False,
    )


def make_pair(
    config: Config,
    family: str,
    dims: Dims,
    encoder: Stack,
    layers: Iterable[Layer],
    *,
    tied: bool,
    outer: tuple[Tensor, ...],
) -> Architecture:
    """An encoder and a decoder that share one embedding, which is kept with the decoder."""
    made = make_decoder(config, family, dims, layers, tied=tied, outer=outer)
    return replace(made, encoder=encoder)


def table(name: str, *shape: Count) -> tuple[Tensor, ...]:
    """Learned positions or kinds of tokens, looked up and added."""
    return (Tensor(f"{name}.weight", Part.POSITION, shape),)


def unmultiplied(tensors: Iterable[Tensor]) -> tuple[Tensor, ...]:
    """Matrices that a few tokens of a sequence pass and the others do not."""
    return tuple(replace(tensor, matmul=False) for tensor in tensors)
