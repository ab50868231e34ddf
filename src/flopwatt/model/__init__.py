"""What a number is. Knows no domain and no file.

Formulas import from here: the ``formula`` decorator and the words of ``axes``.
"""

from flopwatt.model.axes import (
    at_horizon,
    at_start,
    choose,
    cumulative,
    earlier,
    first_time,
    largest,
    lasting_time,
    later,
    over_plan,
    pick,
    power,
    square_root,
    total,
    whole,
)
from flopwatt.model.cover import busy_below, cheapest_cover
from flopwatt.model.day import first_following, held_through, lasting_following
from flopwatt.model.formula import formula
from flopwatt.model.growth import (
    adopted,
    adoption,
    compounded,
    grown,
    growth_within,
    served,
)
from flopwatt.model.network import earliest_start
from flopwatt.model.search import (
    first_true,
    place_of_least,
    place_of_most,
    sequences_within,
)
from flopwatt.model.steps import (
    first_month,
    first_paying,
    lasting_month,
    lasting_paying,
    rounded_up,
    with_spares,
)
from flopwatt.model.terms import given_up, hours_ahead, taken_up, time_kept, whole_months

__all__ = [
    "adopted",
    "adoption",
    "at_horizon",
    "at_start",
    "busy_below",
    "cheapest_cover",
    "choose",
    "compounded",
    "cumulative",
    "earlier",
    "earliest_start",
    "first_following",
    "first_month",
    "first_paying",
    "first_time",
    "first_true",
    "formula",
    "given_up",
    "grown",
    "growth_within",
    "held_through",
    "hours_ahead",
    "largest",
    "lasting_following",
    "lasting_month",
    "lasting_paying",
    "lasting_time",
    "later",
    "over_plan",
    "pick",
    "place_of_least",
    "place_of_most",
    "power",
    "rounded_up",
    "sequences_within",
    "served",
    "square_root",
    "taken_up",
    "time_kept",
    "total",
    "whole",
    "whole_months",
    "with_spares",
]
