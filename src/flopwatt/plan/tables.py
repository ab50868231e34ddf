"""A value written month by month: each holds until the next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from flopwatt.model.value import Array
from flopwatt.plan.draft import shown
from flopwatt.problems import Problem
from flopwatt.reader import Entry, Node, Table, Text

MONTH = re.compile(r"\d{4}-(0[1-9]|1[0-2])")


def is_table(node: Node) -> bool:
    """Whether a map looks like values by month rather than a record of one value."""
    if not isinstance(node, Table) or not node.entries:
        return False
    return all(entry.key.text[:1].isdigit() for entry in node.entries)


def table_problems(table: Table, path: str) -> Iterable[Problem]:
    """What is wrong with the months of a table."""
    for entry in table.entries:
        if not MONTH.fullmatch(entry.key.text):
            yield _wrong(entry, path, "bad-date", "a table by month has months for keys", entry.key)
        elif not isinstance(entry.node, Text):
            yield _wrong(entry, path, "bad-structure", "one value a month is needed", entry.key)


def _wrong(entry: Entry, path: str, code: str, message: str, given: Text) -> Problem:
    return Problem(
        code,
        message,
        entry.key.place,
        f"{path}.{shown(entry.key.text)}",
        given=shown(given.text),
        allowed="a month as YYYY-MM with one value, for example 2026-07: 2M per day",
    )


def by_month(values: Sequence[tuple[str, float]], months: Sequence[str]) -> Array:
    """Values by month spread over the plan's months, shape (month, 1, 1).

    Each holds until the next; the first also holds before it.
    """
    ordered = sorted(values)
    labels = [month for month, _ in ordered]
    numbers = np.array([value for _, value in ordered])
    last = np.searchsorted(np.array(labels), np.array(months), side="right") - 1
    spread: Array = numbers[np.maximum(last, 0)].reshape(-1, 1, 1)
    return spread
