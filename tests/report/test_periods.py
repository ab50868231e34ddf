"""Periods of a plan: years or months, and which are left out since nothing happens in them."""

import pytest

from flopwatt.report.periods import eventful_periods, left_out_text, period_word, periods_of
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan


@pytest.mark.parametrize(
    ("top", "periods"),
    [
        ({"horizon": "12 months"}, 12),
        ({"horizon": "12 months", "start": "2026-01-15"}, 13),
        ({"horizon": "14 months"}, 2),
    ],
)
def test_short_plans_are_told_by_month_and_longer_by_year(fleets, top, periods):
    assert len(periods_of(fleets(**top))) == periods


def test_a_year_holds_its_months(fleets):
    found = periods_of(fleets(start="2026-11-01", horizon="14 months"))
    assert found == {"2026": [0, 1], "2027": list(range(2, 14))}


def serving(launch, **more):
    return {
        "start": "2026-01-01",
        "horizon": "6 months",
        "models": {"m": {"params": "70B"}},
        "products": {"chat": {"cost_per_day": "$10k", "launch": launch, **more}},
    }


def test_months_before_and_after_anything_happens_are_left_out():
    study = run_plan(serving("2026-03-10"))
    every = periods_of(study)
    kept = eventful_periods(study, every, ["products.chat.spend"])
    assert list(kept) == ["2026-03", "2026-04", "2026-05", "2026-06"]
    assert left_out_text(study, every, kept) == "Left out, with nothing: 2026-01 to 2026-02."
    assert left_out_text(study, every, every) == ""
    middle = {"2026-03": [2], "2026-04": [3]}
    assert left_out_text(study, every, middle).endswith("2026-01 to 2026-02, 2026-05 to 2026-06.")


def test_a_year_with_an_event_whose_month_is_open_is_told():
    """Each month alone has a bill in few draws; its year has it in many."""
    plan = serving("2026-03-10")
    plan["horizon"] = "60 months"
    start = {"value": "2028-06-10", "low": "2027-02-01", "high": "2030-06-01"}
    run = {"start": start, "cost": "$1M"}
    study = run_plan(
        {**plan, "training": {"base": run}}, None, Sampling(400, series=("capital_expense",))
    )
    every = periods_of(study)
    drawn = (study.spread.samples["capital_expense"] != 0).mean(axis=-1)
    assert (drawn[every["2027"]] < 0.1).all()
    kept = eventful_periods(study, every, ["capital_expense"])
    assert list(kept) == ["2027", "2028", "2029", "2030"]
    assert left_out_text(study, every, kept).startswith("Left out, with nothing, in nine draws")


def test_periods_are_years_or_months_whatever_is_left_of_them(fleets):
    assert period_word(periods_of(fleets(horizon="12 months"))) == "month"
    assert period_word(periods_of(fleets(start="2026-12-01", horizon="14 months"))) == "year"


def test_where_nothing_happens_all_months_are_told():
    study = run_plan(serving("2027-03-10"))
    kept = eventful_periods(study, periods_of(study), ["products.chat.spend"])
    assert kept == periods_of(study)


def test_what_happens_in_more_than_one_draw_of_ten_happens():
    plan = serving({"value": "2026-04-10", "low": "2026-02-10", "high": "2026-06-10"})
    study = run_plan(plan, None, Sampling(64, series=("product_spend",)))
    key = "products.chat.spend"
    assert key in study.spread.samples
    kept = eventful_periods(study, periods_of(study), [key])
    assert next(iter(kept)) == "2026-02"
    assert (study.spread.samples[key][0] > 0).any()  # in January, but hardly ever
