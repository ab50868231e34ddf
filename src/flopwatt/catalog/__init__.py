"""Facts and definitions: what each quantity means, what each thing is, and who says so.

Everything here is read from the files in ``data``; nothing is written in Python.
"""

from flopwatt.catalog.find import assumed_leaves, find_thing, thing_leaves
from flopwatt.catalog.load import (
    Source,
    Thing,
    load_definitions,
    load_sources,
    load_things,
    source_of,
)

__all__ = [
    "Source",
    "Thing",
    "assumed_leaves",
    "find_thing",
    "load_definitions",
    "load_sources",
    "load_things",
    "source_of",
    "thing_leaves",
]
