"""The catalog as people look things up: kinds, their things, and every figure of one thing."""

from __future__ import annotations

from collections.abc import Iterable

from flopwatt.catalog import (
    Fact,
    Match,
    Thing,
    describe_table,
    find,
    list_kinds,
    list_providers,
    list_things,
)
from flopwatt.problems import CatalogError, Problem, nearest
from flopwatt.report.grids import GRID, grid_page, grids_page
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.sources import legend, mark_of, numbered, source_note
from flopwatt.report.texts import counted, plural
from flopwatt.units import parse_unit, show

# what a list shows of each thing beside its name; a page shows everything
HEADLINES = {
    "accelerator": ("memory_label", "peak_bf16", "power"),
    "instance": ("accelerator", "count"),
    "server": ("accelerator", "gpus", "server_power"),
    "model": ("total", "active_all", "context"),
    "threshold": ("threshold", "status"),
    "metric": ("counted_in", "subject"),
}
UNKNOWN = "not known"


def catalog_page(what: str | None = None, name: str | None = None) -> Section:
    """What the catalog holds, the things of one kind, or one thing with every figure of it.

    Raises CatalogError for a kind or a name that it does not know.
    """
    if what is None:
        return _kinds()
    kind = _kind(what)
    if name is not None and kind is None:
        raise CatalogError([_no_kind(what)])
    if kind is None:
        return _thing_page(*_anywhere(what))
    return _list_page(kind) if name is None else _thing_page(kind, find(kind, name))


def _kinds() -> Section:
    kinds = list_kinds()
    rows = [
        (Cell(plural(kind)), Cell(str(len(list_things(kind)))), Cell(meaning))
        for kind, meaning in kinds.items()
    ]
    columns = ("kind", "entries", "one entry is")
    note = (
        "flopwatt catalog accelerators lists one kind, flopwatt catalog accelerators H100 says all "
        f"about one thing, flopwatt prices H100 what {len(list_providers())} providers ask for it."
    )
    table = Table("kinds", "Each entry names its source and date", columns, tuple(rows), note,
                  words=("one entry is",))  # fmt: skip
    return Section("catalog", "What the catalog holds", (table,))


def _kind(what: str) -> str | None:
    """The kind that a word names, in the singular or the plural."""
    return next((kind for kind in list_kinds() if what.lower() in (kind, plural(kind))), None)


def _anywhere(name: str) -> tuple[str, Match]:
    """The thing of that name, whatever its kind."""
    for kind in list_kinds():
        try:
            found = find(kind, name)
            return ("instance", find("instance", name)) if found.instance else (kind, found)
        except CatalogError as error:
            if "knows no" not in error.problems[0].message:
                raise
    raise CatalogError([_no_kind(name)])


def _no_kind(what: str) -> Problem:
    kinds = [plural(kind) for kind in list_kinds()]
    names = [word for kind in list_kinds() for thing in list_things(kind) for word in _names(thing)]
    return Problem(
        "unknown-name",
        "the catalog has no such kind, and nothing of this name",
        given=what,
        allowed=", ".join(kinds),
        nearest=nearest(what[:100], (*kinds, *names)),
    )


def _names(thing: Thing) -> Iterable[str]:
    return (thing.name, *thing.aliases)


def _list_page(kind: str) -> Section:
    if kind == GRID:
        return grids_page()
    things = list_things(kind)
    shown = [column for column in HEADLINES.get(kind, ()) if things and column in things[0].units]
    heads = tuple(_head(column) for column in shown)
    columns = ("name", *heads, "as of", "source")
    marks = numbered(thing.cells["source"] for thing in things)
    rows = tuple(
        (
            Cell(thing.name),
            *(_figure(thing.fact(column)) for column in shown),
            Cell(thing.cells["as_of"]),
            Cell(mark_of(marks, thing.cells["source"])),
        )
        for thing in things
    )
    words = tuple(_head(column) for column in shown if not things[0].units[column])
    meaning, note = describe_table(plural(kind)).meaning, "\n".join(legend(marks))
    table = Table(kind, meaning, columns, rows, note, words=words)
    return Section("catalog", counted(len(things), kind), (table,))


def _head(column: str) -> str:
    return column.removesuffix("_label").replace("_", " ")


def _figure(fact: Fact, *, full: bool = False) -> Cell:
    """A figure to three digits, or in full; a property in words as it stands."""
    if fact.reason:
        return Cell("none" if fact.text.startswith("none") else UNKNOWN)
    if fact.value is None:
        return Cell(fact.text)
    if full or fact.unit == "1":
        return Cell(f"{fact.value:,.15g} {fact.unit.removeprefix('1')}".strip())
    return Cell(show(fact.value * parse_unit(fact.unit).factor, fact.unit))


def _thing_page(kind: str, match: Match) -> Section:
    if kind == GRID:
        return grid_page(match)
    thing = match.thing
    about = {column.name: column for column in describe_table(plural(kind)).columns}
    rows = []
    for fact in thing.facts:
        meaning = about[fact.quantity].meaning if fact.quantity in about else ""
        rows.append(
            (Cell(fact.quantity.replace("_", " ")), _figure(fact, full=True), Cell(meaning))
        )
    said = [f"{match.note[:1].upper()}{match.note[1:]}."] if match.note else []
    said += [f"Note: {thing.cells['note']}."] if thing.cells["note"] else []
    said += [f"Other names: {', '.join(thing.aliases)}."] if thing.aliases else []
    cited = (thing.cells["source"], *filter(None, thing.cells["also"].split("; ")))
    said += [
        f"Every figure as of {thing.cells['as_of']}, verified: {thing.verified}.",
        *map(source_note, cited),
    ]
    columns = ("property", "value", "what it is")
    table = Table(kind, f"One {kind} of the catalog", columns, tuple(rows), "\n".join(said),
                  words=("value", "what it is"))  # fmt: skip
    return Section("catalog", thing.name, (table,))
