"""The call that tells of assets, and what it refuses."""

import pytest

import flopwatt
from flopwatt import PlanError
from flopwatt.catalog import list_things

CAPTIVE = [part for part in list_things("accelerator") if part.cells["own"] == "no"]


def plan(**assets):
    return {"start": "2026-09-01", "assets": assets}


def test_an_asset_from_what_the_catalog_knows():
    found = flopwatt.own(plan(a={"accelerator": "8xH100 SXM"}))
    assert found["assets.a.gpus"] == 8
    assert 1.3 < found["assets.a.owned_hour_price"] < 2.5  # two published ones: 1.30 and 1.69
    offers = found.to_dict()["offers"]
    assert {one["asset"] for one in offers} == {"a"}
    assert {one["stale"] for one in offers} == {True, False}


def test_one_asset_of_several_and_a_setting():
    both = plan(a={"accelerator": "H100 SXM"}, b={"accelerator": "H200 SXM"})
    found = flopwatt.own(both, "b", {"assets.b.life": "3 years"})
    assert "(b)" in found.report.answer
    assert "(a)" not in found.report.answer
    assert {one["asset"] for one in found.to_dict()["offers"]} == {"b"}
    assert found["assets.b.life"] == 3


@pytest.mark.parametrize(
    ("source", "name", "told"),
    [
        (plan(a={}), "b", "no asset of this name"),
        (
            {
                "start": "2026-01-01",
                "models": {"m": {"params": "7B"}},
                "training": {"r": {"cost": "$1M"}},
            },
            None,
            "the plan has no assets",
        ),
    ],
)
def test_an_asset_that_is_not_there(source, name, told):
    with pytest.raises(PlanError, match=told):
        flopwatt.own(source, name)


@pytest.mark.parametrize("part", CAPTIVE, ids=lambda part: part.name)
def test_what_nobody_sells_cannot_be_owned(tmp_path, part):
    """The problem names its place, the field, what was given and what may be."""
    path = tmp_path / "plan.yaml"
    path.write_text(f"start: 2026-01-01\nassets:\n  a: {{accelerator: {part.name!r}}}\n")
    (problem,) = flopwatt.check(path)
    assert problem.code == "not-for-sale"
    assert (problem.place.line, problem.field) == (3, "assets.a.accelerator")
    assert problem.given == part.name
    rented = part.cells["rent"] == "yes"
    assert ("rents it out" in problem.message) == rented
    assert ("flopwatt prices" in problem.allowed) == rented


def test_captive_chips_are_among_those():
    names = " ".join(part.name for part in CAPTIVE)
    for chip in ("TPU v5p", "Trainium2", "Inferentia2", "MTIA", "Maia"):
        assert chip in names
