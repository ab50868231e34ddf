"""The workbook: a plan's inputs and everything that follows, with formulas that move."""

from flopwatt.report.workbook.build import build_book, workbook_bytes

__all__ = ["build_book", "workbook_bytes"]
