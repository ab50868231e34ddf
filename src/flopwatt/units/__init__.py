"""Text to canonical floats and back: how a unit, an amount, a growth and a day are read and shown.

Inside flopwatt every number is a float in canonical base words (seconds, dollars, tokens, joules);
this room is the only place where units are converted.
"""

from flopwatt.units.dates import DAY_S, read_date, show_date
from flopwatt.units.errors import UnitError
from flopwatt.units.expression import Unit, parse_unit
from flopwatt.units.growth import growth_per, read_growth
from flopwatt.units.quantity import Amount, from_canonical, read_amount, read_quantity
from flopwatt.units.show import exact, show

__all__ = [
    "DAY_S",
    "Amount",
    "Unit",
    "UnitError",
    "exact",
    "from_canonical",
    "growth_per",
    "parse_unit",
    "read_amount",
    "read_date",
    "read_growth",
    "read_quantity",
    "show",
    "show_date",
]
