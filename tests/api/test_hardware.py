"""The call that rates hardware: a page and a document, problems as ever."""

import pytest

import flopwatt
from flopwatt import HardwareRating, PlanError, hardware


def test_a_plan_is_rated_from_a_file_or_a_dict(plan):
    plan["training"]["base"] = {"accelerator": "H100", "gpus": 64, "tokens": "1T", "mfu": "40 %"}
    found = hardware(plan)
    assert isinstance(found, HardwareRating)
    assert found.page.title.startswith("Best for training base: ")
    assert len(found.to_dict()["hardware"]["training"]["base"]) == 70
    assert [problem.code for problem in found.warnings] == ["unlikely"]  # which H100 is meant


def test_settings_win_over_the_plan(plan):
    plan["training"]["base"] = {"accelerator": "H100", "gpus": 64, "tokens": "1T", "mfu": "40 %"}
    rows = hardware(plan, {"training.base.gpus": "128"}).to_dict()["hardware"]["training"]["base"]
    assert {row["gpus"] for row in rows} == {128}


@pytest.mark.parametrize(
    ("given", "message"),
    [(7, "type int"), ("", "the path is empty"), ("nothing.yaml", "there is no such file")],
)
def test_what_is_no_plan_is_refused(given, message):
    with pytest.raises(PlanError, match=message):
        flopwatt.hardware(given)


def test_settings_that_are_none_are_refused(plan):
    with pytest.raises(PlanError, match="type str"):
        hardware(plan, "training.base.gpus=1")
