"""Cards that engines treat as small, whatever their memory."""

from __future__ import annotations

from collections.abc import Iterator

from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.studies.layout import NAMELESS

SMALL = "A100"  # whatever has this in its name, which the A800 has not
BEYOND = 1e15  # bytes that no card has


def small_card(name: str, instance: str = NAMELESS) -> Iterator[Leaf]:
    """The A100 has the memory of a large card, and vLLM gives it the settings of a small one."""
    if name.startswith(SMALL):
        detail = f"{name}: vLLM takes its settings for small GPUs, whatever its memory"
        origin = Origin("catalog", source="vllm-engine-arguments", as_of="2026-09", detail=detail)
        yield Leaf("vllm_large_card", instance, BEYOND, Rank.CATALOG, origin)
