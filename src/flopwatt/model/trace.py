"""Running a formula's body once on symbols writes it out; once on dimensions proves its units."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flopwatt.model.formula import Formula

SUM, PRODUCT, ATOM = 1, 2, 3


@dataclass(frozen=True)
class Symbol:
    """A piece of written formula, with how tightly it binds."""

    text: str
    binds: int = ATOM

    def _join(self, operator: str, other: Any, binds: int, *, flip: bool = False) -> Symbol:
        other = other if isinstance(other, Symbol) else Symbol(_number(other))
        left, right = (other, self) if flip else (self, other)
        # a - (b - c) and a / (b x c) need their brackets; a + b + c and a x b x c do not
        tight = binds + 1 if operator in "-/" else binds
        return Symbol(f"{left.wrapped(binds)} {operator} {right.wrapped(tight)}", binds)

    def wrapped(self, binds: int) -> str:
        """The text, in brackets where the surroundings bind more tightly."""
        return self.text if self.binds >= binds else f"({self.text})"

    def __add__(self, other: Any) -> Symbol:
        return self._join("+", other, SUM)

    def __radd__(self, other: Any) -> Symbol:
        return self._join("+", other, SUM, flip=True)

    def __sub__(self, other: Any) -> Symbol:
        return self._join("-", other, SUM)

    def __rsub__(self, other: Any) -> Symbol:
        return self._join("-", other, SUM, flip=True)

    def __mul__(self, other: Any) -> Symbol:
        return self._join("x", other, PRODUCT)

    def __rmul__(self, other: Any) -> Symbol:
        return self._join("x", other, PRODUCT, flip=True)

    def __truediv__(self, other: Any) -> Symbol:
        return self._join("/", other, PRODUCT)

    def __rtruediv__(self, other: Any) -> Symbol:
        return self._join("/", other, PRODUCT, flip=True)

    def __neg__(self) -> Symbol:
        return Symbol(f"-{self.wrapped(PRODUCT)}", PRODUCT)

    def __lt__(self, other: Any) -> Symbol:
        return self._join("<", other, 0)

    def __le__(self, other: Any) -> Symbol:
        return self._join("<=", other, 0)

    def __gt__(self, other: Any) -> Symbol:
        return self._join(">", other, 0)

    def __ge__(self, other: Any) -> Symbol:
        return self._join(">=", other, 0)

    def apply_word(self, word: Callable[..., Any], args: tuple[Any, ...]) -> Symbol:
        """A word of ``axes`` written as a call."""
        parts = (a.text if isinstance(a, Symbol) else _number(a) for a in args)
        name = str(getattr(word, "__name__", "")).replace("_", " ")
        return Symbol(f"{name}({', '.join(parts)})")


def _number(value: float) -> str:
    return f"{value:g}"


class DimensionError(Exception):
    """Two things were added or compared that do not measure the same."""


@dataclass(frozen=True)
class Dimension:
    """Powers of base words, as ``units.parse_unit`` gives them."""

    powers: tuple[tuple[str, int], ...] = ()

    def _combine(self, other: Any, sign: int) -> Dimension:
        powers = dict(self.powers)
        for base, power in _dimension(other).powers:
            powers[base] = powers.get(base, 0) + sign * power
        return Dimension(tuple(sorted((b, p) for b, p in powers.items() if p)))

    def _match(self, other: Any) -> Dimension:
        # a plain 0 or infinity measures anything
        if not isinstance(other, Dimension) and other in (0, float("inf")):
            return self
        if self.powers != _dimension(other).powers:
            raise DimensionError(f"{self} with {_dimension(other)}")
        return self

    def without_unit(self) -> Dimension:
        """Itself, when it is a pure number; else an error."""
        return self._match(Dimension())

    def halved(self) -> Dimension:
        """That of a square root; an error where a power is odd."""
        if any(power % 2 for _, power in self.powers):
            raise DimensionError(f"a square root of {self}")
        return Dimension(tuple((base, power // 2) for base, power in self.powers))

    def __mul__(self, other: Any) -> Dimension:
        return self._combine(other, 1)

    def __truediv__(self, other: Any) -> Dimension:
        return self._combine(other, -1)

    def __rtruediv__(self, other: Any) -> Dimension:
        return _dimension(other) / self

    def __add__(self, other: Any) -> Dimension:
        return self._match(other)

    def __neg__(self) -> Dimension:
        return self

    __rmul__ = __mul__
    __radd__ = __sub__ = __rsub__ = __lt__ = __le__ = __gt__ = __ge__ = __add__

    def apply_word(self, word: Callable[..., Any], args: tuple[Any, ...]) -> Dimension:
        """The dimension of a word's result, by the rule the word carries."""
        rule: Callable[..., Dimension] = word.dimension  # type: ignore[attr-defined]
        return rule(*args)

    def __str__(self) -> str:
        return " ".join(f"{base}^{power}" for base, power in self.powers) or "a pure number"


def _dimension(value: Any) -> Dimension:
    return value if isinstance(value, Dimension) else Dimension()


def written(formula: Formula, names: Mapping[str, str]) -> str:
    """The formula as text, with each quantity under the name given for it."""
    result = formula.body(*(Symbol(names[need]) for need in formula.needs))
    return result.text if isinstance(result, Symbol) else _number(result)


def dimension_of(formula: Formula, dimensions: Mapping[str, Dimension]) -> Dimension:
    """The dimension that a formula's body works out from those of its parameters.

    Raises DimensionError where it adds or compares unlike things.
    """
    return _dimension(formula.body(*(dimensions[need] for need in formula.needs)))
