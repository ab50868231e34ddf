"""Assets of a plan: the example's figures, where they stand, and offers set against them."""

from pathlib import Path

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.assets import assets_of, offers_against
from flopwatt.studies.run import run_plan

EXAMPLE = Path(__file__).parents[2] / "examples" / "own-h100.yaml"
ACCELERATOR = "H100 SXM5 80GB"


@pytest.fixture(scope="module")
def example():
    return run_plan(EXAMPLE)


def plan(**asset):
    return {"start": "2026-09-01", "assets": {"a": {"accelerator": ACCELERATOR, **asset}}}


@pytest.mark.parametrize(
    ("name", "capital", "together"),
    [("five-years", 1.18, 1.91), ("three-years", 1.51, 2.24), ("six-years", 0.92, 1.65)],
)
def test_the_reference_computation_within_one_per_cent(example, name, capital, together):
    """An HGX H100 at $276k: colocation 0.37, energy 0.11 and operation 0.24 in all three."""
    hour = {"capital": capital, "colocation": 0.37, "energy": 0.11, "operating": 0.24}
    for part, dollars in hour.items():
        value = example.results[f"assets.{name}.hour.{part}"]
        # the parts are told in whole cents
        assert value.central * 3600 == pytest.approx(dollars, abs=0.00501)
    value = example.results[f"assets.{name}.owned_hour_price"]
    assert value.central * 3600 == pytest.approx(together, rel=0.01)


@pytest.mark.parametrize(
    ("price", "provider", "share"),
    [(2.35, "market", 0.81), (3.99, "lambda", 0.48), (6.88, "aws", 0.28)],
)
def test_the_use_to_break_even_against_three_rents(example, price, provider, share):
    """Against the offers of the catalog, and against the same rent given in the plan."""
    (asset,) = assets_of(example.plan, example.results, ["five-years"])
    (found,) = (
        one for one in offers_against(asset)
        if (one.offer.provider, one.offer.price) == (provider, price)
    )  # fmt: skip
    assert found.break_even == pytest.approx(share, abs=0.005)
    assert not found.stale
    rent = {"assets.five-years.rent": f"${price} per GPU-hour"}
    given = run_plan(EXAMPLE, rent).results["assets.five-years.break_even"]
    assert given.central == pytest.approx(found.break_even)


def test_each_provider_has_one_offer_of_each_kind_the_cheapest_first(example):
    asset = assets_of(example.plan, example.results)[0]
    found = [(one.offer.purchase, one.offer.provider) for one in offers_against(asset)]
    assert len(found) == len(set(found)) > 10
    assert {purchase for purchase, _ in found} == {"on_demand", "reserved_1y", "reserved_3y"}
    demand = [one for one in offers_against(asset) if one.offer.purchase == "on_demand"]
    assert [one.break_even for one in demand] == sorted(
        (o.break_even for o in demand), reverse=True
    )
    assert any(one.stale for one in demand)


def test_where_an_asset_stands():
    """Rented space, unless a site is given; both together only if it says which."""

    def space(**asset):
        results = run_plan(plan(**asset)).results
        hour = {part: results[f"assets.a.hour.{part}"].central
                for part in ("space", "site", "colocation")}  # fmt: skip
        return next(part for part in ("site", "colocation") if hour[part] == hour["space"])

    site, rate = {"capital": "$10k per kW"}, "$100 per kW-month"
    assert space() == "colocation"
    assert space(site=site) == "site"
    assert space(housing="own site") == "site"
    assert space(site=site, colocation=rate, housing="colocation") == "colocation"
    with pytest.raises(PlanError, match="a rate of colocation and a site of its own"):
        run_plan(plan(site=site, colocation=rate))


def test_an_old_price_of_the_catalog_is_told_and_one_of_the_plan_is_not():
    (told,) = run_plan(plan()).warnings
    assert told.field == "assets.a.server_price"
    assert "older than 12 months" in told.message
    assert not run_plan(plan(server_price="$250k")).warnings


def test_without_an_accelerator_there_is_nothing_to_rent_instead():
    bare = {"server_price": "$250k", "gpus_per_server": 8, "power": "1.4 kW per GPU"}
    study = run_plan({"start": "2026-09-01", "assets": {"a": bare}})
    (asset,) = assets_of(study.plan, study.results)
    assert asset.accelerator == ""
    assert not list(offers_against(asset))


def test_what_cannot_be_priced_has_no_use_to_break_even():
    study = run_plan(plan(accelerator="MI300X"))
    (asset,) = assets_of(study.plan, study.results)
    assert {one.break_even for one in offers_against(asset)} == {None}


def test_assets_beside_models_and_products_change_nothing_of_them():
    work = {
        "start": "2026-01-01",
        "models": {"m": {"params": "7B"}},
        "training": {"r": {"cost": "$1M"}},
        "products": {"p": {"cost_per_day": "$10k"}},
    }
    with_asset = work | {"assets": {"a": {"accelerator": "H200 SXM"}}}
    alone, beside = run_plan(work).results, run_plan(with_asset).results
    every = alone.keys()
    for key in every:
        assert beside[key].central == alone[key].central
