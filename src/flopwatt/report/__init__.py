"""What was found, as sections of tables, explanations and one JSON document.

The report makes every text a person reads; faces only place them.
"""

from flopwatt.report.build import build_report
from flopwatt.report.records import Cell, Explanation, Line, Report, Section, Table

__all__ = ["Cell", "Explanation", "Line", "Report", "Section", "Table", "build_report"]
