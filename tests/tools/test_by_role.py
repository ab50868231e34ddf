"""The page by role: what it says that flopwatt says to a mistake is what flopwatt says."""

from pathlib import Path

import pytest

import flopwatt

ROOT = Path(__file__).parents[2]
PAGE = " ".join((ROOT / "docs/how-to/by-role.md").read_text().split())

MISTAKES = [
    ("start-up", "training.fine-tune.peak=1979 TFLOP/s", "is twice the dense peak: the peak with"),
    ("start-up", "training.fine-tune.mfu=45", "45 is not clear for a share"),
    ("two-products", "training.base.price=$98 per GPU-hour", "is far from what is usual"),
    ("two-products", "products.consumer-app.requests=5000 users", "allowed: requests per time"),
    ("power-24k-h100", "power.campaign.limit=50 MVA", "kW is kVA times the power factor"),
    ("power-24k-h100", "power.campaign.pue=0.9", "if it is IT over the facility, the PUE is 1.11"),
]


@pytest.mark.parametrize(("example", "setting", "words"), MISTAKES, ids=lambda text: text[:30])
def test_a_mistake_is_told_as_the_page_says(example, setting, words):
    key, _, value = setting.partition("=")
    told = flopwatt.check(ROOT / f"examples/{example}.yaml", settings={key: value})
    assert words in " ".join(" ".join(str(problem) for problem in told).split())
    assert words in PAGE


def test_watts_for_energy_are_told_as_the_page_says():
    with pytest.raises(flopwatt.PlanError, match="power over a time is energy"):
        flopwatt.convert("975800000 W", "MWh")
    assert "power over a time is energy" in PAGE
