"""Single facts as of a day: known, not known, stale, or younger than the day."""

import datetime

import pytest

from flopwatt.catalog import find_fact
from flopwatt.catalog.days import first_day
from flopwatt.catalog.facts import age_problems, read_limit
from flopwatt.problems import CatalogError


def test_a_fact_has_a_value_a_unit_a_date_and_a_source():
    fact = find_fact("accelerator", "H100", "bandwidth", "2026-09")
    assert (fact.thing, fact.value, fact.unit) == ("H100 SXM5 80GB", 3.35, "TB/s")
    assert (fact.as_of, fact.source, fact.problems) == ("2026-08", "aiconfigurator-systems", ())


def test_links_are_kept_apart_by_direction():
    both = find_fact("accelerator", "H100", "link_both_ways").value
    assert (both, find_fact("accelerator", "H100", "link_one_way").value) == (900, 450)


@pytest.mark.parametrize(
    ("name", "column", "value"), [("H100", "peak_bf16", 989.4), ("V100", "peak_fp16", 125)]
)
def test_a_quantity_of_the_plan_names_the_column_it_comes_from(name, column, value):
    fact = find_fact("accelerator", name, "accelerator_peak")
    assert (fact.quantity, fact.value) == (column, value)


def test_what_is_not_known_comes_back_with_the_reason():
    fact = find_fact("accelerator", "MI455X", "power")
    assert (fact.value, fact.text) == (None, "not known")
    assert fact.reason == "no source in the catalog states power of MI455X (Helios)"
    assert find_fact("accelerator", "Max 1550 (Ponte Vecchio)", "accelerator_peak").value is None
    assert find_fact("accelerator", "T4", "peak_bf16").reason == "T4 has no peak_bf16"
    assert find_fact("model", "GPT-4o", "total").reason.endswith("states total of GPT-4o")


def test_a_stale_fact_warns_and_is_given_all_the_same():
    fact = find_fact("accelerator", "H100", "power", datetime.date(2027, 9, 1))
    (problem,) = fact.problems
    assert (fact.value, problem.code, problem.warning) == (700, "unlikely", True)
    assert "is of 2026-08, older than 12 months on 2027-09-01" in problem.message


def test_a_fact_read_after_the_day_says_so():
    (problem,) = find_fact("accelerator", "H100", "power", "2025-03").problems
    assert problem.message.endswith("is of 2026-08, after the day asked for")


def test_a_property_that_no_table_keeps():
    with pytest.raises(CatalogError) as caught:
        find_fact("accelerator", "H100", "bandwith")
    (problem,) = caught.value.problems
    assert (problem.code, problem.nearest) == ("unknown-name", "bandwidth")
    assert "peak_bf16" in problem.allowed


def test_without_a_day_nothing_is_stale():
    assert age_problems("1999", None, "it", "stale_facts") == ()


@pytest.mark.parametrize(("day", "stale"), [("2026-01-01", False), ("2026-01-02", True)])
def test_the_limit_is_kept_to_the_day(day, stale):
    found = age_problems("2025-01-01", first_day(day), "it", "stale_prices")
    assert bool(found) == stale


def test_limits_are_read_in_the_unit_asked_for():
    assert read_limit("stale_prices", "month") == 12
    assert read_limit("highest_of_median") == 3
