"""What a number is. Knows no domain and no file.

Formulas import from here: the ``formula`` decorator and the words of ``axes``.
"""

from flopwatt.model.axes import (
    at_horizon,
    compounded,
    cumulative,
    first_time,
    grown,
    lasting_time,
    later,
    pick,
    total,
)
from flopwatt.model.formula import formula

__all__ = [
    "at_horizon",
    "compounded",
    "cumulative",
    "first_time",
    "formula",
    "grown",
    "lasting_time",
    "later",
    "pick",
    "total",
]
