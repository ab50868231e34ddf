"""Megawatts of a site by year: needed, requested, contracted, energised, drawn."""

from __future__ import annotations

from collections.abc import Sequence

from flopwatt.report.cells import month_cell
from flopwatt.report.fleet_texts import periods_of
from flopwatt.report.records import Cell, Table
from flopwatt.studies.run import Study

NEEDED = "needed"
STATES = ("mw.requested", "mw.contracted", "mw.energised", "mw.drawn")
HEADS = ("requested", "contracted", "energised", "drawn, average")
NOTE = (
    "Of the facility: needed in the month of each year that needs most, all else at its end. "
    "Needed to energised are peaks, in months of the plan's central case with 8 in 10 of the draws "
    "beside what is energised; drawn is an average."
)


def power_table(study: Study, name: str) -> Table:
    """What is needed and how far its supply is, at the end of each year."""
    periods = periods_of(study)
    head = "year" if any(len(months) > 1 for months in periods.values()) else "month"
    rows = tuple(
        (
            Cell(period),
            month_cell(study, f"sites.{name}.{NEEDED}", [_most(study, name, months)]),
            *(month_cell(study, f"sites.{name}.{state}", months[-1:]) for state in STATES),
        )
        for period, months in periods.items()
    )
    title = f"{name}: megawatts needed, and where they stand"
    return Table(f"megawatts-{name}", title, (head, NEEDED, *HEADS), rows, NOTE)


def _most(study: Study, name: str, months: Sequence[int]) -> int:
    """The month of a year in which most is needed; runs come and go within it."""
    key = f"sites.{name}.{NEEDED}"
    if key not in study.results:
        return months[-1]
    needed = study.results[key].months
    return max(reversed(months), key=lambda month: needed[month])
