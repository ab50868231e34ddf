"""What binds: by hand on the central case, and as a share of the draws."""

import numpy as np

from flopwatt.studies.criticality import draws_of, find_bounds, known_dates
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan
from tests.formulas.test_site_dates import PLAN


def bounds(found, phase="phase-1"):
    return {one.activity: (one.share, round(one.months, 6)) for one in found[phase]}


def test_the_path_of_the_central_case_ends_with_what_binds():
    study = run_plan(PLAN)
    # the engines of 28 months come after the hall of 25; nothing else is on the path
    assert bounds(find_bounds(study, ["phase-1"])) == {"engines": (1.0, 28.0)}
    assert bounds(find_bounds(study, ["phase-1"], permanent=True)) == {
        "interconnection": (1.0, 60.0)
    }


def test_where_power_is_there_the_building_binds():
    plan = {**PLAN, "supplies": {"gas-engines": {"ready": "2027-01-01"}}}
    assert bounds(find_bounds(run_plan(plan), ["phase-1"])) == {
        "phase-1-gensets": (1.0, 20.0),
        "phase-1-fit-out": (1.0, 5.0),
    }


def test_in_draws_each_is_on_the_path_in_a_share_of_them():
    ranged = {"value": "28 months", "low": "22 months", "high": "40 months"}
    plan = {**PLAN, "activities": {**PLAN["activities"], "engines": {"duration": ranged}}}
    study = run_plan(plan, sampling=Sampling(4000))
    found = bounds(find_bounds(study, ["phase-1"]))
    ready = draws_of(study, "supplies.gas-engines.ready")
    built, grid = (study.results[f"phases.phase-1.{x}"].central for x in ("built", "permanent"))
    assert found["engines"][0] == np.mean((ready > built) & (ready < grid))
    assert found["phase-1-gensets"][0] == np.mean(ready <= built)
    assert found["interconnection"][0] == np.mean(ready >= grid)


def test_a_phase_without_power_has_no_day():
    assert known_dates(run_plan(PLAN).results, "s")
    plan = {
        **PLAN,
        "sites": {"s": {"power": "1 GW"}},
        "supplies": {"grid-firm": {"role": "bridge"}},
    }
    study = run_plan(plan)
    assert known_dates(study.results, "s")  # a bridge alone is power
    assert find_bounds(study, ["phase-1"], permanent=True)["phase-1"] == []


def test_what_does_not_vary_is_its_central_case():
    study = run_plan(PLAN)
    assert draws_of(study, "phases.phase-1.built").shape == (1,)
