"""Ranges: where a value is likely to lie, and what is drawn from there.

One draw in ten lies below ``low`` and one in ten above ``high``; the value itself is the
median. Where the sides differ, each keeps its own width.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from flopwatt.model.quantity import Kind, Quantity
from flopwatt.units import parse_unit

Numbers = NDArray[np.float64]

Z_90 = 1.2815515655446004  # a standard normal lies below it in nine cases of ten
TAIL, HALF = 0.1, 0.5
EDGE = 1e-6  # of the way to the value: how near a draw may come to a bound it may not touch


class Shape(StrEnum):
    """How draws are spread around the value."""

    LOGNORMAL = "lognormal"
    NORMAL = "normal"
    UNIFORM = "uniform"
    TRIANGULAR = "triangular"


@dataclass(frozen=True)
class Range:
    """P10, P90 and shape of a value, in canonical units.

    ``stream`` names the random numbers: values of one stream are drawn together. Those of one
    ``factor``, such as a market, tend the same way: ``weight`` is how much of each normal number
    is the factor's.
    """

    low: float
    high: float
    shape: Shape
    stream: str
    factor: str = ""
    weight: float = 0.0


def factor_weight(correlation: float) -> float:
    """The weight of a factor at which the draws of two values have a rank correlation.

    Of two normals with the linear correlation r that is 6 / pi x arcsin(r / 2).
    """
    return math.sqrt(2 * math.sin(math.pi * correlation / 6))


def mixed(around: Range, own: Numbers, shared: Numbers | None) -> Numbers:
    """Standard normal numbers of a value: its own, and those of the factor that it shares."""
    if shared is None or not around.weight:
        return own
    return around.weight * shared + math.sqrt(max(1 - around.weight**2, 0)) * own


def default_shape(quantity: Quantity, low: float) -> Shape:
    """Lognormal for what cannot be negative and is above zero at its low; else normal."""
    bounds = (quantity.above, quantity.minimum)
    positive = quantity.kind is Kind.NUMBER and any(b is not None and b >= 0 for b in bounds)
    return Shape.LOGNORMAL if positive and low > 0 else Shape.NORMAL


def drawn(
    quantity: Quantity, value: float, around: Range, normals: Numbers
) -> tuple[Numbers, float]:
    """What standard normal numbers stand for, and the share of them cut at legal bounds."""
    side = _standard(around.shape, normals)
    if around.shape is Shape.LOGNORMAL:
        below, above = math.log(value / around.low), math.log(around.high / value)
        numbers = value * np.exp(side * np.where(side < 0, below, above))
    else:
        below, above = value - around.low, around.high - value
        numbers = value + side * np.where(side < 0, below, above)
    floor, ceiling = _limits(quantity, value)
    outside = (numbers < floor) | (numbers > ceiling)
    return np.clip(numbers, floor, ceiling), float(outside.mean())


def _standard(shape: Shape, normals: Numbers) -> Numbers:
    """Numbers of a shape with median 0, P10 at -1 and P90 at 1, in the order of the normals."""
    if shape in (Shape.NORMAL, Shape.LOGNORMAL):
        return normals / Z_90
    erf = np.fromiter(map(math.erf, normals / math.sqrt(2)), float, len(normals))
    if shape is Shape.UNIFORM:
        return HALF * erf / (HALF - TAIL)
    # half a triangle with its peak at 0: (1 - t)^2 / 2 of all draws lie beyond t
    side: Numbers = np.sign(erf) * (1 - np.sqrt(1 - np.abs(erf)))
    return side / (1 - math.sqrt(2 * TAIL))


def _limits(quantity: Quantity, value: float) -> tuple[float, float]:
    """The legal bounds of a quantity; just inside where a bound itself is not legal."""
    factor = parse_unit(quantity.unit).factor
    floor, ceiling = -math.inf, math.inf
    if quantity.minimum is not None:
        floor = quantity.minimum * factor
    if quantity.above is not None:
        bound = quantity.above * factor
        floor = max(floor, bound + EDGE * (value - bound))
    if quantity.maximum is not None:
        ceiling = quantity.maximum * factor
    return floor, ceiling
