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


def keys_of(made: Quantity, needs: Iterable[Quantity]) -> Mapping[str, str]:
    """A key by the name of each need; one that another quantity here has too says of what it is.

    So a sum over products reads ``spend_limit = total(product.spend_limit)``.
    """
    needs = tuple(needs)
    alike: dict[str, set[str]] = {made.key: {made.name}}
    for need in needs:
        alike.setdefault(need.key, set()).add(need.name)
    return {
        need.name: need.key if len(alike[need.key]) == 1 else f"{need.entity}.{need.key}"
        for need in needs
    }


def _apart(quantity: Quantity, group: Iterable[Quantity]) -> str:
    same = [other for other in group if other.entity == quantity.entity]
    return quantity.entity if len(same) == 1 else quantity.key
