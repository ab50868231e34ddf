"""Where formulas are written: each value's own, and the steps of what takes several cells."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from flopwatt.model import largest
from flopwatt.model.formula import Formula
from flopwatt.model.value import Value
from flopwatt.report.workbook.book import CellValue, Sheet, SheetCell
from flopwatt.report.workbook.crossings import crossing
from flopwatt.report.workbook.growths import growth_within
from flopwatt.report.workbook.holding import ENDLESS, ERROR, SAID_IN_WORDS, Holding, holding_of
from flopwatt.report.workbook.pieces import Group, Numbers, Piece, Span, UnwritableError, as_piece
from flopwatt.report.workbook.places import STEPS, Places, Spot
from flopwatt.report.workbook.searches import sequences_within
from flopwatt.report.workbook.standing import held_back
from flopwatt.report.workbook.waits import START as STARTS
from flopwatt.report.workbook.waits import days_before
from flopwatt.studies.run import Study

AGREES = 1e-9  # how near what is written must come to what the engine says
LONGEST = 8000  # signs of a formula; spreadsheets take 8,192
SINGLE: Mapping[str, Callable[..., Piece]] = {
    "growth_within": growth_within,
    "sequences_within": sequences_within,
}
DECIDED = "decided"
BLOCK = 9  # columns of a head
SHOWN = f"{SAID_IN_WORDS}General"


@dataclass(frozen=True)
class Written:
    """The formulas of one value, one for each of its cells; or why there are none."""

    texts: tuple[str, ...] = ()
    listed: bool = False
    why: str = ""


@dataclass
class StepDesk:
    """Writes the formulas of a study's values, and fills the sheet of steps on the way."""

    study: Study
    places: Places
    sheet: Sheet
    row: int = 0
    subject: str = ""
    done: dict[tuple[str, ...], Piece] = field(default_factory=dict)
    live: dict[str, bool] = field(default_factory=dict)

    def holding(self, value: Value) -> Holding:
        """How a value is held in its cells."""
        return holding_of(value, self.study.plan.start)

    @functools.cached_property
    def pieces(self) -> dict[str, Piece]:
        """What was asked for, by key."""
        return {}

    def piece(self, key: str) -> Piece:
        """A value's cells as formulas read them."""
        if key not in self.pieces:
            value = self.study.results[key]
            if value.array.shape[1] > 1:
                raise UnwritableError("it has a number for each of several candidates")
            spot = self.places.spots[key]
            numbers = value.months if value.is_series else value.months[0]
            piece = self.holding(value).read(spot.address, np.asarray(numbers))
            self.pieces[key] = replace(piece, desk=self)
        return self.pieces[key]

    def is_read(self, value: Value) -> bool:
        """Whether any formula reads the cell of a value; a list stands in no cell."""
        return value.key in self._read and value.array.shape[1] == 1

    @functools.cached_property
    def _read(self) -> frozenset[str]:
        values = self.study.results.values()
        return frozenset(key for value in values for one in value.inputs for key in one.keys)

    def formula(self, value: Value) -> Written:
        """The formulas of a value that is worked out, if a spreadsheet can have them."""
        found = self._tried(value)
        self.live[value.key] = not found.why
        return found

    def still(self, key: str) -> tuple[str, ...]:
        """The rows without a formula that a row hangs on; asked once all rows are written."""
        return self._held_back.get(key, ())

    @functools.cached_property
    def _held_back(self) -> dict[str, tuple[str, ...]]:
        return held_back(self.study.results, self.live)

    def _tried(self, value: Value) -> Written:
        if value.formula is None or value.formula.decided:
            return Written(why=DECIDED)
        row, done, self.subject = self.row, dict(self.done), value.key
        found = self._formula(value, value.formula)
        if found.why:  # take back the steps of what could not be written
            for place in [place for place in self.sheet.cells if place[0] > row]:
                del self.sheet.cells[place]
            self.row, self.done = row, done
        return found

    def _formula(self, value: Value, formula: Formula) -> Written:
        try:
            made = self._made(value, formula)
            told = self.holding(value).result(made)
            count = len(value.months) if value.is_series else 1
            texts = tuple(told.at(Span(month, month)) for month in range(count))
        except UnwritableError as problem:
            return Written(why=str(problem))
        if max(map(len, texts)) > LONGEST:
            return Written(why="its formula is too long")
        if not agree(made.number, value.months):
            return Written(why="a spreadsheet would not come to the same")
        return Written(texts, told.listed)

    def _made(self, value: Value, formula: Formula) -> Piece:
        """What the formula makes of the cells that it needs."""
        if value.quantity.name == STARTS:  # what it waits for is a list, which no cell holds
            return as_piece(largest(Group(days_before(self, value))))
        return as_piece(formula.body(*self._arguments(value)))

    def _arguments(self, value: Value) -> list[Piece | Group]:
        vocabulary = self.study.results.vocabulary
        found: list[Piece | Group] = []
        for taken in value.inputs:
            reach = vocabulary.reach(value.quantity.entity, taken.parameter)
            pieces = tuple(self.piece(key) for key in taken.keys)
            grouped = reach.value in ("members", "siblings")
            found.append(Group(pieces) if grouped else pieces[0])
        return found

    def apply(self, name: str, args: tuple[Any, ...]) -> Piece:
        """A word that needs cells of its own: worked out once for the same arguments."""
        if name in SINGLE:
            return SINGLE[name](self, *(as_piece(arg) for arg in args))
        groups = [arg if isinstance(arg, Group) else Group((as_piece(arg),)) for arg in args]
        return crossing(self, groups, lasting=name == "lasting_time")

    def known(self, mark: tuple[str, ...], make: Callable[[], Piece]) -> Piece:
        """What was worked out before under the same mark, or is now."""
        if mark not in self.done:
            self.done[mark] = make()
        return self.done[mark]

    def title(self, text: str) -> None:
        """Begin a block of steps."""
        self.row += 1
        self.sheet.put_block(self.row, text, BLOCK)
        self.row += 1

    def step(self, label: str, piece: Piece, unit: str = "") -> Piece:
        """A row of its own for a piece, and what stands there as formulas read it."""
        spot = Spot(STEPS, self.row, piece.series)
        self.sheet.put(self.row, 0, label)
        self.sheet.put(self.row, 2, unit, "unit")
        for place, number in enumerate(np.atleast_1d(piece.number)):
            text = piece.at(Span(place, place))
            if len(text) > LONGEST:
                raise UnwritableError("its formula is too long")
            self.sheet.cells[self.row, spot.column(place)] = SheetCell(
                _held(float(number), piece.factor),
                f"={text}".replace(f"{STEPS}!", ""),
                SHOWN,
                "live",
                listed=piece.listed,
            )
        self.row += 1
        return Piece(spot.address, piece.number, factor=piece.factor, plain=True, desk=self)


def _held(number: float, factor: float) -> CellValue:
    """A step's number as its cell holds it."""
    if math.isnan(number):
        return ERROR
    told = number if math.isinf(number) else number / factor
    return told if abs(told) < ENDLESS else math.copysign(ENDLESS, number)


def agree(one: Numbers, other: Numbers) -> bool:
    """Whether two ways to the same numbers lead there."""
    with np.errstate(all="ignore"):
        near = np.isclose(one, other, rtol=AGREES, atol=0.0, equal_nan=True)
    return bool(np.all(near))
