"""How accelerators and what they come to read, in the tables that set them side by side."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from flopwatt.report.cells import UNKNOWN
from flopwatt.studies.hardware import Hardware
from flopwatt.studies.hardware_parts import Part
from flopwatt.studies.hardware_rows import ServingRow
from flopwatt.studies.hardware_training import RatedRun, TrainingRow
from flopwatt.units import show

NONE, NOT_TRADED, PLANNED = "none", "not sold or rented", "as planned"
TOLD = 6  # names told one by one; of more, how many there are
OFF = ("preliminary", "captive", "custom", "discontinued")


def amount(number: float, unit: str, *said: str) -> str:
    """A number with its unit, less the words that stand beside it; or that it is not known."""
    if math.isnan(number):
        return UNKNOWN
    text = show(number, unit)
    for words in said:
        text = text.replace(words, "")
    return text


def price_text(part: Part, number: float, unit: str, *said: str) -> str:
    """A price; none of what nobody sells or rents."""
    if math.isnan(number) and not part.traded:
        return NONE
    return amount(number, unit, *said)


def offers_text(rows: Iterable[ServingRow | TrainingRow]) -> str:
    """What the prices of some rows rest on: how many offers of when, and of one whose it is."""
    told = {row.part.name: _offers(row.part) for row in rows if is_by_market(row)}
    return f"Offers behind the prices: {'; '.join(told.values())}." if told else ""


def is_by_market(row: ServingRow | TrainingRow) -> bool:
    """Whether the price of a row is that of the catalog's offers, and not the plan's."""
    return bool(row.part.offers) and row.hourly == row.part.price


def _offers(part: Part) -> str:
    when = " to ".join(part.dates)
    if len(part.offers) == 1:
        return f"{part.name} 1 ({part.offers[0].provider} alone, {when})"
    return f"{part.name} {len(part.offers)} ({when})"


def part_text(part: Part, *, planned: bool = False) -> str:
    """An accelerator with what keeps it from being had, or that it is as planned."""
    said = [part.status] if part.status in OFF else []
    if not part.traded:
        said.append(NOT_TRADED)
    elif not part.offered and not said:
        said.append(f"out {part.release}")
    if planned:
        said.append(PLANNED)
    return ", ".join((part.name, *said))


def unit_text(row: ServingRow) -> str:
    """So many of an accelerator, and how they divide the model where not each layer over all."""
    part = part_text(row.part, planned=row.planned)
    size = row.size
    if size is None:
        return part
    stages = f" in {size.pp} stages" if size.pp > 1 else ""
    # a mixture spread over more GPUs than share a layer has replicas of the rest
    replicas = f", dp {size.dp}" + f", ep {size.ep}" * (size.ep != size.tp) if size.dp > 1 else ""
    return f"{row.unit:,} x {part}{',' if stages and ',' in part else ''}{stages}{replicas}"


def names_text(names: Sequence[str]) -> str:
    """Names one by one, or the first of them and how many more."""
    told = ", ".join(names[:TOLD])
    return told if len(names) <= TOLD else f"{told} and {len(names) - TOLD} more"


def grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Names by what is said of them, in the order in which it is first said."""
    found: dict[str, list[str]] = {}
    for said, name in pairs:
        found.setdefault(said, []).append(name)
    return found


def alike(hardware: Hardware) -> list[tuple[RatedRun, list[str]]]:
    """Runs that come to the same on every accelerator, such as versions of one, told once."""
    found: dict[tuple[str, ...], tuple[RatedRun, list[str]]] = {}
    for run in hardware.runs:
        ends = [run.rows[0].hours, run.rows[0].least] if run.rows else []
        key = (run.lacks and run.name, *map(repr, (run.gpus, run.mfu, *ends)))
        found.setdefault(key, (run, []))[1].append(run.name)
    return list(found.values())


def runs_text(names: Sequence[str]) -> str:
    """The first of some runs alike, and how many are like it."""
    more = len(names) - 1
    return f"{names[0]} and {more:,} like it" if more else names[0]
