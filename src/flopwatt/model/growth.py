"""Words for what grows: how far, what that adds up to, and which growth leads there."""

from __future__ import annotations

from typing import Any

import numpy as np

from flopwatt.model.axes import alike, word
from flopwatt.model.crossing import exponential_integral
from flopwatt.model.value import Array

GAUSS_POINTS, GAUSS_WEIGHTS = np.polynomial.legendre.leggauss(12)
NEWTON_STEPS, NEWTON_FOUND, HALF = 12, 1e-9, 0.5
SERIES_BELOW = 1e-5  # below it the first terms are exact to ten digits, and the quotient is not


@word(dimension=lambda growth, span: (growth * span).without_unit())
def compounded(growth: Array, span: Array) -> Array:
    """The factor by which a rate has grown after a span: exp(growth x span)."""
    return np.exp(growth * span)


def _grown_dimension(rate: Any, growth: Any, span: Any) -> Any:
    (growth * span).without_unit()
    return rate * span


@word(dimension=_grown_dimension)
def grown(rate: Array, growth: Array, span: Array) -> Array:
    """What a continuously growing rate adds up to over a span from its start.

    The integral of rate x exp(growth x t) from 0 to span; rate x span where growth is 0.
    """
    return exponential_integral(rate, growth, span)


def _adoption_dimension(share: Any, growth: Any, span: Any) -> Any:
    share.without_unit()
    return (growth * span).without_unit()


@word(dimension=_adoption_dimension)
def adoption(share: Array, growth: Array, span: Array) -> Array:
    """The factor by which volume has grown after a span on a logistic curve.

    ``share`` is the volume at the start over the ceiling, ``growth`` the rate at which a
    volume far below the ceiling grows.
    """
    return 1.0 / (share + (1.0 - share) * np.exp(-growth * span))


@word(dimension=lambda share, growth, span: _adoption_dimension(share, growth, span) * span)
def adopted(share: Array, growth: Array, span: Array) -> Array:
    """The integral of ``adoption`` over a span from its start."""
    # ln(1 + s (e^x - 1)) / s g, written so that a large x does not overflow
    exponent = np.asarray(growth * span, dtype=float)
    still = np.abs(exponent) < np.finfo(float).eps
    safe = np.where(still, 1.0, exponent)
    inner = np.where(
        safe > 0,
        safe + np.log(share + (1.0 - share) * np.exp(-np.abs(safe))),
        np.log1p(share * np.expm1(np.minimum(safe, 0.0))),
    )
    return span * np.where(still, 1.0, inner / (share * safe))


def _served_dimension(share: Any, growth: Any, change: Any, age: Any, span: Any) -> Any:
    _adoption_dimension(share, growth, age)
    (change * age).without_unit()
    return alike(age, span)


@word(dimension=_served_dimension)
def served(share: Array, growth: Array, change: Array, age: Array, span: Array) -> Array:
    """The integral of ``adoption`` times a moving price over the last ``span`` before ``age``.

    The price is 1 at that age and changes at the rate ``change``. By Gauss-Legendre points,
    to nine digits over a month at any growth that doubles no faster than daily.
    """
    summed: Array = np.asarray(0.0)
    for point, weight in zip(GAUSS_POINTS, GAUSS_WEIGHTS, strict=True):
        back = span * (1 - point) / 2
        summed = summed + weight / 2 * adoption(share, growth, age - back) * np.exp(-change * back)
    return span * summed


@word(dimension=lambda spend, rate, span: (spend / rate / span).without_unit() / span)
def growth_within(spend: Array, rate: Array, span: Array) -> Array:
    """The growth at which a rate that ends at ``rate`` adds up to ``spend`` over a span."""
    length = np.where(span > 0, span, 1.0)
    share = np.where((span > 0) & (rate > 0), spend / np.where(rate > 0, rate, 1.0) / length, 1.0)
    found: Array = _exponent_of(np.ravel(share)).reshape(np.shape(share)) / length
    return found


def _exponent_of(share: Array) -> Array:
    """Solves ln((1 - exp(-x)) / x) = ln(share), which is nearly straight on either side, for x."""
    target = np.log(share)
    found = np.where(share > 1, -2 * target, np.where(share < HALF, 1 / share, 2 * (1 - share)))
    places, exponent = np.arange(found.size), found.copy()
    for _ in range(NEWTON_STEPS):
        near = np.abs(exponent) < SERIES_BELOW
        safe = np.where(near, 1.0, exponent)
        ratio = -np.expm1(-safe) / safe
        value = np.where(near, -exponent / 2, np.log(ratio))
        slope = np.where(near, -0.5, (np.exp(-safe) - ratio) / (ratio * safe))
        step = (value - target) / slope
        found[places] = exponent - step
        # what is found is left alone, so that none depends on the others
        left = np.flatnonzero(~(np.abs(step) <= NEWTON_FOUND * np.abs(exponent)))
        if not len(left):
            break
        places, exponent, target = places[left], (exponent - step)[left], target[left]
    return found
