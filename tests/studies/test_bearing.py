"""What bears on a number, against answers known by hand."""

import pytest

from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan


def ranged(value, low, high):
    return {"value": value, "low": low, "high": high}


@pytest.fixture
def priced(plan):
    """A bill of hours and a price that vary alike, and a product that has nothing to do with it."""
    plan["training"]["base"] = {
        "accelerator_hours": ranged("1M GPU-hours", "0.8M GPU-hours", "1.25M GPU-hours"),
        "price": ranged("$2 per GPU-hour", "$1.6 per GPU-hour", "$2.5 per GPU-hour"),
    }
    plan["products"]["chat"]["cost_per_day"] = ranged("$10k", "$5k", "$20k")
    return plan


def test_two_factors_that_vary_alike_share_the_spread_of_their_product(priced):
    bearing = run_plan(priced, sampling=Sampling(4000)).bearing
    found = {one.key: one.share for one in bearing.moved_by("training.base.cost")}
    assert set(found) == {"training.base.accelerator_hours", "training.base.price"}
    assert all(share == pytest.approx(0.5, abs=0.05) for share in found.values())
    # a sum of one takes over what moves it
    total = {one.key: one.share for one in bearing.moved_by("training_total")}
    assert total == pytest.approx(found)


def test_shares_of_what_varies_most_come_first(priced):
    bearing = run_plan(priced, sampling=Sampling(4000)).bearing
    found = bearing.moved_by("products.chat.crossover")
    assert found[0].key == "products.chat.cost_per_day"
    assert [one.share for one in found] == sorted((one.share for one in found), reverse=True)
    assert sum(one.share for one in found) == pytest.approx(1, abs=0.1)


def test_what_is_given_or_does_not_vary_is_moved_by_nothing(priced, plan):
    bearing = run_plan(priced, sampling=Sampling(400)).bearing
    assert bearing.moved_by("training.base.price") == ()
    assert bearing.moved_by("models.m.params") == ()
    assert run_plan(plan).bearing.moved_by("training_total") == ()


def test_every_reader_reads_and_no_other(priced):
    study = run_plan(priced)
    for value in study.results.values():
        for key in study.bearing.used_by(value.key):
            reader = study.results[key]
            assert reader.origin.kind == "computed"
            assert value.key in {one for taken in reader.inputs for one in taken.keys}
    assert "training.base.cost" in study.bearing.used_by("training.base.price")
    assert study.bearing.used_by("no.such.key") == ()
