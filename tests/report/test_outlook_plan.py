"""A plan beside figures of the same kind, in words and as parts of them."""

import pytest

from flopwatt.report.outlook_plan import plan_answer, plan_tables, times_text
from flopwatt.studies.outlook_plan import beside, place_plan

RUN = {"tokens": "2T tokens", "accelerator": "100000xH100 SXM5 80GB", "mfu": "40 %"}
PLAN = {"start": "2026-01-01", "models": {"m": {"params": "70B"}}, "training": {"base": RUN}}


@pytest.mark.parametrize(
    ("times", "text"),
    [(1.2, "1.2×"), (0.145, "1/6.9"), (1 / 225_795, "1/226,000"), (None, "of another kind")],
)
def test_how_many_times_a_figure(times, text):
    assert times_text(times) == text


def test_gpus_and_power_in_a_sentence():
    study, placed = place_plan(PLAN)
    found = beside(placed)
    assert plan_answer(placed, found) == (
        "The plan holds at most 100k GPUs for training, 163 MW at the meter; that is 1/153 of the "
        "AI power of the US in 2027 by Epoch."
    )
    own, others = plan_tables(study, placed, found)
    assert {row[0].text: row[1].text for row in own.rows}["power"] == "163 MW"
    assert [row[4].text for row in others.rows][:3] == ["1/153", "1/7.4", "1.1×"]


def test_a_plan_that_says_of_no_gpus(plan):
    for run in plan["training"].values():
        run.pop("accelerator", None)
    study, placed = place_plan(plan)
    held = [one for one in placed if one.what.startswith("GPUs")]
    assert held or "says of no GPUs" in plan_answer(placed, beside(placed))
    assert plan_tables(study, placed, ())
