"""What the tests of reports share: one plan for every way a crossover can come out."""

from pathlib import Path

import pytest

from flopwatt.architecture.published import Wanted
from flopwatt.studies.models import study_model
from flopwatt.studies.run import run_plan

EXAMPLES = Path(__file__).parents[2] / "examples"

# name -> products.chat, and the cost of a second run on 1 May 2026, four months in
OUTCOMES = {
    "crosses": ({"cost_per_day": "$10k"}, None),
    "uncrossed": ({"cost_per_day": "$10k"}, "$1M"),
    "undone": ({"cost_per_day": "$10k"}, "$100M"),
    "already": ({"cost_per_day": "$10k", "spent_before": "$2M"}, None),
    "already undone": ({"cost_per_day": "$10k", "spent_before": "$2M"}, "$100M"),
    "never": ({"cost_per_day": "$100"}, None),
    "shrinking": ({"cost_per_day": "$1000", "growth": "-20 %/month"}, None),
    "nothing spent": ({"cost_per_day": "$0"}, None),
}


@pytest.fixture
def outcome(plan):
    """The study of a plan whose one product comes out as named."""

    def make(name):
        product, later = OUTCOMES[name]
        plan["products"] = {"chat": product}
        if later:
            plan["training"]["next"] = {"cost": later, "start": "2026-05-01"}
        return run_plan(plan)

    return make


@pytest.fixture(scope="session")
def example():
    """The study of one of the examples."""
    return lambda name: run_plan(EXAMPLES / f"{name}.yaml")


@pytest.fixture
def texts():
    """A section's tables as plain lists of texts."""
    return lambda table: [[cell.text for cell in row] for row in table.rows]


@pytest.fixture
def studied():
    """The study of a model, held as its config says unless told otherwise."""

    def study(source, tokens=None, wanted=None, **given):
        return study_model(source, wanted or Wanted(), given, tokens)

    return study
