"""Bytes of matrices in each format."""

import pytest

from flopwatt.architecture.formats import (
    BF16,
    FP32,
    MXFP4,
    Format,
    affine,
    awq,
    bnb_4bit,
    bnb_int8,
    fp8_block,
    fp8_tensor,
    gptq,
    nvfp4,
    packed,
    scaled,
)
from flopwatt.architecture.gguf import GGUF
from flopwatt.architecture.lacking import Lacking

SIDE = 256


@pytest.mark.parametrize(
    ("format", "shape", "expected"),
    [
        (FP32, (3, 5), 60),
        (BF16, (7,), 14),
        (BF16, (4, 1, 3), 24),
        (fp8_tensor(), (10, 10), 104),
        (fp8_tensor(static=True), (10, 10), 108),
        # 3 x 2 blocks, of which those at the edges are cut
        (fp8_block(), (300, 200), 60000 + 4 * 6),
        (scaled("row", 8, (1, None)), (10, 20), 240),
        # 4-bit values, 2 groups a row with 16-bit scales and 4-bit zero points
        (awq(), (SIDE, SIDE), SIDE * SIDE // 2 + SIDE * 2 * 2 + SIDE * 2 // 2),
        (gptq(), (SIDE, SIDE), SIDE * SIDE // 2 + SIDE * 2 * 2 + SIDE * 2 // 2 + 4 * SIDE),
        (gptq(4, None), (SIDE, SIDE), SIDE * SIDE // 2 + SIDE * 2 + SIDE // 2 + 4 * SIDE),
        # a row of 10 values in 4 bits takes two words
        (packed(4, 32, symmetric=True, order=False, scale=16), (3, 10), 3 * 8 + 3 * 2 + 16),
        (affine("hqq", 4, 64), (SIDE, SIDE), SIDE * SIDE // 2 + SIDE * 4 * 4),
        (MXFP4, (2, 64), 2 * (32 + 2)),
        (MXFP4, (2, 65), 2 * (33 + 3)),
        (nvfp4(static=False), (2, 64), 2 * (32 + 4) + 4),
        (bnb_int8(), (10, 20), 200 + 40 + 1),
        (bnb_4bit(), (64, 64), 2048 + 256 + 64),
        # 512 scales in 8 bits, 2 of them in 32, their offset and both tables
        (bnb_4bit(nested=True), (128, 256), 16384 + 512 + 8 + 4 + 64 + 1024),
        (GGUF["q4_0"], (1, 32), 18),
        (GGUF["q8_0"], (1, 32), 34),
        (GGUF["q6_k"], (2, 256), 420),
        (GGUF["q4_k"], (2, 257), 4 * 144),
    ],
)
def test_a_matrix(format: Format, shape: tuple[int, ...], expected: int) -> None:
    assert format.size(shape) == expected
    assert format.size(shape, 3) == 3 * expected


@pytest.mark.parametrize(
    ("format", "bits"),
    [(MXFP4, 4.25), (nvfp4(), 4.5), (bnb_4bit(nested=True), 4.127), (fp8_block(), 8.002)],
)
def test_bits_of_a_value(format: Format, bits: float) -> None:
    assert format.bits == pytest.approx(bits, abs=5e-4)


def test_what_is_lacking_stays_lacking() -> None:
    found = awq().size((Lacking("intermediate_size"), 64))
    assert isinstance(found, Lacking)
    assert found.names == {"intermediate_size"}
