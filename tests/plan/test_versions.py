"""A run with a cadence is one run per version."""

import datetime

import pytest

from flopwatt.studies.run import run_plan


def starts(plan) -> dict[str, str]:
    study = run_plan(plan)
    names = study.plan.population.names("run")
    seconds = (study.results[f"training.{name}.start"].central for name in names)
    days = (study.plan.start + datetime.timedelta(seconds=s) for s in seconds)
    return dict(zip(names, (day.isoformat() for day in days), strict=True))


def test_versions_follow_by_the_calendar(plan):
    plan["training"]["base"] |= {"start": "2026-01-31", "every": "3 months", "versions": 4}
    assert starts(plan) == {
        "base": "2026-01-31",
        "base-v2": "2026-04-30",
        "base-v3": "2026-07-31",
        "base-v4": "2026-10-31",
    }


def test_versions_end_with_the_plan_unless_counted(plan):
    plan |= {"horizon": "12 months"}
    plan["training"]["base"]["every"] = "6 months"
    assert list(starts(plan)) == ["base", "base-v2"]
    plan["training"]["base"]["every"] = "100 days"
    assert list(starts(plan).values()) == ["2026-01-01", "2026-04-11", "2026-07-20", "2026-10-28"]


def test_every_version_has_the_bill_of_the_first(plan):
    plan["training"]["base"] |= {"every": "6 months", "versions": 3}
    results = run_plan(plan).results
    assert results["training.base-v3.cost"].central == 1e6
    # $10k a day: 100 days for the first bill; the third comes on day 365 and is met on day 365
    assert results["models.m.training_cost"].central == 3e6
    assert results["products.chat.crossover"].central / 86_400 == pytest.approx(100)


def test_a_version_keeps_its_model(plan):
    plan["models"]["n"] = {"params": "7B"}
    plan["training"]["base"] |= {"model": "n", "every": "6 months", "versions": 2}
    plan["products"]["chat"]["model"] = "m"
    results = run_plan(plan).results
    assert results["models.n.training_cost"].central == 2e6
    assert "models.m.training_cost" not in results


def test_a_name_that_is_taken(refused, text):
    both = text.replace(
        "base: {cost: $1M}", "base: {cost: $1M, every: 6 months}\n  base-v2: {cost: $1M}"
    )
    (problem,) = refused(both)
    assert (problem.code, problem.field) == ("conflict", "training.base-v2")
    assert problem.place.line == 6


@pytest.mark.parametrize(
    ("fields", "code", "field", "given"),
    [
        ("every: 1 day", "out-of-range", "training.base.every", "1 day"),
        ("every: 1 s", "out-of-range", "training.base.every", "1 s"),
        ("every: 6 months, versions: 2.5", "bad-number", "training.base.versions", "2.5"),
        ("versions: 3", "bad-number", "training.base.versions", "3"),
        ("every: 6 months, versions: 601", "out-of-range", "training.base.versions", "601"),
    ],
)
def test_what_is_no_number_of_versions(refused, text, fields, code, field, given):
    (problem,) = refused(text.replace("cost: $1M", f"cost: $1M, {fields}"))
    assert (problem.code, problem.field, problem.given) == (code, field, given)
    assert problem.place.line == 5
    assert "%" not in problem.message


def test_a_version_keeps_its_accelerator(plan):
    plan["training"]["base"] |= {"accelerator": "H100 SXM", "every": "6 months", "versions": 2}
    chosen = run_plan(plan).plan.chosen
    assert chosen["run", "base-v2"].name == chosen["run", "base"].name == "H100 SXM5 80GB"
