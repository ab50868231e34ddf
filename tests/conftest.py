"""What several rooms' tests start from: the worked example, and a plan written by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from flopwatt.studies.run import load_vocabulary

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.yaml"))


@pytest.fixture(scope="session")
def vocabulary():
    return load_vocabulary()


@pytest.fixture
def plan() -> dict[str, Any]:
    """A plan of one model, one run and one product, with round numbers: $1M, $10k a day."""
    return {
        "start": "2026-01-01",
        "horizon": "60 months",
        "models": {"m": {"params": "70B"}},
        "training": {"base": {"cost": "$1M"}},
        "products": {"chat": {"cost_per_day": "$10k"}},
    }
