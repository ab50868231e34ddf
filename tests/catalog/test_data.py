"""The data rule: every row of every table loads, is dated, sourced, positive and consistent."""

import re
from collections import Counter

import pytest

from flopwatt.catalog import (
    describe_table,
    list_providers,
    list_tables,
    list_things,
    load_offers,
    load_sources,
    load_table,
    load_things,
    load_token_prices,
)
from flopwatt.catalog.chosen import TIER, TOKEN_PRICE
from flopwatt.catalog.days import first_day
from flopwatt.catalog.grids import GRID, MEASURES, load_figures, regions_around
from flopwatt.catalog.load import load_gives
from flopwatt.units import parse_unit

TABLES = list_tables()
ACCELERATORS = list_things("accelerator")
MODELS = [model for model in list_things("model") if model.cells["total"]]
MAY_BE_NONE = (TIER, "network_share")  # a pod whose power holds its network adds none
PEAKS = ["peak_fp32", "peak_tf32", "peak_fp16", "peak_bf16", "peak_fp8", "peak_fp4", "peak_int8"]


def _number(thing, column):
    return thing.fact(column).value


def _all_above(thing, *columns):
    known = [value for value in (_number(thing, column) for column in columns) if value is not None]
    return known == sorted(known, reverse=True)


@pytest.mark.parametrize("name", TABLES)
def test_the_header_and_the_units_are_those_described(name):
    grid, described = load_table(name), describe_table(name).columns
    assert grid.units == {column.name: column.unit for column in described}
    assert set(grid.columns) == set(grid.units)
    for column in described:
        assert column.meaning.endswith(".")
        if column.unit:
            parse_unit(column.unit)


@pytest.mark.parametrize("name", TABLES)
def test_every_row_is_dated_sourced_and_holds_legal_cells(name):
    columns = {column.name: column for column in describe_table(name).columns}
    sources = load_sources()
    for row in load_table(name).rows:
        for key, text in row.cells.items():
            where = (row.place(key), text)
            if columns[key].unit and text not in ("", "none"):
                assert float(text) > 0 or (key in MAY_BE_NONE and float(text) == 0), where
            if columns[key].words and text:
                assert text in columns[key].words, where
            assert text == " ".join(text.split()), where
        first_day(row.cells["as_of"])
        assert row.cells["source"].partition("#")[0] in sources
        assert len(row.cells["note"]) <= 160, row.place("note")


@pytest.mark.parametrize("name", TABLES)
def test_no_cell_names_a_place_outside_the_project(name):
    banned = re.compile(r"/(work|home|root)/|python(hosted)|pypi[.](org|python)")
    assert not [row for row in load_table(name).rows if banned.search(row.raw)]


@pytest.mark.parametrize("part", ACCELERATORS, ids=lambda part: part.name)
def test_the_figures_of_a_part_agree_with_one_another(part):
    sparse = _number(part, "sparse_times")
    assert sparse is None or 1 < sparse <= 4
    assert bool(sparse) <= (part.cells["sheet"] in ("both", "sparse"))
    both, one = _number(part, "link_both_ways"), _number(part, "link_one_way")
    assert (both is None) == (one is None)
    assert both is None or both == 2 * one
    label, shown = _number(part, "memory_label"), _number(part, "memory_reported")
    assert shown is None or 0.9 <= shown / label <= 1
    assert _all_above(part, "peak_fp4", "peak_fp8", "peak_bf16", "peak_tf32")
    assert any(_number(part, peak) for peak in PEAKS)
    assert (part.cells["own"], part.cells["rent"]) == ("no", "no") or part.cells["status"] not in (
        "captive", "custom", "not sold", "discontinued",
    )  # fmt: skip
    if part.cells["power"]:
        assert part.cells["power_basis"]


def test_dense_peaks_are_dense():
    """Each sparse headline that people quote is twice what the catalog calls the peak."""
    headlines = {"H100": 1979, "H200": 1979, "A100": 624, "B200": 4500, "L40S": 724, "MI300X": 2615}
    for name, sparse in headlines.items():
        part = next(part for part in ACCELERATORS if name in (part.name, *part.aliases))
        assert part.fact("peak_bf16").value == pytest.approx(sparse / 2, rel=0.001)
    parts = load_things("accelerator")
    assert parts["H100 SXM5 80GB"].cells["peak_bf16"] == "989.4"


def test_what_tables_give_a_plan_are_columns_and_quantities(vocabulary):
    for kind, quantities in load_gives().items():
        if kind == TOKEN_PRICE:
            columns = {TIER, *(price.leg for price in load_token_prices())}
        elif kind == GRID:
            columns = set(MEASURES)
        else:
            columns = set(list_things(kind)[0].units)
        for quantity, sources in quantities.items():
            assert quantity in vocabulary.quantities
            assert set(sources) <= columns


def test_machines_servers_and_labels_name_parts_that_exist():
    parts = load_things("accelerator")
    for kind in ("instance", "server"):
        for thing in list_things(kind):
            assert thing.cells["accelerator"] in {*parts, *([""] if kind == "server" else [])}
    for row in load_table("labels").rows:
        named = [row.cells["choice"], *row.cells["parts"].split("|")]
        assert not [name for name in named if name and name not in parts]
        assert row.cells["note"]


def test_offers_name_parts_that_exist_and_the_count_of_their_machine():
    parts = load_things("accelerator")
    machines = {(m.cells["provider"], m.name): m for m in list_things("instance")}
    for provider in list_providers():
        for offer in load_offers(provider):
            assert offer.accelerator in parts
            assert offer.price, offer
            machine = machines.get((provider, offer.instance))
            if machine:
                assert offer.count == int(machine.cells["count"])
                assert offer.accelerator == machine.cells["accelerator"]


def test_memory_is_never_a_silent_default():
    """A price recalled and not re-read is no default; parts and models say it in their note."""
    for provider in list_providers():
        assert not [
            o for o in load_offers(provider) if (o.verified, o.use) == ("memory", "default")
        ]
    assert "memory" not in {model.verified for model in MODELS}
    assert not [f for f in load_figures() if (f.fact.verified, f.use) == ("memory", "default")]


def test_every_grid_lies_within_others_up_to_the_world_and_every_figure_is_of_one():
    names = load_things("grid")
    for name in names:
        assert regions_around(name)[-1] == "World"
    assert {figure.grid for figure in load_figures()} <= set(names)
    for figure in load_figures():
        low, high = figure.low or 0, figure.high or float("inf")
        assert low <= figure.fact.value <= high


def test_offers_are_in_the_order_they_were_seen():
    for provider in list_providers():
        days = [first_day(offer.as_of) for offer in load_offers(provider)]
        assert days == sorted(days)


def test_there_is_one_offer_for_each_machine_day_and_way():
    keys = Counter(
        (o.provider, o.instance, o.accelerator, o.purchase, o.region, o.basis, o.as_of, o.count)
        for provider in list_providers()
        for o in load_offers(provider)
    )
    assert [key for key, times in keys.items() if times > 1] == []


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_active_parameters_shrink_with_the_convention(model):
    assert _all_above(model, "total", "active_all", "active_no_input", "active_no_embeddings")
    known = model.cells["active_all"] != ""
    assert known == (model.cells["convention"] != "")


def test_well_known_models_are_there_to_the_last_parameter():
    exact = [model for model in MODELS if float(model.cells["total"]) % 1000]
    assert len(exact) >= 45
    models = load_things("model")
    for name, total, active in (
        ("Llama 2 70B", 68_976_648_192, 68_976_648_192),
        ("Llama 3.1 405B", 405_853_388_800, 405_853_388_800),
        ("DeepSeek-V3", 671_026_419_200, 37_552_297_472),
        ("Mixtral 8x22B", 140_620_634_112, 39_152_031_744),
        ("GPT-3 175B", 174_604_259_328, 174_604_259_328),
    ):
        assert models[name].fact("total").value == total
        assert models[name].fact("active_all").value == active


# counted by hand from the shape: embeddings, then layers of attention, feed-forward and norms
BY_HAND = {
    "Llama 2 70B": 2 * 32000 * 8192
    + 80 * (2 * 8192 * 8192 + 2 * 8192 * 1024 + 3 * 8192 * 28672 + 2 * 8192) + 8192,
    "Llama 3.2 1B": 128256 * 2048
    + 16 * (2 * 2048 * 2048 + 2 * 2048 * 512 + 3 * 2048 * 8192 + 2 * 2048) + 2048,
    "Qwen2.5 7B": 2 * 152064 * 3584
    + 28 * (2 * 3584 * 3584 + 2 * 3584 * 512 + 3584 + 2 * 512 + 3 * 3584 * 18944 + 2 * 3584) + 3584,
    "Gemma 2 9B": 256000 * 3584
    + 42 * (2 * 3584 * 4096 + 2 * 3584 * 2048 + 3 * 3584 * 14336 + 4 * 3584) + 3584,
    "Mixtral 8x7B": 2 * 32000 * 4096
    + 32 * (2 * 4096 * 4096 + 2 * 4096 * 1024 + 8 * 3 * 4096 * 14336 + 8 * 4096 + 2 * 4096) + 4096,
    "GPT-3 175B": 50257 * 12288 + 2048 * 12288 + 96 * (12 * 12288**2 + 13 * 12288) + 2 * 12288,
}  # fmt: skip


@pytest.mark.parametrize("name", BY_HAND)
def test_the_count_by_hand_agrees(name):
    assert load_things("model")[name].fact("total").value == BY_HAND[name]
