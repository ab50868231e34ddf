"""A value written month by month: each holds until the next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from flopwatt.model.value import Array, Leaf
from flopwatt.plan.draft import Draft, shown
from flopwatt.problems import Problem
from flopwatt.reader import Entry, Node, Table, Text

VOLUMES = {"requests", "tokens_per_day", "daily_cost"}
VOLUME_RATES = {"growth", "ceiling"}
PRICES = {"token_price", "input_price", "output_price", "cached_price", "daily_cost"}
PRICE_RATES = {"price_change"}
# what stands there from its first month on, and is nothing before
STANDING = {
    *("load_gpus", "it_peak", "load_facility_peak", "load_facility_average", "apparent_power"),
}
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


def beyond_horizon(table: Table, path: str, months: Sequence[str]) -> Iterable[Problem]:
    """A warning for a value whose month comes after the plan's last: it plays no part."""
    for entry in table.entries:
        if months and entry.key.text > months[-1]:
            message = "comes after the plan ends, so it plays no part"
            allowed = f"a month up to {months[-1]}, or a longer horizon"
            yield replace(
                _wrong(entry, path, "unlikely", message, entry.key), allowed=allowed, warning=True
            )


def by_month(
    values: Sequence[tuple[str, float]], months: Sequence[str], *, standing: bool = False
) -> Array:
    """Values by month spread over the plan's months, shape (month, 1, 1).

    Each holds until the next; the first also holds before it, unless it is of something
    ``standing``, of which there is nothing before.
    """
    ordered = sorted(values)
    labels = [month for month, _ in ordered]
    numbers = np.array([value for _, value in ordered])
    last = np.searchsorted(np.array(labels), np.array(months), side="right") - 1
    spread: Array = numbers[np.maximum(last, 0)].reshape(-1, 1, 1)
    return np.where((last < 0).reshape(-1, 1, 1), 0.0, spread) if standing else spread


def table_conflicts(draft: Draft) -> Iterable[Problem]:
    """A table that says how something moves, beside a rate that says it too."""
    by_entry: dict[str, dict[str, Leaf]] = {}
    for leaf in draft.leaves:
        if draft.vocabulary.quantities[leaf.quantity].entity == "product":
            by_entry.setdefault(leaf.instance, {})[leaf.quantity] = leaf
    for instance, leaves in by_entry.items():
        tables = {name for name, leaf in leaves.items() if isinstance(leaf.value, np.ndarray)}
        for moved, rates in ((VOLUMES, VOLUME_RATES), (PRICES, PRICE_RATES)):
            for table in tables & moved:
                for rate in rates & leaves.keys():
                    yield _conflict(draft, instance, table, rate)


def _conflict(draft: Draft, instance: str, table: str, rate: str) -> Problem:
    quantities = draft.vocabulary.quantities
    field = f"products.{instance}.{quantities[rate].key}"
    return Problem(
        "conflict",
        f"the table of {quantities[table].key} already says how it moves",
        draft.places.get(field),
        field,
        given=quantities[rate].key,
        allowed="the table or the rate, one of the two",
    )
