"""How many GPUs of a kind links join, which a network reaches beyond."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flopwatt.catalog import find_thing
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.studies.layout import NAMELESS

LINK, JOINED = "fit_link", "links_joined"
SERVER = 8  # GPUs that meet in one machine where no links of their own join them


def joined(accelerator: str) -> int:
    """GPUs that links of the rate counted join; of a machine's without links, all."""
    domain = find_thing("accelerator", accelerator).fact("link_domain").value
    return int(domain) if domain and domain > 1 else SERVER


def links_leaf(accelerator: str, given: Iterable[Leaf], instance: str = NAMELESS) -> Iterator[Leaf]:
    """What links join, unless the rate between GPUs is stated: it then holds between all."""
    if not any(leaf.quantity == LINK and leaf.origin.kind == "given" for leaf in given):
        detail = f"{accelerator}: GPUs that links join, or one machine"
        origin = Origin("catalog", source="convention#serving-step", detail=detail)
        yield Leaf(JOINED, instance, float(joined(accelerator)), Rank.CATALOG, origin)
