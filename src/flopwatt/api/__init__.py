"""What a person imports: run a plan, count a model, ask why; with report, all that faces import."""

from flopwatt.api.answers import Accuracy, Answer
from flopwatt.api.assets import own
from flopwatt.api.buying import buy
from flopwatt.api.facts import check_prices, convert
from flopwatt.api.fleets import fleet
from flopwatt.api.hardware import HardwareRating, hardware
from flopwatt.api.loads import power
from flopwatt.api.models import backtest, fit, read_model
from flopwatt.api.outlook import outlook
from flopwatt.api.plans import (
    calculate,
    check,
    compare,
    explain,
    init_plan,
    list_fields,
    list_formulas,
    plan_schema,
    run,
)
from flopwatt.api.sites import site
from flopwatt.api.texts import edit_plan, list_examples, list_inputs, read_example, read_plan_text
from flopwatt.api.workbooks import write_workbook
from flopwatt.catalog import Fact, Offer, Prices, find_fact, find_prices
from flopwatt.plan import PlanText
from flopwatt.problems import CatalogError, FlopwattError, PlanError, Problem
from flopwatt.report import (
    Calculation,
    Conversion,
    Explanation,
    Input,
    InputGroup,
    PlanField,
    WrittenFormula,
)

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
    "Input",
    "InputGroup",
    "Offer",
    "PlanError",
    "PlanField",
    "PlanText",
    "Prices",
    "Problem",
    "WrittenFormula",
    "backtest",
    "buy",
    "calculate",
    "check",
    "check_prices",
    "compare",
    "convert",
    "edit_plan",
    "explain",
    "find_fact",
    "find_prices",
    "fit",
    "fleet",
    "hardware",
    "init_plan",
    "list_examples",
    "list_fields",
    "list_formulas",
    "list_inputs",
    "outlook",
    "own",
    "plan_schema",
    "power",
    "read_example",
    "read_model",
    "read_plan_text",
    "run",
    "site",
    "write_workbook",
]
