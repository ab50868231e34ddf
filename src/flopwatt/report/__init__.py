"""What was found, as sections of tables, explanations and one JSON document.

The report makes every text a person reads; faces only place them.
"""

from flopwatt.report.backtest import backtest_document, backtest_page
from flopwatt.report.build import SHOWN_SERIES, build_report, draws_for, series_of
from flopwatt.report.calculation import Calculation, make_calculation
from flopwatt.report.catalog import catalog_page
from flopwatt.report.charts import BAND, TOKENS
from flopwatt.report.compare import compare_section, followed_keys
from flopwatt.report.conversion import Conversion, make_conversion
from flopwatt.report.editing import Input, InputGroup, follow_ranges, plan_inputs
from flopwatt.report.explanation import Cited, Explanation, Line, Link
from flopwatt.report.families import family_page
from flopwatt.report.fields import PlanField, field_page, plan_fields
from flopwatt.report.fit import build_fit_report
from flopwatt.report.fleet import build_fleet_report
from flopwatt.report.fleet_units import build_units_report
from flopwatt.report.formulas import WrittenFormula, formula_page, written_formulas
from flopwatt.report.hardware import hardware_page
from flopwatt.report.hardware_document import hardware_document
from flopwatt.report.loads import build_power_report
from flopwatt.report.model import build_model_report
from flopwatt.report.outlook import Asked, build_outlook_report, build_placed_report
from flopwatt.report.own import build_own_report
from flopwatt.report.paragraph import paragraph
from flopwatt.report.prices import price_page
from flopwatt.report.purchases import build_buying_report
from flopwatt.report.records import (
    Card,
    Cell,
    Chart,
    Look,
    Parts,
    Report,
    Section,
    Table,
)
from flopwatt.report.site import SERIES as SITE_SERIES
from flopwatt.report.site import build_site_report
from flopwatt.report.stops import Stops

__all__ = [
    "BAND",
    "SHOWN_SERIES",
    "SITE_SERIES",
    "TOKENS",
    "Asked",
    "Calculation",
    "Card",
    "Cell",
    "Chart",
    "Cited",
    "Conversion",
    "Explanation",
    "Input",
    "InputGroup",
    "Line",
    "Link",
    "Look",
    "Parts",
    "PlanField",
    "Report",
    "Section",
    "Stops",
    "Table",
    "WrittenFormula",
    "backtest_document",
    "backtest_page",
    "build_buying_report",
    "build_fit_report",
    "build_fleet_report",
    "build_model_report",
    "build_outlook_report",
    "build_own_report",
    "build_placed_report",
    "build_power_report",
    "build_report",
    "build_site_report",
    "build_units_report",
    "catalog_page",
    "compare_section",
    "draws_for",
    "family_page",
    "field_page",
    "follow_ranges",
    "followed_keys",
    "formula_page",
    "hardware_document",
    "hardware_page",
    "make_calculation",
    "make_conversion",
    "paragraph",
    "plan_fields",
    "plan_inputs",
    "price_page",
    "series_of",
    "written_formulas",
]
