"""Megawatts of a site by year: needed, requested, contracted, energised, drawn."""

from __future__ import annotations

from flopwatt.report.periods import period_word, periods_of
from flopwatt.report.records import Cell, Table
from flopwatt.report.site_texts import LARGEST, year_cell
from flopwatt.studies.run import Study

NEEDED = "needed"
STATES = ("mw.requested", "mw.contracted", "mw.energised")
HEADS = ("requested", "contracted", "energised", "short", "drawn, average")
WORST, DRAWN = "mw.short", "mw.drawn"
NOTE = (
    "Of the facility: needed and short in the month of each year with the most, all else at its "
    "end; short is what is needed and not energised. Needed to short are peaks, drawn is an "
    "average. Medians, and under them 8 in 10 of the draws; what is needed is ordered for, and "
    "requested, by the plan's central case."
)


def power_table(study: Study, name: str) -> Table:
    """What is needed and how far its supply is, at the end of each year."""
    periods = periods_of(study)
    head = period_word(periods)
    rows = tuple(
        (
            Cell(period),
            year_cell(study, f"sites.{name}.{NEEDED}", months, LARGEST),
            *(year_cell(study, f"sites.{name}.{state}", months) for state in STATES),
            year_cell(study, f"sites.{name}.{WORST}", months, LARGEST),
            year_cell(study, f"sites.{name}.{DRAWN}", months),
        )
        for period, months in periods.items()
    )
    title = f"{name}: megawatts needed, and where they stand"
    return Table(f"megawatts-{name}", title, (head, NEEDED, *HEADS), rows, NOTE)
