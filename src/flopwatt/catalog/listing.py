"""What the catalog holds: its kinds, its things, its tables and what their columns mean."""

from __future__ import annotations

from collections.abc import Mapping

from flopwatt.catalog.load import load_table_infos, load_things
from flopwatt.catalog.names import KINDS
from flopwatt.catalog.prices import list_providers
from flopwatt.catalog.records import TableInfo, Thing
from flopwatt.problems import CatalogError, Problem, nearest


def list_kinds() -> Mapping[str, str]:
    """The kinds of thing that have names, each with what one row says."""
    infos = load_table_infos().values()
    return {info.kind: info.meaning for info in infos if info.kind in KINDS}


def list_things(kind: str) -> tuple[Thing, ...]:
    """Every thing of a kind, in the order of its table. Raises CatalogError."""
    kinds = list_kinds()
    if kind not in kinds:
        message = "the catalog has no such kind of thing"
        near = nearest(kind, kinds)
        raise CatalogError(
            [Problem("unknown-name", message, None, "", kind, ", ".join(kinds), near)]
        )
    return tuple(load_things(kind).values())


def list_tables() -> tuple[str, ...]:
    """The names of all tables, those of offers with their provider: ``offers/aws``."""
    plain = [name for name in load_table_infos() if name != "offers"]
    return (*plain, *(f"offers/{provider}" for provider in list_providers()))


def describe_table(name: str) -> TableInfo:
    """What a row of a table is, and what each column says. KeyError for no such table."""
    return load_table_infos()[name.partition("/")[0]]
