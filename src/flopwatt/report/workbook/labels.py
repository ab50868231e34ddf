"""What stands on the sheets beside numbers: names that people read, and what does not move."""

from __future__ import annotations

from flopwatt.model.value import Value
from flopwatt.report.workbook.places import Block

DOES_NOT_MOVE = "worked out by flopwatt; does not move"


def label(key: str) -> str:
    """A key within its entry as people read it: ``crossover.holds_from``: crossover, holds from."""
    return key.replace("_", " ").replace(".", ", ")


def block_title(block: Block) -> str:
    """What stands above the values of one instance: ``training: base``."""
    section, _, name = block.title.partition(".")
    return f"{section}: {name}" if name else section


def origin_word(value: Value) -> str:
    """Where a supplied value comes from, in a word or two."""
    kind = value.origin.kind
    return {"given": "given in the plan", "catalog": "from the catalog"}.get(kind, kind)
