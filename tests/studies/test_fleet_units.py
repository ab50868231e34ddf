"""The same product on several units: what is changed, what is made, and what stays."""

import pytest

from flopwatt.problems import CatalogError, PlanError
from flopwatt.studies.fleet_units import load_fleets, try_units, with_unit
from flopwatt.studies.run import run_plan, work_out


@pytest.fixture
def tried(serving):
    def make(*units, **more):
        plan, names = load_fleets(serving, made=True, **more)
        return list(try_units(plan, names, units))

    return make


def test_each_unit_is_the_plan_with_that_unit(tried, serving):
    (found,) = tried("8xH200 SXM")
    del serving["fleets"]["chat"]["price"]
    serving["fleets"]["chat"]["accelerator"] = "8xH200 SXM"
    known = run_plan(serving).results
    own = found.study.results
    assert (found.unit, found.wall) == ("8 x H200 SXM", "none")
    for key in ("batch.at_once", "ttft.expected", "fleet.units", "fleet.cost", "price"):
        assert own[f"fleets.chat.{key}"].months.tolist() == pytest.approx(
            known[f"fleets.chat.{key}"].months.tolist()
        )


def test_what_is_said_of_other_gpus_is_not_carried_over(serving):
    """Neither memory that one sheet has and the other has not, nor the price."""
    plan, _ = load_fleets(serving)
    changed = work_out(with_unit(plan, "chat", "8xMI300X"))
    assert "fleets.chat.card.shown" not in changed
    assert changed["fleets.chat.card.label"].central == 192e9
    assert changed["fleets.chat.batch.memory"].central > 500
    # what the market asked, where it is known
    own = "fleets.chat.price"
    assert own not in changed or changed[own].origin.kind == "catalog"


RATES = {"prefill_rate": "73700 tokens/s", "decode_rate": "14800 tokens/s"}


@pytest.mark.parametrize(
    ("on", "origin"), [("8xH100 SXM", "given"), ("4xH100 SXM", "computed"), ("8xH200", "computed")]
)
def test_rates_are_those_of_the_unit_they_were_measured_on(serving, on, origin):
    serving["fleets"]["chat"] |= RATES
    plan, _ = load_fleets(serving)
    changed = work_out(with_unit(plan, "chat", on))
    assert changed["fleets.chat.decode_rate"].origin.kind == origin
    assert changed["fleets.chat.prefill_rate"].origin.kind == origin


def test_rates_that_are_set_hold_for_every_unit(serving):
    plan, names = load_fleets(serving, {f"fleets.chat.{key}": rate for key, rate in RATES.items()})
    (found,) = try_units(plan, names, ["8xH200"])
    assert found.study.results["fleets.chat.decode_rate"].central == 14_800


def test_more_of_the_same_gpus_keep_what_is_said_of_them(serving):
    serving["fleets"]["chat"]["link"] = "100 GB/s"
    plan, _ = load_fleets(serving)
    changed = work_out(with_unit(plan, "chat", "4xH100 SXM"))
    assert changed["fleets.chat.gpus"].central == 4
    assert changed["fleets.chat.link"].central == 100e9
    assert changed["fleets.chat.price"].origin.kind == "given"


def test_what_is_set_holds_for_every_unit(serving):
    settings = {"fleets.chat.price": "$9 per GPU-hour"}
    plan, names = load_fleets(serving, settings)
    for found in try_units(plan, names, ["8xH200 SXM", "8xMI300X"]):
        price = found.study.results["fleets.chat.price"]
        assert price.central * 3600 == pytest.approx(9)


def test_a_unit_that_cannot_serve_is_told_beside_the_others(tried, serving):
    serving["fleets"]["chat"]["ttft"] = "200 ms"
    good, slow, small, odd, none = tried("8xH100 SXM", "8xA100", "H100 SXM", "6xH100 SXM", "H1000")
    walls = [one.wall for one in (good, slow, small, odd, none)]
    assert walls == ["none", "TTFT", "weights", "layout", "unknown name"]
    assert good.study is not None
    assert slow.study is small.study is odd.study is none.study is None
    assert "time to the first token" in slow.problems[0].message
    assert "`accelerator: " in small.problems[0].allowed
    assert "do not divide 64 query heads" in odd.problems[0].message


def test_a_price_that_is_not_known_keeps_no_unit_from_being_told(tried, serving):
    serving["fleets"]["chat"]["ttft"] = "2 s"
    (found,) = tried("32xTPU v5p")
    assert found.study is not None
    assert "fleets.chat.fleet.units" in found.study.results
    assert "fleets.chat.fleet.cost" not in found.study.results


def test_a_product_without_a_fleet_gets_one(serving):
    del serving["fleets"]
    serving["products"]["bot"] = serving["products"]["chat"]
    plan, names = load_fleets(serving, {"fleets.bot.ttft": "1 s"}, "bot", made=True)
    assert names == ("bot",)
    assert plan.population.names("fit") == ("bot",)
    (found,) = try_units(plan, names, ["8xH100 SXM"])
    assert found.study.results["fleets.bot.ttft"].central == 1
    assert load_fleets(serving, made=True)[1] == ("chat", "bot")


def test_a_made_fleet_takes_no_name_that_another_has(serving):
    serving["products"]["bot"] = serving["products"]["chat"]
    serving["fleets"] = {"bot": serving["fleets"]["chat"] | {"product": "chat"}}
    _, names = load_fleets(serving, product="bot", made=True)
    assert names == ("bot-fleet",)


@pytest.mark.parametrize(
    ("product", "made", "code"),
    [("chat", False, "missing-section"), (None, False, "missing-section"),
     ("chta", False, "unknown-name"), ("chta", True, "unknown-name")],
)  # fmt: skip
def test_what_cannot_be_asked(serving, product, made, code):
    del serving["fleets"]
    with pytest.raises(PlanError) as caught:
        load_fleets(serving, product=product, made=made)
    (problem,) = caught.value.problems
    assert problem.code == code
    assert "chat" in f"{problem.allowed} {problem.nearest}"


def test_a_unit_that_no_catalog_has(serving):
    plan, _ = load_fleets(serving)
    with pytest.raises(CatalogError, match="no accelerator of this name"):
        with_unit(plan, "chat", "8xH1000")


def test_a_unit_of_more_or_fewer_gpus_is_laid_out_anew(serving):
    """Replicas and stages of a unit of four are none of one of eight; those of as many stay."""
    serving["fleets"]["chat"] |= {"accelerator": "4xH200", "tp": "2", "pp": "2"}
    found, (name,) = load_fleets(serving)
    given = {"tensor_parallel", "pipeline_parallel"}
    eight, four = (
        {leaf.quantity for leaf in with_unit(found, name, on).leaves if leaf.instance == name}
        for on in ("8xH200 SXM", "4xH100 SXM")
    )
    assert not eight & given
    assert given <= four
