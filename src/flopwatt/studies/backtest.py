"""Predictions held against published values: the rows, their errors, and what is not modelled."""

from __future__ import annotations

import csv
import io
import itertools
import os
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from flopwatt.problems import PlanError, Problem
from flopwatt.reader.files import load_text

Row = Mapping[str, str]
MOST_ROWS = 100_000
TAIL = 0.9
WHAT = "what"  # the column that says what of a row is predicted


@dataclass(frozen=True)
class Scored:
    """One value of one row: what was published, what is predicted, and how far apart they are.

    ``error`` is relative to what was published; of a word it is 0 where it is right and 1
    where it is wrong. ``cells`` are what the results are told apart by, ``about`` what else is
    told of the row.
    A row that stands ``apart`` measures something else, and counts only where told by column.
    """

    id: str
    expected: float | str
    predicted: float | str
    error: float
    cells: Mapping[str, str] = field(default_factory=dict)
    apart: bool = False
    about: Mapping[str, str] = field(default_factory=dict)

    @property
    def numeric(self) -> bool:
        """Whether the published value is a number."""
        return not isinstance(self.expected, str)


@dataclass(frozen=True)
class Unmodelled:
    """One row, or one value of it, that no prediction is made for, and why."""

    id: str
    reason: str


@dataclass(frozen=True)
class Errors:
    """How far predictions are off, relative to what was published; None where there are none."""

    n: int
    median_abs_error: float | None = None
    mean_abs_error: float | None = None
    p90_abs_error: float | None = None
    bias: float | None = None


@dataclass(frozen=True)
class Backtest:
    """All rows of one kind with their errors: over all, and by each column of interest.

    ``beside`` are the errors of other ways to predict, by what they are.
    """

    kind: str
    rows: tuple[Scored, ...]
    not_modelled: tuple[Unmodelled, ...]
    beside: Mapping[str, Errors] = field(default_factory=dict)

    @property
    def overall(self) -> Errors:
        """Over all rows whose published value is a number, those that stand apart left out."""
        return errors_of(row.error for row in self.rows if row.numeric and not row.apart)

    @property
    def by(self) -> Mapping[str, Mapping[str, Errors]]:
        """By column and by value; of words the share that is wrong, by what is predicted alone."""
        groups: dict[str, dict[str, list[float]]] = {}
        for row in self.rows:
            for column, value in row.cells.items():
                if not row.numeric and column != WHAT:
                    continue
                groups.setdefault(column, {}).setdefault(value, []).append(row.error)
        return {
            column: {value: errors_of(errors) for value, errors in sorted(found.items())}
            for column, found in groups.items()
        }


def errors_of(errors: Iterable[float]) -> Errors:
    """What a set of relative errors comes to."""
    found = list(errors)
    if not found:
        return Errors(0)
    sizes = sorted(abs(error) for error in found)
    place = TAIL * (len(sizes) - 1)
    low = int(place)
    high = min(low + 1, len(sizes) - 1)
    tail = sizes[low] + (sizes[high] - sizes[low]) * (place - low)
    return Errors(
        len(found),
        statistics.median(sizes),
        statistics.fmean(sizes),
        tail,
        statistics.fmean(found),
    )


def compare(
    row: Row, expected: float | str, predicted: float | str, cells: Mapping[str, str]
) -> Scored:
    """One prediction beside what was published."""
    if isinstance(expected, str) or isinstance(predicted, str):
        error = 0.0 if expected == predicted else 1.0
    else:
        error = predicted / expected - 1
    return Scored(row["id"], expected, predicted, error, cells)


def read_truth(path: str | os.PathLike[str], columns: Sequence[str]) -> list[Row]:
    """The rows of a table of published values. Raises PlanError where columns are missing."""
    name, text = load_text(path)
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    try:
        head = reader.fieldnames or ()
        found = list(itertools.islice(reader, MOST_ROWS + 1))
    except csv.Error as error:
        raise _refused("bad-file", f"the table is no CSV: {error}", name) from error
    missing = [column for column in columns if column not in head]
    if missing:
        message = f"the table lacks {', '.join(missing)}"
        raise _refused("bad-structure", message, name, ", ".join(columns))
    if not found:
        raise _refused("bad-file", "the table has no rows", name, "a row for each value")
    if len(found) > MOST_ROWS:
        raise _refused("bad-file", f"the table has more than {MOST_ROWS:,} rows", name)
    return [{column: (cells.get(column) or "").strip() for column in head} for cells in found]


def _refused(code: str, message: str, name: str, allowed: str = "") -> PlanError:
    return PlanError([Problem(code, message, field="data", given=name, allowed=allowed)])


def number_in(row: Row, column: str) -> float | None:
    """A cell that holds a number; None where it is empty. Raises PlanError for anything else."""
    text = row[column]
    if not text:
        return None
    try:
        found = float(text)
    except ValueError:
        found = float("nan")
    if found - found != 0:  # neither a number nor finite
        message = f"row {row['id']} holds no number in column {column}"
        raise PlanError([Problem("bad-number", message, field=column, given=text)])
    return found
