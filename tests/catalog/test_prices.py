"""Dated prices: the latest of each kind that held on the day, stale ones marked."""

from types import SimpleNamespace

import pytest

from flopwatt.catalog import (
    find_prices,
    find_token_prices,
    list_providers,
    load_offers,
    load_token_prices,
    market_offer,
    market_offers,
)
from flopwatt.catalog import prices as dated_prices
from flopwatt.catalog.records import Prices
from flopwatt.problems import CatalogError


def _aws(as_of, purchase="on_demand", name="p5.48xlarge"):
    return list(find_prices(name, as_of, purchase=purchase, provider="aws"))


def test_an_old_plan_finds_its_old_price():
    (then,) = _aws("2025-04")
    assert (then.price, then.as_of, then.use, then.stale) == (12.29, "2025-03-17", "history", False)
    now = {offer.region: offer.price for offer in _aws("2026-09")}
    assert now == {"us-east-1": 6.88, "eu-west-2": 8.944}


def test_between_a_cut_and_the_next_price_there_is_none_and_the_reason():
    found = find_prices("p5.48xlarge", "2025-09", purchase="on_demand", provider="aws")
    assert (len(found), found.offers) == (0, ())
    assert found.reason == (
        "the catalog holds no offer for on_demand H100 SXM5 80GB by aws on or before 2025-09-30"
    )


def test_a_stale_offer_is_marked_and_kept():
    (azure,) = find_prices("H100", "2026-09", purchase="on_demand", provider="azure")
    assert (azure.price, azure.stale) == (12.29, True)
    (problem,) = azure.problems
    assert (problem.code, problem.warning) == ("unlikely", True)
    assert problem.message == (
        "the on_demand price of H100 SXM5 80GB by azure is of 2025-03, "
        "older than 12 months on 2026-09-30"
    )


def test_offers_come_by_purchase_then_price():
    offers = list(find_prices("H100", "2026-09"))
    assert [offer.purchase for offer in offers] == sorted(
        [offer.purchase for offer in offers],
        key=["on_demand", "spot", "reserved_1y", "reserved_3y", "capacity_block"].index,
    )
    on_demand = [offer.price for offer in offers if offer.purchase == "on_demand"]
    assert on_demand == sorted(on_demand)
    assert len(on_demand) > 10


def test_a_price_of_no_machine_gives_way_to_a_newer_one_of_its_provider():
    names = {o.instance for o in find_prices("H100", "2026-09", provider="lambda")}
    assert names == {"gpu_8x_h100_sxm5", "gpu_1x_h100_sxm5"}
    (old,) = find_prices("H100", "2025-06", provider="lambda")
    assert (old.instance, old.price) == ("", 3.29)


def test_prices_move_both_ways():
    market = [find_prices("H100", day, purchase="reserved_1y", provider="market").offers[0].price
              for day in ("2025-12", "2026-09")]  # fmt: skip
    assert market == [1.7, 2.35]


def test_only_the_machine_that_was_named():
    assert {o.instance for o in find_prices("p4d.24xlarge", "2026-09")} == {"p4d.24xlarge"}


def test_capacity_blocks_are_a_way_of_buying():
    (block,) = _aws("2025-02", "capacity_block")
    assert (block.price, block.use) == (4.916, "history")


@pytest.mark.parametrize(
    ("words", "near"),
    [({"name": "H900"}, "H800"), ({"name": "H100", "purchase": "on-demand"}, "on_demand"),
     ({"name": "H100", "provider": "awss"}, "aws")],
)  # fmt: skip
def test_unknown_words_are_refused_with_the_nearest(words, near):
    with pytest.raises(CatalogError) as caught:
        find_prices(**words)
    assert caught.value.problems[0].nearest == near


def test_token_prices_by_leg_and_tier():
    found = {(p.leg, p.tier): p.price for p in find_token_prices("gemini-2.5-pro", "2026-09")}
    assert found["input", 0], found["input", 200_000] == (1.25, 2.5)
    assert found["output", 0] == 10


@pytest.mark.parametrize(("day", "price"), [("2025-06-09", 10), ("2025-06-10", 2), (None, 2)])
def test_a_token_price_holds_from_its_start(day, price):
    found = {p.leg: p.price for p in find_token_prices("o3", day)}
    assert found["input"] == price


def test_token_prices_of_one_provider_and_of_none():
    assert {p.provider for p in find_token_prices("gpt-oss-120b")} == {
        "cerebras", "fireworks", "groq",
    }  # fmt: skip
    assert {p.provider for p in find_token_prices("gpt-oss-120b", provider="groq")} == {"groq"}
    with pytest.raises(CatalogError) as caught:
        find_token_prices("gpt-9")
    assert caught.value.problems[0].nearest.startswith("gpt-")
    with pytest.raises(CatalogError):
        find_token_prices("")


def test_everything_written_down_can_be_read_back():
    assert sum(len(load_offers(provider)) for provider in list_providers()) == 174
    assert len(load_token_prices()) == 238
    batch = [p for p in load_token_prices() if p.leg == "batch"]
    assert {(p.price, p.multiplier) for p in batch} == {(None, 0.5)}


def _market(monkeypatch, *offers):
    """The market where providers ask some prices; those for caution are marked."""
    known = [
        SimpleNamespace(
            provider=name, price=price, use=use[0] if use else "default", basis="list", until=""
        )
        for name, price, *use in offers
    ]
    monkeypatch.setattr(dated_prices, "find_prices", lambda *_, **__: Prices(tuple(known), ""))
    # not what was found before
    monkeypatch.setattr(dated_prices, "market_offers", market_offers.__wrapped__)
    found = market_offer.__wrapped__("H100")
    return found and (found.provider, found.price)


@pytest.mark.parametrize(
    ("offers", "middle"),
    [
        ([("a", 3.0), ("b", 2.0), ("c", 9.0)], ("a", 3.0)),
        # of two in the middle the cheaper, of equals the first by name
        ([("a", 4.0), ("b", 2.0), ("c", 9.0), ("d", 3.0)], ("d", 3.0)),
        ([("b", 2.0), ("a", 2.0)], ("a", 2.0)),
        # five regions of one provider are one voice
        ([("a", 9.0), ("a", 8.0), ("a", 7.0), ("b", 2.0), ("c", 3.0)], ("c", 3.0)),
        ([("a", 9.0), ("b", 1.0, "caution"), ("c", None), ("d", 3.0)], ("d", 3.0)),
        ([("b", 1.0, "caution")], None),
        ([], None),
    ],
)
def test_the_market_is_the_offer_in_the_middle(monkeypatch, offers, middle):
    assert _market(monkeypatch, *offers) == middle


def test_the_market_on_a_day():
    # the cheapest of each: 2.29, 2.45, 2.94, 2.95, 2.99, 3.58, 3.90, 3.99, 6.88, 10, 10.98, 12.29
    now = market_offer("H100", "2026-09")
    assert (now.provider, now.price) == ("mithril", 3.5825)
    then = market_offer("H100", "2025-02")
    assert (then.provider, then.as_of) == ("lambda", "2025-02-28")
    assert market_offer("H800", "2026-09") is None


def test_the_market_of_other_ways_to_buy():
    # of a year the index and the list price of one cloud, of spot not the cheapest zone: 0.80,
    # 1.00, 1.25, 1.60, 2.34, 4.27; blocks had an end, and are told of a day before it alone
    year, spot = (market_offer("H100", "2026-09", way) for way in ("reserved_1y", "spot"))
    assert (year.provider, year.price) == ("market", 2.35)
    assert (spot.provider, spot.price) == ("nebius", 1.25)
    assert market_offer("H100", "2025-03", "capacity_block").price == 4.916
    assert market_offer("H100", "2026-09", "capacity_block") is None


def test_the_market_has_each_providers_cheapest():
    """Five providers rent an MI300X by the hour, the third is the middle; one an MI325X."""
    offers = market_offers("MI300X", "2026-09")
    assert [offer.provider for offer in offers] == ["tensorwave", "vultr", "crusoe", "azure", "oci"]
    assert market_offer("MI300X", "2026-09") == offers[2]
    assert [offer.provider for offer in market_offers("MI325X", "2026-09")] == ["tensorwave"]
    assert market_offers("H800", "2026-09") == ()
