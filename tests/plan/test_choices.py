"""Fields that name a thing of the catalog: what it gives, counts in names, what is refused."""

import pytest

from flopwatt.catalog import choose_thing, find_shape, list_things, load
from flopwatt.model.value import Rank
from flopwatt.problems import CatalogError, Place


@pytest.mark.parametrize(
    ("written", "given", "near"),
    [("''", "nothing", ""), ("A1000", "A1000", "A100"), ("x" * 999, "", "")],
)
def test_an_accelerator_that_the_catalog_lacks(refused, text, written, given, near):
    (problem,) = refused(text.replace("{cost:", f"{{accelerator: {written}, cost:"))
    assert (problem.code, problem.place) == ("unknown-name", Place("plan.yaml", 5, 23))
    assert (problem.field, problem.nearest) == ("training.base.accelerator", near)
    assert problem.given == (given or "x" * 57 + "...")
    assert "`flopwatt catalog accelerator` lists all" in problem.allowed
    assert "leave it out and give `peak: 989.4 TFLOP/s`" in problem.allowed


def test_a_catalog_thing_is_chosen_by_the_entry_that_names_it(read, text):
    plan = read(text.replace("{cost:", "{accelerator: h100-sxm, cost:"))
    (leaf,) = [leaf for leaf in plan.leaves if leaf.quantity == "accelerator_peak"]
    assert (leaf.instance, leaf.value, leaf.rank) == ("base", 989.4e12, Rank.CATALOG)
    assert leaf.origin.detail.startswith("H100 SXM5 80GB")


@pytest.mark.parametrize(
    ("fields", "count", "kind"),
    [
        ("accelerator: 8xH100", 8, "given"),
        ("accelerator: H100x8", 8, "given"),
        ("accelerator: p5.48xlarge", 8, "given"),
        ("accelerator: p5.48xlarge, gpus: 512", 512, "given"),
        ("accelerator: 8xH100, gpus: 8", 8, "given"),
    ],
)
def test_a_count_in_the_name_of_an_accelerator(given, text, fields, count, kind):
    leaves = given(text.replace("{cost:", "{" + fields + ", cost:"))
    leaf = max(
        (leaf for key, leaf in leaves.items() if key == ("accelerators", "base")),
        key=lambda leaf: leaf.rank,
    )
    assert (leaf.value, leaf.origin.kind) == (count, kind)


def test_what_an_ambiguous_name_was_taken_for(read, text):
    (warning,) = read(text.replace("{cost:", "{accelerator: H100, cost:")).warnings
    assert (warning.code, warning.field, warning.given) == (
        "unlikely",
        "training.base.accelerator",
        "H100",
    )
    assert "SXM" in warning.message


def test_a_model_of_the_catalog_by_name(read, text):
    plan = read(text.replace("{params: 70B}", "{catalog: llama-2-70b}"))
    found = [leaf for leaf in plan.leaves if leaf.instance == "m" and leaf.rank is Rank.CATALOG]
    counted = {leaf.quantity: leaf for leaf in found}
    assert counted["total_params"].value == counted["active_params"].value == 68976648192
    # its shape gives what no column holds: 2 x 80 layers x 8 heads of 128 x 2 bytes
    assert counted["growing_kv"].value == 327680
    assert {leaf.origin.kind for leaf in found} == {"catalog"}


def test_a_model_without_a_shape_gives_what_its_row_says(read, text):
    bare = next(m for m in list_things("model") if find_shape(m) is None and m.cells["total"])
    plan = read(text.replace("{params: 70B}", f"{{catalog: {bare.name!r}}}"))
    found = {leaf.quantity for leaf in plan.leaves if leaf.instance == "m"}
    assert "total_params" in found
    assert "growing_kv" not in found


def test_token_prices_of_an_api_by_name(read, text):
    plan = read(text.replace("{cost_per_day: $10k}", "{api: openai/gpt-5}"))
    found = {leaf.quantity: leaf.value * 1e6 for leaf in plan.leaves if leaf.instance == "chat"}
    assert found == pytest.approx({"input_price": 1.25, "cached_price": 0.125, "output_price": 10})


def test_a_fleet_names_an_accelerator_and_an_api_beside_it(read, text):
    fleet = "{against: openai/gpt-5, accelerator: 8xH100, api_write_price: $7/Mtoken}"
    plan = read(f"{text}\nfleets:\n  chat: {fleet}")
    assert plan.chosen["fit", "chat"].name == "H100 SXM5 80GB"
    assert plan.bought["fit", "chat"].name == "openai/gpt-5"
    found = {leaf.quantity for leaf in plan.leaves if leaf.instance == "chat"}
    assert {"api_input_price", "fit_peak", "fit_accelerators"} <= found
    assert not {"input_price", "output_price"} & found


def test_a_model_that_several_sell_needs_its_seller(refused, text):
    (problem,) = refused(text.replace("{cost_per_day: $10k}", "{api: gpt-oss-120b}"))
    assert (problem.code, problem.field) == ("unknown-name", "products.chat.api")
    assert "fireworks/gpt-oss-120b" in problem.allowed


def test_a_broken_catalog_is_not_blamed_on_the_plan(read, text, tmp_path, monkeypatch):
    (tmp_path / "accelerators.csv").write_text("name,aliases\nH100,one,two\n")
    monkeypatch.setattr(load, "DATA", tmp_path)
    load.load_things.cache_clear()
    choose_thing.cache_clear()
    try:
        with pytest.raises(CatalogError) as caught:
            read(text.replace("{cost:", "{accelerator: H100, cost:"))
    finally:
        load.load_things.cache_clear()
    (problem,) = caught.value.problems
    assert (problem.code, problem.place) == ("bad-catalog", Place("accelerators.csv", 2, 10))
