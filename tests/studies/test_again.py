"""Draws of a picture that moves: the same as those made anew; what is kept is not made twice."""

from __future__ import annotations

import pytest

from flopwatt import api
from flopwatt.studies.draws import Sampling, run_draws
from flopwatt.studies.run import load_plan, work_out

KEEP = frozenset(("product_crossover", "plan_crossover", "training_total", "first_power"))
MOVING = Sampling(64, series=("plan_spent",), keep=KEEP)


@pytest.fixture(scope="module")
def plan():
    return api.read_example("campus-with-work")


def results_of(plan, changes, before=None):
    text = api.edit_plan(plan, changes, follow=True) if changes else plan
    return work_out(load_plan(text), before)


@pytest.fixture(scope="module")
def first(plan):
    results = results_of(plan, {})
    return results, run_draws(results, MOVING)


CHANGES = (
    {"training.base.tokens": "50T tokens"},
    {"products.assistant.growth": "3 %/month"},
    {"sites.campus.power": "800 MW"},
    {"horizon": "96 months"},
    {"sites.campus.phases": "4"},
)


@pytest.mark.parametrize("changes", CHANGES, ids=lambda one: next(iter(one)))
def test_draws_after_others_are_those_made_anew(plan, first, changes):
    before, spread = first
    after = run_draws(results_of(plan, changes, before), MOVING, spread)
    anew = run_draws(results_of(plan, changes), MOVING)
    assert after.samples.keys() == anew.samples.keys()
    assert all((after.samples[key] == draws).all() for key, draws in anew.samples.items())
    assert [after.summary(key) for key in after.samples] == [
        anew.summary(key) for key in after.samples
    ]
    assert after.inputs.keys() == anew.inputs.keys()


def test_where_numbers_alone_change_the_work_is_prepared_once(plan, first):
    before, spread = first
    after = run_draws(results_of(plan, CHANGES[0], before), MOVING, spread)
    old, new = spread.again.prepared, after.again.prepared
    assert new.room is old.room
    assert new.vary.steps is old.vary.steps
    longer = run_draws(results_of(plan, {"sites.campus.phases": "4"}, before), MOVING, spread)
    assert longer.again.prepared.vary.steps is not old.vary.steps


def test_what_did_not_move_is_told_as_before(plan, first):
    before, spread = first
    key = "sites.campus.first_power"
    told = spread.summary(key)
    after = run_draws(results_of(plan, CHANGES[0], before), MOVING, spread)
    assert after.samples[key] is spread.samples[key]
    assert after.summary(key) is told
    assert after.samples["crossover"] is not spread.samples["crossover"]


def test_other_ranges_are_prepared_anew(plan, first):
    before, spread = first
    text = plan.text.replace("mfu: 35 %", "mfu: {value: 36 %, low: 30 %, high: 40 %}")
    results = work_out(load_plan(api.PlanText(text)), before)
    after, anew = run_draws(results, MOVING, spread), run_draws(results, MOVING)
    assert after.again.prepared.vary.steps is not spread.again.prepared.vary.steps
    assert all((after.samples[key] == draws).all() for key, draws in anew.samples.items())


def test_the_same_draws_under_another_name_go_by_that_name(plan):
    """The range of a default is drawn once for all that take it, whatever they are called."""
    asked = Sampling(64, keep=frozenset(("target_load", "product_crossover")))
    before = work_out(load_plan(plan))
    spread = run_draws(before, asked)
    renamed = api.PlanText(plan.text.replace("assistant", "helper"))
    after = run_draws(work_out(load_plan(renamed), before), asked, spread)
    assert "fleets.assistant.target_load" in spread.samples
    assert {key for key in after.samples if "target_load" in key} == {"fleets.helper.target_load"}
