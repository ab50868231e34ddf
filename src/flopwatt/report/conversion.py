"""One amount in another unit, or in all the units people commonly use for it."""

from __future__ import annotations

from dataclasses import dataclass

from flopwatt.problems import PlanError, Problem
from flopwatt.units import UnitError
from flopwatt.units.convert import base_unit, common_units, convert, own_unit


@dataclass(frozen=True)
class Conversion:
    """An amount as it was written, what it comes to in a unit, and other ways to say it.

    ``readings`` are numbers by unit, the one asked for first; ``lines`` are the same as text.
    """

    given: str
    value: float
    unit: str
    readings: tuple[tuple[float, str], ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """One line for each reading: ``400 Gbit/s = 50 GB/s``."""
        return tuple(f"{self.given} = {number:,.12g} {unit}" for number, unit in self.readings)


def make_conversion(text: str, unit: str | None = None) -> Conversion:
    """Read an amount and count it in ``unit``; without one, in its base unit and common ones.

    Raises PlanError where the text is no amount, or measures something else.
    """
    try:
        own = unit or own_unit(text)
        units = (unit,) if unit else (base_unit(own), *common_units(own))
        readings = {name: convert(text, name) for name in units}
    except UnitError as error:
        raise PlanError(
            [
                Problem(
                    error.code,
                    error.message,
                    given=text,
                    allowed=error.allowed,
                    nearest=error.nearest,
                )
            ]
        ) from error
    found = tuple((number, name) for name, number in readings.items())
    return Conversion(text, found[0][0], found[0][1], found)
