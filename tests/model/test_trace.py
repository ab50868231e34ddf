"""Bodies run on symbols write themselves out; on dimensions they prove their units."""

import pytest

from flopwatt.model import at_horizon, compounded, formula, grown, pick, total
from flopwatt.model.trace import Dimension, DimensionError, Symbol, dimension_of, written

USD = Dimension((("USD", 1),))
SECOND = Dimension((("second", 1),))


def made(body, entity="thing"):
    """The formula record of a plain function."""
    return formula(entity, unit="", symbol="y", source="identity")(body).__formula__


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (lambda a, b, c: a * b * c, "A x B x C"),
        (lambda a, b, c: a / (b * c), "A / (B x C)"),
        (lambda a, b, c: a / b * c, "A / B x C"),
        (lambda a, b, c: a - (b - c), "A - (B - C)"),
        (lambda a, b, c: (a + b) * c, "(A + B) x C"),
        (lambda a, b, c: a * b + c, "A x B + C"),
        (lambda a, b, c: 1 - a / (b + c), "1 - A / (B + C)"),
        (lambda a, b, c: -a * (b + c), "-A x (B + C)"),
        (lambda a, b, c: pick(a < b, c, 0), "pick(A < B, C, 0)"),
        (
            lambda a, b, c: at_horizon(total(a)) / grown(1, b, c),
            "at horizon(total(A)) / grown(1, B, C)",
        ),
        (lambda a, b, c: 0, "0"),
    ],
)
def test_written(body, text):
    assert written(made(body), {"a": "A", "b": "B", "c": "C"}) == text


def test_comparisons_and_numbers_on_either_side():
    a = Symbol("A")
    assert [(1 + a).text, (2 * a).text, (1 / a).text] == ["1 + A", "2 x A", "1 / A"]
    assert [(a >= 0).text, (a <= 0).text, (a > 0).text] == ["A >= 0", "A <= 0", "A > 0"]


def test_dimensions_multiply_and_divide():
    rate = dimension_of(made(lambda a, b: a / b), {"a": USD, "b": SECOND})
    assert dict(rate.powers) == {"USD": 1, "second": -1}
    assert (rate * SECOND).powers == USD.powers
    assert (1 / SECOND).powers == (("second", -1),)


@pytest.mark.parametrize(
    "body",
    [
        lambda a, b: a + b,
        lambda a, b: a - b,
        lambda a, b: pick(a > b, a, a),
        lambda a, b: pick(a > 0, a, b),
        lambda a, b: 1 + a,
        lambda a, b: compounded(a, b),
        lambda a, b: grown(a, a, b),
    ],
)
def test_unlike_things_cannot_be_added_or_compared(body):
    with pytest.raises(DimensionError):
        dimension_of(made(body), {"a": USD, "b": SECOND})


def test_zero_measures_anything():
    assert dimension_of(made(lambda a: pick(a > 0, a, 0)), {"a": USD}).powers == USD.powers
