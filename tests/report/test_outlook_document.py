"""The document of the outlook: the same as the tables, as plain data."""

import json

from flopwatt.catalog.outlook import find_forecasts, load_deals, load_forecasts
from flopwatt.report.outlook_document import outlook_document
from flopwatt.studies.outlook import study_outlook
from flopwatt.studies.outlook_plan import beside, place_plan
from flopwatt.studies.quoted import hold_all


def test_all_of_it():
    found = outlook_document(study_outlook(), (), None)
    outlook = found["outlook"]
    assert json.dumps(found, allow_nan=False)
    assert len(outlook["forecasts"]) == len(load_forecasts())
    assert len(outlook["deals"]) == len(load_deals())
    one = next(one for one in outlook["quoted"] if one["name"] == "inference-2027")
    assert (one["verdict"], one["low"], one["unit"]) == ("supported", 60, "%")
    assert [found["high"] for found in one["evidence"]][-1] is None  # open above
    assert one["evidence"][1]["key"] in found["results"]


def test_forecasts_alone():
    rows = find_forecasts("AI power")
    outlook = outlook_document(study_outlook(), rows, None)["outlook"]
    assert [one["unit"] for one in outlook["forecasts"]] == ["GW"] * 3
    assert outlook["quoted"] == outlook["deals"] == []


def test_quoted_figures_alone():
    outlook = outlook_document(study_outlook(), (), hold_all()[:1])["outlook"]
    assert [one["name"] for one in outlook["quoted"]] == ["ai-power-2027"]
    assert outlook["forecasts"] == []


def test_a_plan(plan):
    study, placed = place_plan(plan)
    outlook = outlook_document(study, (), None, placed, beside(placed))["outlook"]
    assert {one["what"] for one in outlook["plan"]} == {one.what for one in placed}
    assert all(one["forecast"]["source"] for one in outlook["beside"])
