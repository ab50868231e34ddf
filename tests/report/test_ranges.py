"""How ranges read: low to high, the unit once, no more digits than there is knowledge."""

import datetime
import math

import pytest

from flopwatt.report.ranges import (
    date_texts,
    end_texts,
    likely_text,
    median_text,
    months_summary,
    number_texts,
    percent_text,
    percent_texts,
    summary_of,
    value_texts,
)
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan
from flopwatt.studies.spread import Summary

START = datetime.date(2026, 1, 1)
DAY, MONTH = 86_400.0, 730.5 * 3600


@pytest.mark.parametrize(
    ("name", "number", "low", "high", "texts"),
    [
        ("training_cost", 1.458e6, 1.22e6, 1.89e6, ("$1.46M", "1.22M to 1.89M")),
        ("training_cost", 3.44e8, 1.51e8, 5.93e8, ("$340M", "150M to 590M")),
        ("training_cost", 1e6, 9.5e5, 1.1e6, ("$1M", "950k to 1.1M")),
        ("inference_share", 0.4, 0.35, 0.45, ("40 %", "35 to 45 %")),
        ("accelerator_hours", 583e3 * 3600, 520e3 * 3600, 650e3 * 3600,
         ("583k GPU-hours", "520k to 650k")),
        ("training_flops", 8.4e23, 8.1e23, 8.9e23, ("8.4e23 FLOP", "8.1e23 to 8.9e23")),
        ("achieved_flops", 1.05e12, 9.5e11, 1.2e12,
         ("1.05 TFLOP/s per GPU", "950 GFLOP/s to 1.2 TFLOP/s")),
        ("product_crossover", 194.44 * DAY, 160.1 * DAY, 250 * DAY,
         ("194.4 days", "160.1 to 250.0")),
        ("product_crossover", 194.44 * DAY, 100 * DAY, 420 * DAY, ("190 days", "100 to 420")),
        ("product_crossover", 194.44 * DAY, 100 * DAY, math.inf, ("190 days", "100 to never")),
        ("product_crossover", math.inf, 900 * DAY, math.inf, ("never", "900 days to never")),
        ("product_crossover", 194.44 * DAY, -math.inf, 420 * DAY, ("190 days", "already to 420")),
        ("product_crossover", 9.53 * DAY, 4 * DAY, 20 * DAY, ("9.5 days", "4 to 20")),
        ("growth", 0.0, math.log(0.95) / MONTH, math.log(1.02) / MONTH,
         ("0 %/month", "-5 to 2 %/month")),
        ("launch", 45 * DAY, 19 * DAY, 90 * DAY, ("15 Feb 2026", "20 Jan to 1 Apr")),
        ("training_cost", 1e6, 1e6 - 1, 1e6 + 1, ("$1M", "")),
    ],
)  # fmt: skip
def test_a_number_and_its_range(vocabulary, name, number, low, high, texts):
    summary = Summary(number, low, high)
    assert number_texts(vocabulary.quantities[name], number, summary, START) == texts


def test_between_two_words_lies_nothing(vocabulary):
    wall = vocabulary.quantities["serving_wall"]
    text, around = number_texts(wall, 1.0, Summary(1.0, 0.0, 2.0), START)
    assert (text, around) == (wall.words[1], "")


def test_what_somebody_wrote_keeps_its_digits(vocabulary):
    price = vocabulary.quantities["accelerator_price"]
    summary = Summary(2.35 / 3600, 1 / 3600, 4 / 3600)
    texts = number_texts(price, 2.35 / 3600, summary, START, stated=True)
    assert texts[0] == "$2.35 per GPU-hour"


@pytest.mark.parametrize(
    ("days", "low", "high", "short", "long"),
    [
        (194, 138, 302, ("14 Jul 2026", "19 May to 30 Oct"),
         ("14 July 2026", "19 May and 30 October 2026")),
        (194, 138, 400, ("14 Jul 2026", "19 May 2026 to 5 Feb 2027"),
         ("14 July 2026", "19 May 2026 and 5 February 2027")),
        (1369, 1186, 1779, ("Oct 2029", "Apr 2029 to Nov 2030"),
         ("October 2029", "April 2029 and November 2030")),
        (1369, 400, 3000, ("2029", "2027 to 2034"), ("2029", "2027 and 2034")),
        (194, 194, 194, ("14 Jul 2026", ""), ("14 July 2026", "")),
    ],
)  # fmt: skip
def test_a_date_is_as_precise_as_its_range(days, low, high, short, long):
    ends = (low * DAY, high * DAY)
    assert date_texts(days * DAY, ends, START) == short
    assert date_texts(days * DAY, ends, START, long=True, joint="and") == long


def test_a_date_beyond_any_calendar_has_no_range():
    assert date_texts(1e15, (0.0, 1e15), START) == ("beyond any calendar", "")


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.04, "4 %"), (0.001, "under 1 %"), (0.999, "over 99 %"), (1.0, "100 %"), (0.345, "34 %")],
)
def test_a_share_of_draws(share, text):
    assert percent_text(share) == text


@pytest.fixture
def study(plan):
    plan["products"]["chat"]["cost_per_day"] = {"value": "$10k", "low": "$9k", "high": "$11k"}
    return run_plan(plan, sampling=Sampling(1000, series=("operating_expense",)))


def test_what_is_given_is_told_as_given_and_the_rest_as_drawn(study):
    given = study.results["products.chat.cost_per_day"]
    assert value_texts(study, given) == ("$10k per day", "9,000 to 11k")
    assert likely_text(study, given) == "likely 9,000 to 11k, as given; lognormal draws"
    drawn = study.results["inference_total"]
    assert value_texts(study, drawn)[1].startswith("16.")
    assert likely_text(study, drawn).endswith(": 8 in 10 of 1,000 draws")
    cost = study.results["training.base.cost"]
    assert (summary_of(study, cost), value_texts(study, cost)) == (None, ("$1M", ""))
    assert likely_text(study, cost) == "no range given"


def test_where_nothing_is_drawn_nothing_is_said(plan):
    study = run_plan(plan)
    for value in study.results.values():
        assert likely_text(study, value) == value_texts(study, value)[1] == ""


def test_months_are_summed_draw_by_draw(study):
    year = months_summary(study, "operating_expense", range(12), added=True)
    assert year.low == pytest.approx(9000 * 365, rel=0.01)
    assert year.high == pytest.approx(11000 * 365, rel=0.01)
    last = months_summary(study, "operating_expense", range(12))
    assert last.high == pytest.approx(11000 * 31, rel=0.01)
    assert months_summary(study, "capital_expense", range(12)) is None


@pytest.mark.parametrize(
    ("name", "number", "low", "high", "texts"),
    [
        ("batch_at_once", 162, 71, 240, ("162", "71 to 240")),
        ("batch_at_once", 162, 71, 243, ("162", "71 to 243")),
        ("fleet_gpus", 1128, 456, 2232, ("1,128 GPUs", "456 to 2,232")),
    ],
)
def test_what_is_counted_keeps_its_digits(vocabulary, name, number, low, high, texts):
    found = number_texts(vocabulary.quantities[name], number, Summary(number, low, high), START)
    assert found == texts


def test_of_a_site_the_median_is_told_beside_the_central_case():
    site = {"power": "100 MW", "bridge": "gas engines"}
    study = run_plan(
        {"start": "2026-10-01", "horizon": "96 months", "sites": {"s": site}},
        sampling=Sampling(200),
    )
    key = "sites.s.first_power"
    found = study.results[key]
    said = median_text(study, found)
    summary = study.spread.summary(key)[0]
    assert (
        said
        == f"median {date_texts(summary.p50, (summary.low, summary.high), study.plan.start)[0]}"
    )
    assert likely_text(study, found).endswith(f"200 draws; {said}")
    # what is stated has the range that is stated
    assert median_text(study, study.results["sites.s.grid_wait"]) == ""
    assert median_text(study, study.results["plan_length"]) == ""


def test_each_end_by_itself_has_its_unit(plan):
    plan["training"] = {"base": {"cost": {"value": "$1M", "low": "$800k", "high": "$1.2M"}}}
    plan["start"] = "2026-01-01"
    study = run_plan(plan)
    assert end_texts(study, study.results["training.base.cost"]) == ("$800k", "$1.2M")
    assert end_texts(study, study.results["horizon"]) == ("", "")


@pytest.mark.parametrize(
    ("shares", "texts"),
    [
        ([0.886, 0.056, 0.039, 0.019], ["88 %", "6 %", "4 %", "2 %"]),
        ([0.25, 0.125, 0.625], ["25 %", "12 %", "63 %"]),
        ([1.0], ["100 %"]),
        ([0.996, 0.004], ["100 %", "under 1 %"]),
        ([0.5, 0.5, 0.0], ["50 %", "50 %", "0 %"]),
    ],
)
def test_shares_of_a_whole_add_up_to_it(shares, texts):
    assert percent_texts(shares) == texts
