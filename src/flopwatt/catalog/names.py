"""From a name as people type it to one thing, a count and a machine; never by prefix.

Names match after case and marks are dropped: ``h100_sxm`` is ``H100 SXM``, A10 is not A100.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping

from flopwatt.catalog import load
from flopwatt.catalog.load import load_table, load_things, plain
from flopwatt.catalog.records import Match, Thing
from flopwatt.problems import CatalogError, Problem, closest, nearest

FEW, MANY = 6, 40  # names offered for one that is unknown, and spellings to find them among
KINDS = ("accelerator", "instance", "server", "model", "threshold", "grid", "metric")
UNCOUNTED = ("model", "grid", "metric")
MOST = 10_000_000  # accelerators in one name; more is a slip
_SIGN = r"\s*[x×*:]\s*"
_COUNT_FIRST = rf"(\d+)(?:{_SIGN}|\s+)(\S.*)"
_COUNT_LAST = rf"(\S.*?){_SIGN}(\d+)"


def find(kind: str, name: str) -> Match:
    """The thing of that name, with the count and the machine that the name may hold.

    ``8xH100`` is eight of one part, ``p5.48xlarge`` the eight of one machine. Where a name
    fits several things, ``note`` says which was taken and how the others differ.
    Raises CatalogError for a name that is unknown, or that says too little.
    """
    if kind not in KINDS:
        message = "the catalog has no such kind of thing"
        near, allowed = nearest(kind, KINDS), ", ".join(KINDS)
        raise CatalogError(
            [Problem("unknown-name", message, given=kind, allowed=allowed, nearest=near)]
        )
    found = _thing(kind, name) or _counted(_thing, kind, name)
    if found is None and kind == "accelerator":
        found = _machine(kind, name) or _counted(_machine, kind, name)
    if found is None:
        raise _unknown(kind, name)
    return found


def _thing(kind: str, name: str) -> Match | None:
    """A thing by its name alone."""
    spelled = plain(name)
    label = _labels().get(spelled) if kind == "accelerator" else None
    if label and not label["choice"]:
        raise _refused(name, label)
    thing = _spelled(load_things(kind).values(), spelled)
    if thing is None and kind == "model" and "/" in name:
        thing = _spelled(load_things(kind).values(), plain(name.rpartition("/")[2]))
    return Match(thing, note=_note(thing, label["note"] if label else "")) if thing else None


def _machine(kind: str, name: str) -> Match | None:
    """The accelerators of a cloud machine by the machine's name."""
    machine = _spelled(load_things("instance").values(), plain(name))
    if machine is None:
        return None
    part = load_things(kind)[machine.cells["accelerator"]]
    count = int(machine.cells["count"])
    note = f"{machine.name} of {machine.cells['provider']} has {count} x {part.name}"
    return Match(part, count, machine, _note(part, note))


def _counted(one: Callable[[str, str], Match | None], kind: str, name: str) -> Match | None:
    """A count before or after a name that ``one`` knows; models, grids and metrics have none."""
    readings = []
    if first := re.fullmatch(_COUNT_FIRST, name.strip()):
        readings.append((first[1], first[2]))
    if last := re.fullmatch(_COUNT_LAST, name.strip()):
        readings.append((last[2], last[1]))
    for written, rest in readings if kind not in UNCOUNTED else ():
        match = one(kind, rest)
        if match is None:
            continue
        number = int(written[:12])
        if not 1 <= number <= MOST:
            message = f"the name says {number:,} of them"
            allowed = f"1 to {MOST:,}"
            raise CatalogError([Problem("unknown-name", message, given=name, allowed=allowed)])
        return Match(match.thing, number * (match.count or 1), match.instance, match.note)
    return None


def _spelled(things: Iterable[Thing], spelled: str) -> Thing | None:
    if not spelled:
        return None
    return next((thing for thing in things if spelled in thing.spellings), None)


def _note(thing: Thing, note: str) -> str:
    remembered = "its figures were not re-read from a source: check them"
    return "; ".join(part for part in (note, remembered * (thing.verified == "memory")) if part)


def _labels() -> Mapping[str, Mapping[str, str]]:
    """Labels that fit several parts or none, by their plain spelling."""
    return _labels_in(str(load.DATA))


@functools.cache
def _labels_in(folder: str) -> Mapping[str, Mapping[str, str]]:
    rows = load_table("labels").rows if (load.DATA / "labels.csv").exists() else ()
    return {plain(row.cells["label"]): row.cells for row in rows}


def _refused(name: str, label: Mapping[str, str]) -> CatalogError:
    parts = label["parts"].replace("|", ", ")
    return CatalogError(
        [
            Problem(
                "unknown-name",
                f"{' '.join(name.split())[:60]!r} stands for no single part: {label['note']}",
                given=name,
                allowed=parts or "the name of one part",
            )
        ]
    )


def _some_of(kind: str, name: str, things: Mapping[str, Thing]) -> str:
    """The few names most like the one typed, and how to see them all."""
    spelled = {word: thing for thing in things.values() for word in (*thing.aliases, thing.name)}
    near = closest(name[:100], spelled, MANY, cutoff=0.3)
    few = list(dict.fromkeys(spelled[word].name for word in near))[:FEW] or list(things)[:FEW]
    return f"{', '.join(few)}; `flopwatt catalog {kind}` lists all {len(things)}"


def _unknown(kind: str, name: str) -> CatalogError:
    things = load_things(kind)
    words = [word for thing in things.values() for word in (*thing.aliases, thing.name)]
    return CatalogError(
        [
            Problem(
                "unknown-name",
                f"the catalog knows no {kind} of this name",
                given=name,
                allowed=_some_of(kind, name, things),
                nearest=nearest(name[:100], words),
            )
        ]
    )
