"""Writes a workbook as an xlsx file: formulas with what they come to beside them."""

from __future__ import annotations

import io
from typing import Any

from flopwatt.problems import PlanError, Problem
from flopwatt.report.charts import TOKENS
from flopwatt.report.workbook.book import Book, Chart, Sheet, SheetCell

FONT, SIZE = "Calibri", 10
COLOURS = TOKENS["light"]
INK, QUIET, RULE, SUNK = (COLOURS[name] for name in ("ink", "ink3", "line", "sunk"))
TRAINING, INFERENCE = COLOURS["training"], COLOURS["inference"]
PAPER = "#FFF9E5"  # of cells to write in, as spreadsheets have them
LOOKS: dict[str, dict[str, Any]] = {
    "": {},
    "title": {"bold": True, "font_size": 16},
    "answer": {"bold": True, "font_size": 12, "text_wrap": True, "valign": "top"},
    "said": {"text_wrap": True, "valign": "top", "font_color": QUIET},
    "head": {"font_color": QUIET, "bottom": 1, "bottom_color": INK, "text_wrap": True,
             "valign": "bottom"},
    "word head": {"font_color": QUIET, "bottom": 1, "bottom_color": INK,
                  "align": "left", "indent": 1, "valign": "bottom"},
    "number head": {"font_color": QUIET, "bottom": 1, "bottom_color": INK, "text_wrap": True,
                    "valign": "bottom", "align": "right"},
    "block": {"bold": True, "bg_color": SUNK},
    "label": {},
    "words": {"align": "left", "indent": 1},
    "text": {"text_wrap": True, "valign": "top"},
    "unit": {"font_color": QUIET, "align": "left", "indent": 1},
    "note": {"font_color": QUIET, "align": "left", "indent": 1},
    "about": {"font_color": QUIET},
    "input": {"font_color": TRAINING, "bg_color": PAPER, "align": "right", "border": 1,
              "border_color": RULE},
    "live": {"align": "right"},
    "part": {"align": "right", "italic": True},
    "fixed": {"align": "right", "font_color": QUIET, "italic": True},
}  # fmt: skip
TITLE_HEIGHT, SCALE = 24, 60
MONTH_WIDTH, LAST_COLUMN = 12, 1023
LONGEST_TEXT = 32_767  # signs of a cell
LONGEST_LIST = 255  # signs of the words that a cell offers
LACKING = "the workbook needs a package that is not installed: xlsxwriter"
INSTALL = 'pip install "flopwatt[xlsx]"'


def write_book(book: Book) -> bytes:
    """The bytes of the file. Raises PlanError where xlsxwriter is not installed."""
    try:
        import xlsxwriter
    except ImportError:
        problem = Problem("not-installed", LACKING, allowed=INSTALL)
        raise PlanError([problem]) from None
    target = io.BytesIO()
    # texts are texts: none becomes a formula, a link or a number because of how it begins
    options = {
        "in_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
        "default_date_format": "d mmm yyyy",
    }
    with xlsxwriter.Workbook(target, options) as made:
        made.set_properties({"title": book.title, "author": "flopwatt"})
        made.set_calc_mode("auto")
        writer = _Writer(made, {})
        for sheet in book.sheets:
            writer.sheet(sheet)
        for name, place in book.names.items():
            made.define_name(name, f"={place}")
        for chart in book.charts:
            writer.chart(chart)
    return target.getvalue()


class _Writer:
    """Puts sheets into an open file, one style for each look and number format."""

    def __init__(self, made: Any, formats: dict[tuple[str, str], Any]) -> None:
        self.made, self.formats = made, formats

    def format(self, look: str, shown: str) -> Any:
        """The style of a look with a number format."""
        if (look, shown) not in self.formats:
            about = {"font_name": FONT, "font_size": SIZE, "font_color": INK, "valign": "top"}
            about |= LOOKS[look] | ({"num_format": shown} if shown else {})
            self.formats[look, shown] = self.made.add_format(about)
        return self.formats[look, shown]

    def sheet(self, sheet: Sheet) -> None:
        """One sheet with all its cells."""
        page = self.made.add_worksheet(sheet.name)
        page.hide_gridlines(2)
        page.freeze_panes(*sheet.frozen)
        page.set_landscape()
        page.set_row(0, TITLE_HEIGHT)
        rows, columns = sheet.frozen
        if columns > 1:  # months run over several pages, each with the names of its rows
            page.repeat_rows(rows - 1)
            page.repeat_columns(0, columns)
            page.set_print_scale(SCALE)
        else:
            page.fit_to_pages(1, 0)
        page.set_column(max(sheet.widths) + 1, LAST_COLUMN, MONTH_WIDTH)
        for column, width in sheet.widths.items():
            page.set_column(column, column, width)
        for row, height in sheet.heights.items():
            page.set_row(row, height)
        for row, first, last in sheet.joined:
            page.merge_range(row, first, row, last, "")
        for (row, column), cell in sheet.cells.items():
            self.cell(page, row, column, cell)

    def cell(self, page: Any, row: int, column: int, cell: SheetCell) -> None:
        """One cell: a formula with its value, a link, a number or a text."""
        look = self.format(cell.look, cell.shown)
        if cell.words and len(",".join(cell.words)) <= LONGEST_LIST:
            page.data_validation(
                row, column, row, column, {"validate": "list", "source": list(cell.words)}
            )
        value = cell.value
        if cell.formula:
            if cell.listed:
                page.write_array_formula(
                    row, column, row, column, f"{{{cell.formula}}}", look, value
                )
            else:
                page.write_formula(row, column, cell.formula, look, value)
        elif cell.link:
            page.write_url(row, column, f"internal:{cell.link}", look, str(value))
        elif isinstance(value, str):
            page.write_string(row, column, value[:LONGEST_TEXT], look)
        else:
            page.write_number(row, column, value, look)

    def chart(self, chart: Chart) -> None:
        """A chart of lines over months."""
        drawn = self.made.add_chart({"type": "line"})
        for line, colour in zip(chart.lines, (TRAINING, INFERENCE), strict=False):
            drawn.add_series(
                {
                    "name": line.name,
                    "categories": f"={chart.months}",
                    "values": f"={line.values}",
                    "line": {"color": colour, "width": 2.25},
                }
            )
        drawn.set_title({"name": chart.title, "name_font": {"size": 12, "bold": True}})
        drawn.set_y_axis({"num_format": chart.shown, "major_gridlines": {"visible": True,
                          "line": {"color": RULE}}})  # fmt: skip
        drawn.set_x_axis({"num_font": {"rotation": -45}, "interval_unit": 6})
        drawn.set_legend({"position": "top"})
        drawn.set_size({"width": 760, "height": 340})
        page = self.made.get_worksheet_by_name(chart.sheet)
        page.insert_chart(*chart.corner, drawn)
