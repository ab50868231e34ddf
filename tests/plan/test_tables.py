"""Values by month hold until the next."""

import pytest

from flopwatt.plan.tables import by_month
from flopwatt.studies.run import run_plan

MONTHS = ("2026-01", "2026-02", "2026-03", "2026-04")


@pytest.mark.parametrize(
    ("values", "spread"),
    [
        ([("2026-01", 1.0)], [1, 1, 1, 1]),
        ([("2026-01", 1.0), ("2026-03", 3.0)], [1, 1, 3, 3]),
        ([("2026-03", 3.0), ("2026-01", 1.0)], [1, 1, 3, 3]),
        ([("2025-06", 1.0), ("2025-09", 2.0)], [2, 2, 2, 2]),
        ([("2026-03", 3.0)], [3, 3, 3, 3]),
        ([("2026-02", 2.0), ("2027-01", 9.0)], [2, 2, 2, 2]),
    ],
)
def test_spread_over_the_months_of_the_plan(values, spread):
    assert by_month(values, MONTHS).ravel().tolist() == spread


def test_spend_follows_the_table(plan):
    plan["products"]["chat"] = {"cost_per_day": {"2026-01": "$1k", "2026-03": "$3k"}}
    results = run_plan(plan).results
    spend = results["products.chat.spend"].months
    assert spend[:3].tolist() == pytest.approx([31_000, 28_000, 93_000])
    # $59k by the end of February, then $3k a day
    assert results["products.chat.crossover"].central / 86_400 == pytest.approx(59 + 941 / 3)


@pytest.mark.parametrize(
    ("table", "code", "field"),
    [
        ("{2026-13: $1k}", "bad-date", "products.chat.cost_per_day.2026-13"),
        ("{2026-01-15: $1k}", "bad-date", "products.chat.cost_per_day.2026-01-15"),
        ("{2026-01: 5 kW}", "wrong-unit", "products.chat.cost_per_day.2026-01"),
        ("{2026-01: [$1k]}", "bad-structure", "products.chat.cost_per_day.2026-01"),
        ("{jan: $1k}", "bad-structure", "products.chat.cost_per_day"),
    ],
)
def test_what_is_wrong_with_a_table(refused, text, table, code, field):
    (problem,) = refused(text.replace("$10k", table))
    assert (problem.code, problem.field, problem.place.line) == (code, field, 7)


def test_only_what_may_change_by_month_takes_a_table(refused, text):
    (problem,) = refused(text.replace("$1M", "{2026-01: $1M}"))
    assert (problem.code, problem.field) == ("bad-structure", "training.base.cost")


@pytest.mark.parametrize(
    ("fields", "rate"),
    [
        ("cost_per_day: {2026-01: $1k}, growth: 5 %/month", "growth"),
        ("cost_per_day: {2026-01: $1k}, price_change: -5 %/month", "price_change"),
        ("requests: {2026-01: 1k per day}, cost_per_request: $1, ceiling: 9k per day", "ceiling"),
        ("requests: 1k per day, tokens_per_request: 9, token_price: {2026-01: $1/Mtok}, "
         "price_change: -5 %/month", "price_change"),
    ],
)  # fmt: skip
def test_a_rate_beside_a_table_is_refused(refused, text, fields, rate):
    (problem,) = refused(text.replace("cost_per_day: $10k", fields))
    assert (problem.code, problem.field) == ("conflict", f"products.chat.{rate}")
    assert (problem.place.line, problem.given) == (7, rate)


def test_requests_may_grow_beside_a_table_of_their_length(read, text):
    fields = (
        "requests: 1k per day, growth: 5 %/month, token_price: $1/Mtok, "
        "tokens_per_request: {2026-01: 1000 tokens, 2026-06: 2000 tokens}"
    )
    assert read(text.replace("cost_per_day: $10k", fields))


def hall(gpus):
    return run_plan({"start": "2026-11-01", "horizon": "24 months",
                     "power": {"hall": {"accelerator": "H200 SXM", "gpus": gpus}}})  # fmt: skip


def test_of_gpus_there_are_none_before_their_first_month():
    study = hall({"2027-06": "10", "2027-12": "20"})
    assert study.results["power.hall.gpus"].months.tolist() == [0] * 7 + [10] * 6 + [20] * 11
    assert study.results["power.hall.facility.peak"].months[6] == 0
    assert not study.warnings
    # a month before the plan counts from its start on
    assert hall({"2026-01": "10"}).results["power.hall.gpus"].months.tolist() == [10] * 24


def test_what_begins_beyond_the_horizon_is_told():
    study = hall({"2027-01": "10", "2030-01": "20"})
    (told,) = study.warnings
    assert (told.code, told.field) == ("unlikely", "power.hall.gpus.2030-01")
    assert "comes after the plan ends" in told.message
    assert told.allowed == "a month up to 2028-10, or a longer horizon"
    assert study.results["power.hall.gpus"].months[-1] == 10
    assert not hall({"2030-01": "10"}).results["power.hall.facility.peak"].months.any()
