"""A plan with its sites: what may be set, what is asked for, and what has no source."""

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.run import work_out
from flopwatt.studies.sites import load_sites, parts_of, unsourced_parts

PLAN = {
    "start": "2026-10-01",
    "horizon": "96 months",
    "sites": {"campus": {"power": "1 GW", "phases": "2"}},
}


def test_what_is_set_may_be_about_what_the_plan_does_not_mention():
    settings = {
        "activities.study.duration": "3 months",
        "activities.shell.duration": "9 months",
        "phases.phase-2.power": "700 MW",
        "supplies.gas-engines.role": "bridge",
    }
    plan, names = load_sites(PLAN, settings)
    results = work_out(plan)
    assert names == ("campus",)
    assert results["activities.phase-2-shell.duration"].origin.place.startswith("--set")
    assert results["phases.phase-1.power"].central == pytest.approx(500e6)
    assert results["phases.phase-2.power"].central == pytest.approx(700e6)
    assert "feed.phase-1.gas-engines.energised" in results


def test_parts_are_those_that_refer_to_it():
    results = work_out(load_sites(PLAN)[0])
    assert parts_of(results, "phase", "site", "campus") == ["phase-1", "phase-2"]
    assert parts_of(results, "feed", "phase", "phase-2") == ["phase-2.grid-firm"]


def test_what_has_no_source_is_counted_until_the_plan_says_it():
    before = unsourced_parts(work_out(load_sites(PLAN)[0]), "campus")
    assert {"activities.study.duration", "sites.campus.gpu_lead"} <= set(before)
    said = {"activities.study.duration": "9 months"}
    after = unsourced_parts(work_out(load_sites(PLAN, said)[0]), "campus")
    assert set(before) - set(after) == {"activities.study.duration"}


def test_what_is_not_there_is_told():
    with pytest.raises(PlanError, match="no site of this name"):
        load_sites(PLAN, name="campos")
    with pytest.raises(PlanError, match="no sites"):
        load_sites({"start": "2026-10-01", "models": {"m": {"params": "7B"}},
                    "training": {"r": {"cost": "$1M"}}})  # fmt: skip
    with pytest.raises(PlanError, match="no entry of this name"):
        load_sites(PLAN, {"activities.studdy.duration": "3 months"})
