"""docs/reference/json.md tells every field of the document, and none that is not there."""

import re
from pathlib import Path

import pytest

from flopwatt.report.document import document
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "json.md"
RANGE = {"value": "$10k", "low": "$2k", "high": "$20k"}


@pytest.fixture(scope="module")
def told():
    """The fields that each section of the page tells."""
    parts = PAGE.read_text().split("\n## ")[1:]
    return {
        part.partition("\n")[0].partition(":")[0]: set(re.findall(r"^\| `(\w+)` \|", part, re.M))
        for part in parts
    }


@pytest.fixture
def emitted(plan):
    """The fields that a run with ranges and every outcome emits."""
    plan["training"]["base"] |= {
        "accelerator_hours": "1M GPU-hours",
        "price": "$2 per GPU-hour",
        "mfu": "40 %",
    }
    plan["products"] = {
        "crosses": {"cost_per_day": RANGE},
        "never": {"cost_per_day": "$100"},
        "shrinks": {"cost_per_day": "$100", "growth": "-10 %/month"},
        "already": {"cost_per_day": "$1", "spent_before": "$2M"},
    }
    return document(run_plan(plan, sampling=Sampling(200, 1, ("operating_expense",))))


def fields(records):
    return {field for record in records for field in record}


def test_the_document_and_its_parts(told, emitted):
    assert told["The document"] == set(emitted)
    assert told["A source"] == fields(emitted["sources"].values())
    assert told["A warning"] == fields(emitted["warnings"])
    drivers = [driver for found in emitted["drivers"].values() for driver in found]
    assert told["A driver"] >= fields(drivers) >= told["A driver"] - {"shared_by", "elasticity_of"}


def test_a_result_and_a_crossover(told, emitted):
    found = emitted["results"].items()
    plain = fields(record for key, record in found if not key.endswith("crossover"))
    crossings = fields(record for key, record in found if key.endswith("crossover"))
    assert told["A result"] == plain
    assert told["A crossover"] == crossings - plain
