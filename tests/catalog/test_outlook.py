"""Forecasts, agreements and quoted figures as the tables hold them, found by name."""

import pytest

from flopwatt.catalog import find
from flopwatt.catalog.outlook import (
    END,
    find_forecasts,
    load_deals,
    load_forecasts,
    load_quoted,
    load_restatements,
)
from flopwatt.problems import CatalogError
from flopwatt.units import parse_unit


def test_every_forecast_is_of_a_metric_whose_unit_is_known():
    for one in load_forecasts():
        assert parse_unit(find("metric", one.metric).thing.cells["counted_in"]).factor
        low, high = one.ends
        assert 0 < low <= high
        assert one.value is None or low <= one.value <= high
        assert 2010 < one.year < 2060


def test_one_forecaster_says_one_thing_of_a_metric_scope_and_year():
    said = [(o.metric, o.scope, o.forecaster, o.year) for o in load_forecasts()]
    assert len(said) == len(set(said))


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ({"metric": "data-centre electricity", "scope": "US", "forecaster": "LBNL"}, 4),
        ({"metric": "TWh", "scope": "us", "forecaster": "McKinsey"}, 8),
        ({"metric": "AI GW", "year": 2027}, 2),
        ({"metric": "capex", "scope": "Meta"}, 5),
    ],
)
def test_forecasts_are_found_by_what_they_are_of(words, count):
    assert len(find_forecasts(**words)) == count


def test_a_forecaster_may_be_named_without_its_vintage():
    assert {one.forecaster for one in find_forecasts(forecaster="epri")} == {
        "EPRI 2024", "EPRI 2026", "EPRI+Epoch",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("words", "near"),
    [
        ({"metric": "AI capcity"}, "AI capacity"),
        ({"forecaster": "McKinsley"}, "McKinsey"),
        ({"scope": "Alphabat"}, "Alphabet"),
        ({"metric": "AI power", "year": 2035}, "2030"),
    ],
)
def test_what_no_forecast_has_is_refused_with_the_nearest(words, near):
    with pytest.raises(CatalogError) as caught:
        find_forecasts(**words)
    assert caught.value.problems[0].nearest == near


def test_a_lower_end_alone_is_open_above():
    (mckinsey,) = find_forecasts("inference share", "McKinsey")
    assert (mckinsey.value, mckinsey.ends) == (None, (50, END))


def test_the_total_of_an_agreement_is_about_the_sum_of_its_parts():
    meta = [deal for deal in load_deals() if deal.buyer == "Meta"]
    (total,) = (deal.power for deal in meta if deal.stage == "total")
    assert sum(deal.power for deal in meta if deal.stage != "total") == pytest.approx(
        total, rel=0.01
    )


def test_a_restatement_starts_from_a_forecast():
    for one in load_restatements():
        assert one.forecast in load_forecasts()
        assert one.to_year >= one.forecast.year


def test_quoted_figures_have_names_of_their_own_and_are_of_metrics_or_of_other_tables():
    names = [one.name for one in load_quoted()]
    assert len(names) == len(set(names))
    for one in load_quoted():
        low, high = one.ends
        assert low <= high
        if one.evidence in ("forecasts", "shares"):
            assert find("metric", one.metric)
