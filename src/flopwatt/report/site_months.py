"""Megawatts of a site by year: needed, requested, contracted, energised, drawn."""

from __future__ import annotations

from collections.abc import Sequence

from flopwatt.report.cells import month_cell
from flopwatt.report.fleet_texts import periods_of
from flopwatt.report.records import Cell, Table
from flopwatt.studies.run import Study

NEEDED = "needed"
STATES = ("mw.requested", "mw.contracted", "mw.energised")
HEADS = ("requested", "contracted", "energised", "short", "drawn, average")
WORST, DRAWN = "mw.short", "mw.drawn"
NOTE = (
    "Of the facility: needed and short in the month of each year with the most, all else at its "
    "end; short is what is needed and not energised. Needed to energised are peaks, in months of "
    "the plan's central case with 8 in 10 of the draws beside what is energised; drawn is an "
    "average."
)


def power_table(study: Study, name: str) -> Table:
    """What is needed and how far its supply is, at the end of each year."""
    periods = periods_of(study)
    head = "year" if any(len(months) > 1 for months in periods.values()) else "month"
    rows = tuple(
        (
            Cell(period),
            _most(study, f"sites.{name}.{NEEDED}", months),
            *(month_cell(study, f"sites.{name}.{state}", months[-1:]) for state in STATES),
            _most(study, f"sites.{name}.{WORST}", months),
            month_cell(study, f"sites.{name}.{DRAWN}", months[-1:]),
        )
        for period, months in periods.items()
    )
    title = f"{name}: megawatts needed, and where they stand"
    return Table(f"megawatts-{name}", title, (head, NEEDED, *HEADS), rows, NOTE)


def _most(study: Study, key: str, months: Sequence[int]) -> Cell:
    """The month of a year with the most: runs come and go within it."""
    if key not in study.results:
        return month_cell(study, key, months)
    told = study.results[key].months
    return month_cell(study, key, [max(reversed(months), key=lambda month: told[month])])
