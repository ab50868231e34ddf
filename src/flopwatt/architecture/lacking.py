"""A number that a config does not hold: sums with it are not known either, and say why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn


class LackingError(Exception):
    """Something had to be decided by a number that the config does not hold."""

    def __init__(self, names: frozenset[str]) -> None:
        super().__init__(", ".join(sorted(names)))
        self.names = names


class Lacking:
    """Stands for a missing number; ``names`` are the fields that would give it.

    Whatever is worked out from it lacks the same fields, so that a fragment of a config still
    answers what does not depend on them. Deciding by it (``if``, ``range``) raises LackingError.
    """

    __slots__ = ("names",)

    def __init__(self, *names: str) -> None:
        self.names = frozenset(names)

    def _join(self, other: object) -> Lacking:
        """Any arithmetic: what comes out lacks what either side lacks."""
        others = other.names if isinstance(other, Lacking) else ()
        return Lacking(*self.names, *others)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _join
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _join

    def __neg__(self) -> Lacking:
        """Still lacking."""
        return self

    def _decide(self, *_: object) -> NoReturn:
        """Any comparison or conversion: nothing can be decided."""
        raise LackingError(self.names)

    __bool__ = __index__ = __int__ = __float__ = _decide
    __lt__ = __le__ = __gt__ = __ge__ = _decide

    def __repr__(self) -> str:
        """What would be needed."""
        return f"Lacking({', '.join(sorted(self.names))})"

    def __str__(self) -> str:
        """What people read."""
        return "not known"


Count = int | Lacking


def largest(counts: Iterable[Count]) -> Count:
    """The largest, 0 of none; not known where one of them is not."""
    known, lacking = _known(counts)
    return max(known, default=0) if lacking is None else lacking


def least(counts: Iterable[Count]) -> Count:
    """The smallest, 0 of none; not known where one of them is not."""
    known, lacking = _known(counts)
    return min(known, default=0) if lacking is None else lacking


def _known(counts: Iterable[Count]) -> tuple[list[int], Lacking | None]:
    """Numbers that are known, and the first that is not."""
    found = list(counts)
    lacking = next((one for one in found if isinstance(one, Lacking)), None)
    return [one for one in found if not isinstance(one, Lacking)], lacking
