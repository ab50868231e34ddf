"""How a quantity is held in a cell: in which unit, how it is shown, and how formulas read it."""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from flopwatt.model.quantity import Kind, Quantity
from flopwatt.model.value import Value
from flopwatt.report.texts import period_of
from flopwatt.report.workbook import functions as say
from flopwatt.report.workbook.pieces import ATOM, SUM, Numbers, Piece, Span, aligned
from flopwatt.units import DAY_S, from_canonical, growth_per, parse_unit, show

ERROR = "#DIV/0!"  # what a spreadsheet says where there is no number
ENDLESS = 1e300
START = "plan_start"  # the name of the cell that holds the plan's first day
SHARE = "%"
LARGE, SMALL = 1e15, 1e-4
BEYOND = "999999999999999"  # in plain digits, which every spreadsheet reads in a format
SAID_IN_WORDS = f'[>={BEYOND}]"never";[<=-{BEYOND}]"already";'
WORD_FOR_ENDLESS = {Kind.LIMIT: "no limit", Kind.THRESHOLD: "never"}

Held = float | str


@dataclass(frozen=True)
class Holding:
    """A quantity in cells: the unit beside it, its number format, and what its words are."""

    quantity: Quantity
    period: str
    start: datetime.date

    @property
    def unit(self) -> str:
        """What stands beside the number."""
        match self.quantity.kind:
            case Kind.GROWTH:
                return f"per {self.period}"
            case Kind.DATE:
                return "date"
            case Kind.WORD:
                return "word"
        return "" if self.quantity.unit == SHARE else self.quantity.unit

    @property
    def factor(self) -> float:
        """What one of the cell comes to in canonical units."""
        match self.quantity.kind:
            case Kind.GROWTH:
                return 1 / parse_unit(self.period).factor
            case Kind.DATE:
                return DAY_S
            case Kind.WORD:
                return 1.0
        return 1.0 if self.quantity.unit == SHARE else parse_unit(self.quantity.unit).factor

    def held(self, number: float) -> Held:
        """A canonical number as it stands in the cell."""
        if math.isnan(number):
            return ERROR
        if math.isinf(number):
            return math.copysign(ENDLESS, number)
        match self.quantity.kind:
            case Kind.GROWTH:
                grown = growth_per(number, self.period)
                return grown if math.isfinite(grown) else ENDLESS
            case Kind.DATE:
                return serial(self.start) + number / DAY_S
            case Kind.WORD:
                return self.quantity.words[int(number)]
        told = number if self.quantity.unit == SHARE else from_canonical(number, self.quantity.unit)
        return told if abs(told) < ENDLESS else math.copysign(ENDLESS, number)

    def read(self, address: Callable[[Span], str], numbers: Numbers) -> Piece:
        """The cells as formulas read them."""
        match self.quantity.kind:
            case Kind.GROWTH:
                return Piece(lambda span: f"LN(1+{address(span)})", numbers, ATOM, self.factor)
            case Kind.DATE:
                return Piece(lambda span: f"{address(span)}-{START}", numbers, SUM, self.factor)
            case Kind.WORD:
                told = self._word_list()
                return Piece(lambda span: f"MATCH({address(span)},{told},0)-1", numbers, SUM)
        return Piece(address, numbers, ATOM, self.factor, plain=True)

    def result(self, piece: Piece) -> Piece:
        """A canonical number as the cell holds it."""
        match self.quantity.kind:
            case Kind.GROWTH:
                return say.expm1(piece.scaled(self.factor).as_pure())
            case Kind.DATE:
                days = piece.scaled(self.factor)
                text = f"{START}+"
                return Piece(lambda s: text + days.at(s, SUM), piece.number, SUM, self.factor)
            case Kind.WORD:
                return say.chosen_word(piece, self._word_list())
        (told,) = aligned(say.as_number(piece))
        return told.scaled(self.factor)

    def _word_list(self) -> str:
        words = ",".join(f'"{word}"' for word in self.quantity.words)
        return f"{{{words}}}"

    def number_format(self, largest: float) -> str:
        """How a spreadsheet shows the number; ``largest`` is that of the cells, as they hold it."""
        kind = self.quantity.kind
        if kind is Kind.DATE:
            return f'[>={BEYOND}]"never";d mmm yyyy'
        if kind is Kind.WORD:
            return "@"
        if kind is Kind.GROWTH or self._is_share:
            return "0.0%" if largest < ENDLESS else "General"
        if kind is Kind.CROSSING:
            return SAID_IN_WORDS + "#,##0.0"
        if kind in WORD_FOR_ENDLESS:
            return f'[>={BEYOND}]"{WORD_FOR_ENDLESS[kind]}";#,##0.00'
        if largest >= LARGE or 0 < largest < SMALL:
            return "0.000E+00"
        dollar = '"$"' if self.quantity.unit.startswith("USD") else ""
        if self.quantity.whole or self.quantity.unit in ("token", "param", "GPU", "count"):
            return "[>=1000]#,##0;General"
        small = f"{dollar}0.00##" if dollar else "0.0###"
        return f"[>=1000]{dollar}#,##0;[>=1]{dollar}#,##0.00;{small}"

    @property
    def _is_share(self) -> bool:
        """Whether people read it in per cent."""
        unit = self.quantity.unit
        return unit == SHARE or (self.factor == 1 and show(1.0, unit).endswith(SHARE))


def serial(day: datetime.date) -> float:
    """A day as spreadsheets count it: days since the end of 1899."""
    return float((day - datetime.date(1899, 12, 30)).days)


def holding_of(value: Value, start: datetime.date) -> Holding:
    """How a value is held: a growth in the period in which the report tells it."""
    return Holding(value.quantity, period_of(value), start)


def largest_of(holding: Holding, numbers: Numbers) -> float:
    """The largest of some numbers as their cells hold them; 0 where they are none."""
    held = [holding.held(float(number)) for number in np.ravel(numbers)]
    sizes = [abs(one) for one in held if isinstance(one, float) and abs(one) < ENDLESS]
    return max(sizes, default=0.0)
