"""AI compute from a plan file: FLOPs, GPU-hours, dollars, and the day inference passes training.

Names are loaded when first used, so that ``import flopwatt`` and ``flopwatt --help`` stay light.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flopwatt.api import (
        Accuracy,
        Answer,
        Calculation,
        CatalogError,
        Conversion,
        Explanation,
        Fact,
        FlopwattError,
        HardwareRating,
        Input,
        InputGroup,
        Offer,
        PlanError,
        PlanField,
        PlanText,
        Prices,
        Problem,
        WrittenFormula,
        backtest,
        buy,
        calculate,
        check,
        check_prices,
        compare,
        convert,
        edit_plan,
        explain,
        find_fact,
        find_prices,
        fit,
        fleet,
        hardware,
        init_plan,
        list_examples,
        list_fields,
        list_formulas,
        list_inputs,
        outlook,
        own,
        plan_schema,
        power,
        read_example,
        read_model,
        read_plan_text,
        run,
        site,
        write_workbook,
    )

__version__ = "0.1.0"

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


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'flopwatt' has no attribute {name!r}")
    from flopwatt import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
