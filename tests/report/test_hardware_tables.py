"""The table of one run and of one product: ten best, that of the plan, and why not others."""

import math

import pytest

from flopwatt.report.hardware_tables import serving_table, training_table
from flopwatt.studies.hardware import study_hardware


@pytest.fixture
def study():
    def make(**more):
        plan = {
            "start": "2026-09-01",
            "models": {"m": {"catalog": "deepseek-v3"}},
            "training": {
                "base": {"accelerator": "H800", "gpus": 256, "tokens": "100B", "mfu": "30 %"}
            },
            "products": {
                "chat": {"requests": "1M per day", "input_tokens": 2000, "output_tokens": 500}
            },
            "fleets": {"chat": {"accelerator": "16xH100", "tp": 8, "pp": 2, "tpot": "16 ms"}},
        }
        return study_hardware({**plan, **more})

    return make


def test_a_run_has_its_ten_best_and_that_of_the_plan(study, texts):
    table = training_table(study().runs[0], ["base"])
    rows = texts(table)
    assert table.title == "Training base: 256 GPUs at 30 % of the 16-bit peak"
    assert len(rows) == 11
    assert rows[-1][0] == "H800 SXM5, as planned"
    assert rows[-1][-3:] == ["not known", "not known", "14.8 MWh"]
    assert [len(row) for row in rows] == [len(table.columns)] * 11


def test_a_run_says_which_do_not_hold_its_states_and_which_are_not_known(study):
    offers, *lines = training_table(study().runs[0], ["base"]).note.splitlines()
    assert offers.startswith("Offers behind the prices: ")
    assert lines[0] == "35 more accelerators can: in --json."
    assert lines[1].startswith("Does not fit: 22; weights, gradients and optimizer need more than")
    assert lines[1].endswith("T4 and 16 more.")
    assert lines[2] == "Not known: 2; 16-bit peak of Max 1550 (Ponte Vecchio), Maia 200."


def test_a_run_without_gpus_has_no_duration(study, texts):
    run = {"accelerator": "H800", "tokens": "100B", "mfu": "30 %"}
    table = training_table(study(training={"base": run}).runs[0], ["base"])
    assert "duration" not in table.columns
    assert table.title.startswith("Training base: GPUs at 30 %")
    assert {len(row) for row in texts(table)} == {len(table.columns)}


def test_a_product_has_a_unit_of_each_accelerator(study, texts):
    product = study().products[0]
    table = serving_table(product)
    rows = {row[0]: dict(zip(table.columns, row, strict=True)) for row in texts(table)}
    own = next(one for name, one in rows.items() if "as planned" in name)
    assert own["unit"] == "16 x H100 SXM5 80GB, as planned, in 2 stages"
    best = min(row.dollars for row in product.rows if not math.isnan(row.dollars))
    assert f"{best * 1e6:.3g}" in next(iter(rows.values()))["cost per Mtoken"]
    assert table.words == ("limit",)


def test_a_product_says_the_walls_of_others(study):
    note = serving_table(study().products[0]).note
    assert "Does not fit: " in note
    assert "weights: V100 SXM2 16GB" in note
    assert "TPOT: " in note
    assert "links of Maia 100, MTIA 300, GroqChip LPU v1" in note


def test_a_product_without_requests_has_no_gpus_for_them(study, texts):
    products = {"chat": {"input_tokens": 2000, "output_tokens": 500}}
    table = serving_table(study(products=products).products[0])
    assert "GPUs" not in table.columns
    assert table.title.endswith("the cheapest unit of each accelerator at full load")
    assert {len(row) for row in texts(table)} == {len(table.columns)}


def test_a_fleet_as_planned_has_no_steps_where_its_rates_are_given(study, texts):
    rates = {"prefill_rate": "24000 tokens/s", "decode_rate": "8000 tokens/s"}
    own = {"accelerator": "8xH100", **rates}
    rows = texts(serving_table(study(fleets={"chat": own}).products[0]))
    (row,) = (row for row in rows if "as planned" in row[0])
    assert row[:5] == ["8 x H100 SXM5 80GB, as planned", "-", "given", "-", "-"]
