"""What a person imports: run a plan, count a model, ask why; with report, all that faces import."""

from flopwatt.api.answers import Accuracy, Answer
from flopwatt.api.assets import own
from flopwatt.api.buying import buy
from flopwatt.api.facts import check_prices, convert
from flopwatt.api.fleets import fleet
from flopwatt.api.hardware import HardwareRating, hardware
from flopwatt.api.models import backtest, fit, read_model
from flopwatt.api.plans import (
    calculate,
    check,
    explain,
    init_plan,
    list_fields,
    list_formulas,
    plan_schema,
    run,
)
from flopwatt.api.workbooks import write_workbook
from flopwatt.catalog import Fact, Offer, Prices, find_fact, find_prices
from flopwatt.problems import CatalogError, FlopwattError, PlanError, Problem
from flopwatt.report import Calculation, Conversion, Explanation, PlanField, WrittenFormula

__all__ = [
    "Accuracy",
    "Answer",
    "Calculation",
    "CatalogError",
    "Conversion",
    "Explanation",
    "Fact",
    "FlopwattError",
    "HardwareRating",
    "Offer",
    "PlanError",
    "PlanField",
    "Prices",
    "Problem",
    "WrittenFormula",
    "backtest",
    "buy",
    "calculate",
    "check",
    "check_prices",
    "convert",
    "explain",
    "find_fact",
    "find_prices",
    "fit",
    "fleet",
    "hardware",
    "init_plan",
    "list_fields",
    "list_formulas",
    "own",
    "plan_schema",
    "read_model",
    "run",
    "write_workbook",
]
