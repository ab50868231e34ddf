"""How a quantity is filled: by which formulas, for which instances, and what each reads where.

Which formula fills which instance depends on what is known alone, so a recipe holds for any
numbers. A quantity is one array over all instances of its entity, axes (instance, month, option,
case).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from flopwatt.model.formula import Formula
from flopwatt.model.value import Array

Known = NDArray[np.bool_]
Numbers = Callable[[str], Array]


@dataclass(frozen=True, eq=False)
class Use:
    """One formula and the instances that it fills, all of them where ``where`` is None.

    ``reads`` take, of the numbers of each need, those that the formula reads for these instances;
    ``sums`` does in place of a formula that does nothing else than sum over members.
    """

    formula: Formula
    where: NDArray[np.intp] | None
    reads: tuple[Callable[[Array], Array], ...]
    sums: Callable[[Array], Array] | None = None

    def __call__(self, numbers: Numbers) -> Array:
        """What the formula gives; raises ValueError where it keeps the members apart."""
        formula = self.formula
        needed = [numbers(need) for need in formula.needs]
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            if self.sums:
                return self.sums(*needed)
            arguments = [read(one) for read, one in zip(self.reads, needed, strict=True)]
            try:
                result = np.asarray(formula.body(*arguments), dtype=float)
            except Exception as error:
                error.add_note(f"while working out {formula.makes} by {formula.name}")
                raise
        if result.ndim != 4:
            raise ValueError(f"{formula.name} gave axes {result.shape}, not 4: reduce over members")
        return result


@dataclass(frozen=True, eq=False)
class Recipe:
    """How one quantity is filled, for which instances that is known, and by which formula."""

    uses: tuple[Use, ...]
    known: Known
    formulas: tuple[Formula | None, ...]

    @functools.cached_property
    def reads(self) -> frozenset[str]:
        """The quantities that are read."""
        return frozenset(need for use in self.uses for need in use.formula.needs)

    @functools.cached_property
    def reads_anew(self) -> frozenset[str]:
        """The same without what decisions read, which hold while numbers move."""
        undecided = (use.formula for use in self.uses if not use.formula.decided)
        return frozenset(need for formula in undecided for need in formula.needs)

    def fill(self, numbers: Numbers) -> Array:
        """The quantity, NaN where it is not known; not to be written into."""
        count = len(self.known)
        data = _nothing(count)
        for use in self.uses:
            result = use(numbers)
            if use.where is None:
                shape = (count, *result.shape[1:])
                data = result if result.shape == shape else np.broadcast_to(result, shape)
            else:
                data = _widened(data, use.where, result)
        return data


@functools.cache
def no_recipe(count: int) -> Recipe:
    """That of a quantity that no formula fills, of so many instances."""
    return Recipe((), np.zeros(count, dtype=bool), (None,) * count)


def whole_recipe(use: Use, count: int) -> Recipe:
    """That of a quantity that one formula fills for all of so many instances."""
    return Recipe((use,), _everywhere(count), (use.formula,) * count)


@functools.cache
def _everywhere(count: int) -> Known:
    known = np.ones(count, dtype=bool)
    known.flags.writeable = False
    return known


@functools.cache
def _nothing(count: int) -> Array:
    """What no formula says of so many instances; shared, so nobody may write into it."""
    data = np.full((count, 1, 1, 1), np.nan)
    data.flags.writeable = False
    return data


def _widened(data: Array, where: NDArray[np.intp], values: Array) -> Array:
    """A copy of data with some instances replaced, axes widened where need be."""
    axes = np.broadcast_shapes(data.shape[1:], values.shape[1:])
    wide: Array = np.array(np.broadcast_to(data, (data.shape[0], *axes)))
    wide[where] = values
    return wide


def with_rows(data: Array, rows: Mapping[int, Array]) -> Array:
    """Data with some instances replaced, each by axes (month, option, case)."""
    if not rows:
        return data
    shapes = {data.shape[1:], *(row.shape for row in rows.values())}
    if len(shapes) == 1:
        wide: Array = data.copy()
    else:
        axes = np.broadcast_shapes(*shapes)
        wide = np.array(np.broadcast_to(data, (data.shape[0], *axes)))
    for place, row in rows.items():
        wide[place] = row
    return wide
