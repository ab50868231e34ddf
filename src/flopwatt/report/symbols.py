"""Symbols of quantities, each for one quantity alone within a formula or a tree."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flopwatt.model.quantity import Quantity


def symbols_of(quantities: Iterable[Quantity]) -> Mapping[str, str]:
    """A symbol by the name of each quantity.

    One that several of them share is told apart by what they belong to (``B_run`` and
    ``B_product``), or by their keys where they belong to the same (``T_training_total``).
    """
    alike: dict[str, dict[str, Quantity]] = {}
    for quantity in quantities:
        alike.setdefault(quantity.symbol, {})[quantity.name] = quantity
    return {
        name: symbol if len(group) == 1 else f"{symbol}_{_apart(quantity, group.values())}"
        for symbol, group in alike.items()
        for name, quantity in group.items()
    }


def _apart(quantity: Quantity, group: Iterable[Quantity]) -> str:
    same = [other for other in group if other.entity == quantity.entity]
    return quantity.entity if len(same) == 1 else quantity.key
