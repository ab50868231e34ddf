"""What stands on the sheets beside numbers: names that people read, and what does not move."""

from __future__ import annotations

from collections.abc import Sequence

from flopwatt.model.value import Value
from flopwatt.report.texts import counted
from flopwatt.report.workbook.places import Block

LIVE = "live"
DOES_NOT_MOVE = "worked out by flopwatt; does not move"


def label(key: str) -> str:
    """A key within its entry as people read it: ``crossover.holds_from``: crossover, holds from."""
    return key.replace("_", " ").replace(".", ", ")


def block_title(block: Block) -> str:
    """What stands above the values of one instance: ``training: base``."""
    section, _, name = block.title.partition(".")
    return f"{section}: {name}" if name else section


def moves_text(live: bool, still: Sequence[str]) -> str:
    """Whether a row moves: not, with all inputs, or but for rows that ``still`` names."""
    if not live:
        return DOES_NOT_MOVE
    if not still:
        return LIVE
    more = f" and {counted(len(still) - 1, 'more row')}" if len(still) > 1 else ""
    return f"{LIVE} but for {still[0]}{more}"


def origin_word(value: Value) -> str:
    """Where a supplied value comes from, in a word or two."""
    kind = value.origin.kind
    return {"given": "given in the plan", "catalog": "from the catalog"}.get(kind, kind)
