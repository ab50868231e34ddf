"""Pieces of spreadsheet formulas: what a formula's body works on, in place of arrays or symbols.

A piece knows how it is written for one month, or for a range of them, and what it comes to; so
a formula that is written out wrongly is found before anybody opens the workbook.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[Any]

COMPARED, SUM, PRODUCT, ATOM = 0, 1, 2, 4
ENDLESS = "1E+300"  # stands for what is endless, which a spreadsheet has no number for
NEARLY_ENDLESS = "1E+290"
CLOSE = 1e-13  # by which factors of units may differ through rounding alone


class UnwritableError(Exception):
    """What a spreadsheet has no formula for; the text says why."""


@dataclass(frozen=True)
class Span:
    """The months that a piece is written for, by their places: one, or a range of them."""

    first: int
    last: int

    @property
    def many(self) -> bool:
        """Whether a range is written rather than one cell."""
        return self.last > self.first


class Desk(Protocol):
    """Where what takes several cells is worked out."""

    def apply(self, name: str, args: tuple[Any, ...]) -> Piece:
        """A word that needs cells of its own."""
        ...


@dataclass(frozen=True)
class Piece:
    """A part of a spreadsheet formula.

    What is written, times ``factor``, is the number in canonical units; ``number`` holds that
    number, one value or one for each month. ``listed`` says that it can only be written as an
    array formula.
    """

    write: Callable[[Span], str]
    number: Numbers
    binds: int = ATOM
    factor: float = 1.0
    listed: bool = False
    plain: bool = False
    desk: Desk | None = field(default=None, repr=False, compare=False)

    @property
    def series(self) -> bool:
        """Whether it differs from month to month."""
        return self.number.ndim > 0

    def at(self, span: Span, binds: int = COMPARED) -> str:
        """As it is written there, in brackets where the surroundings bind more tightly."""
        text = self.write(span)
        return text if self.binds >= binds else f"({text})"

    def scaled(self, factor: float) -> Piece:
        """The same number, written as so many of another unit."""
        ratio = self.factor / factor
        if abs(ratio - 1) < CLOSE:
            return replace(self, factor=factor)
        times, parts = _shortest(ratio), _shortest(1 / ratio)
        text = f"*{times}" if len(times) <= len(parts) else f"/{parts}"
        return replace(
            self,
            write=lambda span: f"{self.at(span, PRODUCT)}{text}",
            binds=PRODUCT,
            factor=factor,
            plain=False,
        )

    def as_pure(self) -> Piece:
        """What is written, as a number without a unit."""
        return replace(self, number=self.number / self.factor, factor=1.0)

    def __add__(self, other: Any) -> Any:
        return _sum(self, other, "+", np.add)

    def __radd__(self, other: Any) -> Any:
        return _sum(as_piece(other), self, "+", np.add)

    def __sub__(self, other: Any) -> Any:
        return _sum(self, other, "-", np.subtract)

    def __rsub__(self, other: Any) -> Any:
        return _sum(as_piece(other), self, "-", np.subtract)

    def __mul__(self, other: Any) -> Any:
        return _product(self, other, "*", np.multiply)

    def __rmul__(self, other: Any) -> Any:
        return _product(as_piece(other), self, "*", np.multiply)

    def __truediv__(self, other: Any) -> Any:
        return _product(self, other, "/", np.divide)

    def __rtruediv__(self, other: Any) -> Any:
        return _product(as_piece(other), self, "/", np.divide)

    def __neg__(self) -> Piece:
        return joined(
            (self,), lambda span: f"-{self.at(span, PRODUCT)}", np.negative, PRODUCT, self.factor
        )

    def __lt__(self, other: Any) -> Any:
        return _compared(self, other, "<", np.less)

    def __le__(self, other: Any) -> Any:
        return _compared(self, other, "<=", np.less_equal)

    def __gt__(self, other: Any) -> Any:
        return _compared(self, other, ">", np.greater)

    def __ge__(self, other: Any) -> Any:
        return _compared(self, other, ">=", np.greater_equal)

    def apply_word(self, word: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """A word of the formulas as a spreadsheet has it."""
        from flopwatt.report.workbook.words import translate

        return translate(word, args)


def _by(join: Callable[[Any, Any], Any], *, flip: bool = False) -> Callable[..., Group]:
    """How a group takes part in a sum, a product or a comparison: member by member."""
    turned = (lambda one, other: join(other, one)) if flip else join
    return lambda group, other: group.each(other, turned)


@dataclass(frozen=True)
class Group:
    """What a formula reduces over: a piece for each member, such as a plan's products."""

    members: tuple[Piece, ...]

    def each(self, other: Any, join: Callable[[Any, Any], Any]) -> Group:
        """Member by member, with one that they share or with another group's."""
        if isinstance(other, Group):
            if len(other.members) != len(self.members):
                raise UnwritableError("groups of unlike members")
            return Group(tuple(map(join, self.members, other.members)))
        return Group(tuple(join(member, other) for member in self.members))

    __add__, __sub__ = _by(operator.add), _by(operator.sub)
    __mul__, __truediv__ = _by(operator.mul), _by(operator.truediv)
    __radd__, __rsub__ = _by(operator.add, flip=True), _by(operator.sub, flip=True)
    __rmul__, __rtruediv__ = _by(operator.mul, flip=True), _by(operator.truediv, flip=True)
    __lt__, __le__ = _by(operator.lt), _by(operator.le)
    __gt__, __ge__ = _by(operator.gt), _by(operator.ge)

    def __neg__(self) -> Group:
        return Group(tuple(-member for member in self.members))

    def apply_word(self, word: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """A word of the formulas as a spreadsheet has it."""
        return Piece.apply_word(self.members[0], word, args)


def as_piece(value: Any) -> Piece:
    """A number of a formula's body as a piece; a piece as itself."""
    if isinstance(value, Piece):
        return value
    number = float(value)
    return Piece(lambda span: literal(number), np.asarray(number), PRODUCT if number < 0 else ATOM)


def literal(number: float) -> str:
    """A number as it is written in a formula."""
    if math.isinf(number):
        return ENDLESS if number > 0 else f"-{ENDLESS}"
    return f"{number:.15g}".replace("e", "E")


def _shortest(number: float) -> str:
    """A factor in as few digits as it has but for rounding."""
    told = (f"{number:.{digits}g}" for digits in (3, 6, 9, 12, 15))
    text = next((t for t in told if abs(float(t) / number - 1) < CLOSE), f"{number:.15g}")
    return literal(float(text))


def joined(
    parts: Iterable[Piece],
    write: Callable[[Span], str],
    work: Callable[..., Any],
    binds: int = ATOM,
    factor: float = 1.0,
) -> Piece:
    """A piece of others: how it is written, and what their numbers come to."""
    parts = tuple(parts)
    with np.errstate(all="ignore"):
        number = np.asarray(work(*(part.number for part in parts)))
    desk = next((part.desk for part in parts if part.desk is not None), None)
    listed = any(part.listed for part in parts)
    return Piece(write, number, binds, factor, listed, desk=desk)


def aligned(*parts: Any) -> tuple[Piece, ...]:
    """Pieces written in one unit: that of the first that has one."""
    pieces = [as_piece(part) for part in parts]
    written = [p for p, part in zip(pieces, parts, strict=True) if isinstance(part, Piece)]
    factor = written[0].factor if written else 1.0
    return tuple(_in_unit(piece, factor) for piece in pieces)


def _in_unit(piece: Piece, factor: float) -> Piece:
    if piece.desk is None and not piece.series:  # a number, which is written anew
        number = float(piece.number)
        told = literal(number / factor)
        return replace(piece, write=lambda span: told, factor=factor)
    return piece.scaled(factor)


def _sum(one: Piece, other: Any, sign: str, work: Callable[..., Any]) -> Any:
    if isinstance(other, Group):
        return other.each(one, lambda member, with_: _sum(with_, member, sign, work))
    if not isinstance(other, Piece) and other == 0:
        return one
    left, right = aligned(one, other) if one.desk else reversed(aligned(other, one))
    tight = PRODUCT if sign == "-" else SUM
    return joined(
        (left, right),
        lambda span: f"{left.at(span, SUM)}{sign}{right.at(span, tight)}",
        work,
        SUM,
        left.factor,
    )


def _product(one: Piece, other: Any, sign: str, work: Callable[..., Any]) -> Any:
    if isinstance(other, Group):
        return other.each(one, lambda member, with_: _product(with_, member, sign, work))
    other = as_piece(other)
    factor = one.factor * other.factor if sign == "*" else one.factor / other.factor
    tight = PRODUCT + 1 if sign == "/" else PRODUCT

    def write(span: Span) -> str:
        return f"{one.at(span, PRODUCT)}{sign}{other.at(span, tight)}"

    if sign == "/" and _is_endless(one.number, other.number):
        return joined(
            (one, other),
            lambda span: (
                f"IF({other.at(span, SUM)}=0,SIGN({one.at(span)})*{ENDLESS},{write(span)})"
            ),
            work,
            ATOM,
            factor,
        )
    return joined((one, other), write, work, PRODUCT, factor)


def _is_endless(number: Numbers, divisor: Numbers) -> bool:
    """Whether something is divided by nothing, and all that is: spreadsheets refuse to."""
    nothing = np.broadcast_to(divisor == 0, np.broadcast_shapes(number.shape, divisor.shape))
    return bool(nothing.any() and (np.broadcast_to(number, nothing.shape)[nothing] != 0).all())


def _compared(one: Piece, other: Any, sign: str, work: Callable[..., Any]) -> Any:
    if isinstance(other, Group):
        return other.each(one, lambda member, with_: _compared(with_, member, sign, work))
    if not isinstance(other, Piece) and math.isinf(other):
        told = NEARLY_ENDLESS if other > 0 else f"-{NEARLY_ENDLESS}"
        return joined(
            (one,), lambda span: f"{one.at(span, SUM)}{sign}{told}", lambda n: work(n, other), 0
        )
    left, right = aligned(one, other)
    return joined(
        (left, right),
        lambda span: f"{left.at(span, SUM)}{sign}{right.at(span, SUM)}",
        work,
        COMPARED,
    )
