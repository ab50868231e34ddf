"""The tree below a value: what it was worked out from, and that in turn, down to the leaves."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from flopwatt.model.results import Results
from flopwatt.model.value import Value

MANY = 3  # members of a sum that are told one by one on a page
DEEP = 3  # levels below a value that are told with it on the page of a large plan


@dataclass(frozen=True)
class Node:
    """One value in a tree.

    One of the same entry as the value above it goes by its ``short`` key; one met before is
    not opened ``again``. A ``group`` stands for all values of these keys, of which ``value``
    is the first.
    """

    depth: int
    value: Value
    short: bool = False
    again: bool = False
    group: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tree:
    """A tree as a page tells it: what has an explanation of its own there is not opened.

    Nor are sums of more than ``most`` members, and what lies ``deep`` levels down.
    """

    results: Results
    own: Collection[str] = frozenset()
    most: int | None = None
    deep: int | None = None

    def nodes(self, value: Value) -> list[Node]:
        """The value and all below it, depth first."""
        return list(self._nodes(value, 0, set(), ""))

    def fitting_nodes(self, value: Value, most: int) -> list[Node]:
        """The same, down to the deepest level at which they are no more than ``most``."""
        found = self.nodes(value)
        if len(found) <= most:
            return found
        levels = max(node.depth for node in found)
        found = replace(self, deep=1).nodes(value)
        for deep in range(2, levels):
            more = replace(self, deep=deep).nodes(value)
            if len(more) > most:
                break
            found = more
        return found

    def _nodes(self, value: Value, depth: int, seen: set[str], above: str) -> Iterator[Node]:
        computed = value.origin.kind == "computed"
        again = computed and value.key in seen
        entry = value.key.removesuffix(value.quantity.key)
        yield Node(depth, value, depth > 0 and entry == above, again)
        if again or not computed or depth == self.deep or (depth and value.key in self.own):
            return
        seen.add(value.key)
        for taken in value.inputs:
            if self.most is not None and len(taken.keys) > self.most:
                yield Node(depth + 1, self.results[taken.keys[0]], group=taken.keys)
                continue
            for key in taken.keys:
                yield from self._nodes(self.results[key], depth + 1, seen, entry)
