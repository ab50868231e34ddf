"""The public surface: what a person imports, and what stays unloaded until it is used."""

import subprocess
import sys

import flopwatt
from flopwatt import api

SURFACE = {
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
    "outlook",
    "own",
    "plan_schema",
    "power",
    "list_inputs",
    "read_example",
    "read_model",
    "read_plan_text",
    "run",
    "site",
    "write_workbook",
}


def test_the_package_offers_what_the_api_offers():
    assert set(flopwatt.__all__) == set(api.__all__) == SURFACE
    for name in SURFACE:
        assert getattr(flopwatt, name) is getattr(api, name)
        assert getattr(api, name).__doc__


def test_no_public_name_is_a_subpackage():
    loaded = {name.partition(".")[2] for name in sys.modules if name.startswith("flopwatt.")}
    assert not SURFACE & {name.partition(".")[0] for name in loaded}


def test_an_unknown_name_is_an_attribute_error():
    assert not hasattr(flopwatt, "simulate")


def test_importing_and_asking_for_help_load_nothing_heavy():
    code = (
        "import sys, flopwatt\n"
        "from flopwatt.faces.cli import group\n"
        "try:\n    group.main(['--help'])\nexcept SystemExit: pass\n"
        "print(sorted({'numpy', 'yaml', 'rich', 'flopwatt.api'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"
