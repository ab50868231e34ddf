"""When a crossing is likely to come: one sentence for every way the draws can fall out."""

import re

import pytest

from flopwatt.report.build import build_report
from flopwatt.report.crossover import answer_text, crossover_section
from flopwatt.report.likely import likely, likely_aside
from flopwatt.report.ranges import likely_text
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan


def ranged(value, low, high):
    return {"value": value, "low": low, "high": high}


@pytest.fixture
def answer(plan):
    """The answer and the last two cells of a product's row, given what the product says."""

    def make(**product):
        plan["products"]["chat"] = product
        study = run_plan(plan, sampling=Sampling(2000))
        (row,) = crossover_section(study).tables[0].rows[:1]
        return answer_text(study), row[-2:]

    return make


def test_a_date_and_where_it_is_likely_to_lie(answer):
    text, (days, date) = answer(cost_per_day=ranged("$10k", "$9k", "$11k"))
    assert text.startswith("chat passes its training bill on 11 April 2026, likely between ")
    assert "April 2026." in text
    assert "never" not in text
    assert days.text == "100 days" or days.text.startswith("100.0")
    assert " to " in days.range
    assert date.text == "11 Apr 2026"
    assert date.range.endswith("Apr")


def test_a_few_draws_in_which_it_never_comes(answer):
    text, (_, date) = answer(cost_per_day=ranged("$2k", "$0.7k", "$5k"))
    assert ", likely between " in text
    assert "of draws never." in text
    assert "%" in text
    assert " to " in date.range


def test_a_split_outcome_is_told_as_a_count(answer):
    text, (days, date) = answer(cost_per_day=ranged("$1k", "$0.3k", "$3k"))
    assert " of 100 draws never, otherwise likely between " in text
    assert days.range.endswith("to never")
    assert date.range.startswith("never in ")
    assert date.range.endswith(" of 100")


def test_what_does_not_come_centrally_may_come_after_all(answer):
    text, (days, date) = answer(cost_per_day=ranged("$0.4k", "$0.1k", "$2k"))
    assert "does not pass its training bill within the plan" in text
    assert " of 100 draws it does, likely between " in text
    assert days.text == "never"
    assert date.range.startswith("comes in ")


def test_it_may_have_come_before_the_plan(answer):
    spent = ranged("$0.5M", "$0.1M", "$1.5M")
    text, (days, date) = answer(cost_per_day="$10k", spent_before=spent, launch="2025-12-01")
    assert " of 100 draws before the plan, otherwise likely between " in text
    assert days.range.startswith("already to ")
    assert date.range.startswith("before in ")


def test_a_launch_that_moves_moves_the_date_and_not_the_days(plan):
    plan["products"]["chat"]["launch"] = ranged("2026-02-01", "2026-01-15", "2026-03-01")
    study = run_plan(plan, sampling=Sampling(2000))
    found = likely(study, "products.chat.")
    assert found.all.high - found.all.low == pytest.approx(45 * 86_400, rel=0.05)
    (row,) = crossover_section(study).tables[0].rows[:1]
    assert row[-2].range == ""
    assert row[-1].range in ("24 Apr to 9 Jun", "25 Apr to 9 Jun")


def test_all_products_together_have_their_range_too(plan):
    plan["products"]["code"] = {"cost_per_day": ranged("$10k", "$9k", "$11k")}
    report = build_report(run_plan(plan, sampling=Sampling(500)))
    assert "Together they pass all training spend on 20 February 2026, likely" in report.lede
    assert "code passes its training bill" in report.answer


def test_without_draws_nothing_is_added(plan):
    study = run_plan(plan)
    assert likely(study, "products.chat.") is None
    assert answer_text(study) == "chat passes its training bill on 11 April 2026."


def test_beside_a_crossover_stands_how_often_it_comes(plan):
    plan["products"]["chat"] = {"cost_per_day": ranged("$0.4k", "$0.1k", "$1.2k")}
    study = run_plan(plan, sampling=Sampling(2000))
    value = study.results["products.chat.crossover"]
    said = likely_aside(study, value, "products.chat.")
    assert re.fullmatch(r"comes in \d+ of 100, between .+", said)
    told = likely_text(study, value)
    assert (
        re.fullmatch(r"never in \d+ %; comes in \d+ % of 2,000 draws", told) or "to never" in told
    )
