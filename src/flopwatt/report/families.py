"""Which model types can be read, by the family that reads them."""

from __future__ import annotations

from flopwatt.architecture.registry import load_families, load_towers
from flopwatt.report.records import Cell, Section, Table


def family_page() -> Section:
    """Every model type, by family; and those of towers."""
    found: dict[str, list[str]] = {}
    for one in load_families().values():
        found[one.name] = list(dict.fromkeys([*found.get(one.name, []), *one.model_types]))
    rows = tuple(
        (Cell(name), Cell(", ".join(types))) for name, types in sorted(found.items()) if types
    )
    towers = ((Cell("towers"), Cell(", ".join(sorted(load_towers())))),)
    words = ("model types",)
    columns = ("family", "model types")
    count = sum(len(types) for types in found.values())
    table = Table("families", "Text models", columns, rows, words=words)
    more = Table("towers", "Vision and audio towers", columns, towers, words=words)
    return Section("families", f"{count} model types can be read", (table, more))
