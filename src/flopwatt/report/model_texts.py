"""Texts of a model's numbers: bytes in both units, counts in full."""

from __future__ import annotations

import math

from flopwatt.report.records import Cell
from flopwatt.report.texts import NO_NUMBER, value_text
from flopwatt.studies.models import ModelStudy
from flopwatt.units import show

UNLIMITED = "no limit"
WHOLE, MOST_DIGITS = 1e6, 1e21  # from these on parts of one say nothing, and digits neither
SMALL = 10_000  # bytes below it are told in full


def amount(number: float) -> str:
    """Bytes in decimal and binary units: 16.1 GB (15 GiB)."""
    if abs(number) < SMALL:
        return f"{number:,.0f} bytes" if number == int(number) else f"{number:,.1f} bytes"
    return f"{show(number, 'byte')} ({show(number, 'GiB')})"


def full(number: float) -> str:
    """A number with all its digits; what is large and not whole, to the next whole one."""
    if not math.isfinite(number):
        return UNLIMITED if number == math.inf else NO_NUMBER
    if abs(number) >= MOST_DIGITS:
        return f"{number:.6g}"
    if number == int(number) or abs(number) >= WHOLE:
        return f"{number:,.0f}"
    return f"{number:,.10g}"


def listed_row(found: ModelStudy, key: str, said: str) -> tuple[Cell, ...] | None:
    """A row of a value: what it is, as people read it, and in full; None where it has no use."""
    results = found.study.results
    if key not in results or (not results[key].central and key not in ALWAYS):
        return None
    value = results[key]
    short = value_text(value, found.study.plan.start)
    short = short.removesuffix(" params").removesuffix(" FLOP/token").removesuffix(" FLOP")
    return (Cell(said), Cell(short, key), Cell(full(value.central)))


ALWAYS = ("params.total", "params.active.all", "flops.forward_per_token")
