"""How many bytes a weight takes in a format: its values, and the scales stored beside them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flopwatt.architecture.lacking import Count

FP8_BLOCK = (128, 128)  # the block of the published DeepSeek, Qwen3 and MiniMax FP8 files
BNB_BLOCK, BNB_NESTED = 64, 256  # values per scale, and scales per scale of scales


@dataclass(frozen=True, slots=True)
class Piece:
    """One array that a format stores: ``bits`` for each block of (rows, columns) of a matrix.

    None stands for a whole side, so that (None, None) is once per matrix and (1, None) once per
    row. Blocks at the edges are whole. What is narrower than a word is packed along a row
    (down a column where ``down``), and a row ends with a whole word.
    """

    bits: int
    rows: int | None = 1
    columns: int | None = 1
    word: int = 8
    down: bool = False
    flat: bool = False  # blocks run on over the ends of rows

    def size(self, rows: Count, columns: Count) -> Count:
        """Bytes for one matrix."""
        if self.flat:
            blocks = _ceil(rows * columns, self.columns or 1)
            return _ceil(blocks * self.bits, self.word) * (self.word // 8)
        high = 1 if self.rows is None else _ceil(rows, self.rows)
        wide = 1 if self.columns is None else _ceil(columns, self.columns)
        packed, lines = (high, wide) if self.down else (wide, high)
        return lines * _ceil(packed * self.bits, self.word) * (self.word // 8)


@dataclass(frozen=True)
class Format:
    """A way to store a weight: its name and the arrays that it is made of."""

    name: str
    pieces: tuple[Piece, ...]

    def size(self, shape: tuple[Count, ...], copies: Count = 1) -> Count:
        """Bytes for a tensor: the first side are rows, all others together columns."""
        rows, columns = _matrix(shape)
        one: Count = 0
        for piece in self.pieces:
            one = one + piece.size(rows, columns)
        return one * copies

    @property
    def bits(self) -> float:
        """Bits per value of a matrix so large that what is kept once does not count."""
        side = 1 << 16
        return float(8 * self.size((side, side)) / side**2)


def _ceil(value: Count, step: int) -> Count:
    return -(-value // step)


def _matrix(shape: tuple[Count, ...]) -> tuple[Count, Count]:
    if len(shape) == 1:
        return 1, shape[0]
    columns: Count = 1
    for side in shape[1:]:
        columns = columns * side
    return shape[0], columns


def _plain(name: str, bits: int) -> Format:
    return Format(name, (Piece(bits),))


FP32, FP16, BF16 = _plain("fp32", 32), _plain("fp16", 16), _plain("bf16", 16)
MXFP4 = Format("mxfp4", (Piece(4), Piece(8, 1, 32)))
MXFP8 = Format("mxfp8", (Piece(8), Piece(8, 1, 32)))


def scaled(
    name: str,
    bits: int,
    block: tuple[int | None, int | None],
    *,
    scale: int = 32,
    static: bool = False,
) -> Format:
    """Values of 8 bits or so with one scale per block; per matrix where the block is all of it.

    ``static`` adds the one scale of its inputs, which a calibrated file holds per matrix.
    """
    pieces = (Piece(bits), Piece(scale, *block))
    return Format(name, (*pieces, Piece(scale, None, None)) if static else pieces)


def fp8_tensor(*, static: bool = False) -> Format:
    """FP8 with one 32-bit scale per matrix."""
    return scaled("fp8", 8, (None, None), static=static)


def fp8_block(block: tuple[int, int] = FP8_BLOCK) -> Format:
    """FP8 with a 32-bit scale per block.

    Where a config says that scales are powers of two (``ue8m0``), files up to DeepSeek-V3.2
    still hold them as 32-bit numbers.
    """
    return scaled(f"fp8 per {block[0]}x{block[1]}", 8, block)


def grouped(
    name: str,
    bits: int,
    group: int | None,
    *,
    scale: int = 16,
    zero: int = 0,
    word: int = 32,
    more: Iterable[Piece] = (),
) -> Format:
    """Integers in groups along the inputs: a scale per group, and a zero point of ``zero`` bits.

    ``group`` None is one group per row.
    """
    pieces = [Piece(bits, word=word), Piece(scale, 1, group)]
    if zero:
        pieces.append(Piece(zero, 1, group, word=max(word, 8), down=True))
    size = f" g{group}" if group else " per row"
    return Format(name + size, (*pieces, *more))


def gptq(bits: int = 4, group: int | None = 128) -> Format:
    """GPTQ: scales of 16 bits, packed zero points, and the group of each input column.

    The last are stored whether or not columns were reordered.
    """
    return grouped(f"gptq int{bits}", bits, group, zero=bits, more=[Piece(32, None, 1)])


def awq(bits: int = 4, group: int | None = 128) -> Format:
    """AWQ: scales of 16 bits and packed zero points."""
    return grouped(f"awq int{bits}", bits, group, zero=bits)


def packed(bits: int, group: int | None, *, symmetric: bool, order: bool, scale: int) -> Format:
    """``pack-quantized`` of compressed-tensors: with the matrix's shape as two 64-bit numbers."""
    more = [Piece(128, None, None), *([Piece(32, None, 1)] if order else [])]
    return grouped(f"int{bits}", bits, group, scale=scale, zero=0 if symmetric else bits, more=more)


def affine(name: str, bits: int, group: int | None, scale: int = 16) -> Format:
    """Integers with a scale and a shift per group, neither packed (HQQ, MLX, quanto, torchao)."""
    return grouped(name, bits, group, scale=2 * scale, word=8)


def nvfp4(group: int = 16, *, static: bool = True) -> Format:
    """NVFP4: an 8-bit scale per 16 values, a 32-bit one per matrix, and one of its inputs."""
    pieces = (Piece(4), Piece(8, 1, group), Piece(32, None, None))
    return Format("nvfp4", (*pieces, Piece(32, None, None)) if static else pieces)


def bnb_int8() -> Format:
    """bitsandbytes in 8 bits: a 32-bit scale per row and a byte that names the layout."""
    return Format("bnb int8", (Piece(8), Piece(32, 1, None), Piece(8, None, None)))


def bnb_4bit(name: str = "nf4", *, nested: bool = False) -> Format:
    """bitsandbytes in 4 bits: a scale per 64 values, itself in 8 bits where ``nested``.

    The table of the 16 values stands beside each matrix, and that of the 256 nested scales.
    """
    values = (Piece(4, columns=1, flat=True), Piece(16 * 32, None, None))
    if not nested:
        return Format(name, (*values, Piece(32, 1, BNB_BLOCK, flat=True)))
    scales = (
        Piece(8, 1, BNB_BLOCK, flat=True),
        Piece(32, 1, BNB_BLOCK * BNB_NESTED, flat=True),
        Piece(257 * 32, None, None),  # 256 values of the table, and the offset
    )
    return Format(f"{name} nested", (*values, *scales))
