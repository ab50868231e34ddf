"""The document of hardware: seventy rows each, null for what is not known, and why."""

import json

import pytest

from flopwatt.report.hardware_document import hardware_document
from flopwatt.studies.hardware import study_hardware

PLAN = {
    "name": "Both",
    "start": "2026-09-01",
    "models": {"m": {"catalog": "deepseek-v3"}, "sized": {"params": "7B"}},
    "training": {
        "base": {
            "model": "m",
            "accelerator": "H800",
            "gpus": 256,
            "tokens": "100B",
            "mfu": "30 %",
        },
        "free": {"model": "m", "accelerator": "H800", "tokens": "100B", "mfu": "30 %"},
        "told": {"model": "sized", "cost": "$1M"},
    },
    "products": {
        "chat": {
            "model": "m",
            "requests": "1M per day",
            "input_tokens": 2000,
            "output_tokens": 500,
        },
        "other": {"model": "sized", "input_tokens": 10, "output_tokens": 10},
    },
}


@pytest.fixture(scope="module")
def document():
    return hardware_document(study_hardware(PLAN))


def by_name(rows):
    return {row["accelerator"]: row for row in rows}


def test_the_document_is_plain_data(document):
    text = json.dumps(document, allow_nan=False)
    assert json.loads(text) == document
    assert (document["schema"], document["plan"]) == ("flopwatt/1", "Both")


def test_every_accelerator_has_a_row_for_each(document):
    found = document["hardware"]
    assert len(found["training"]["base"]) == len(found["products"]["chat"]) == 70
    assert {len(row) for row in found["products"]["chat"]} == {25}


def test_a_run_on_one_accelerator(document):
    row = by_name(document["hardware"]["training"]["base"])["H800 SXM5"]
    assert (row["fits"], row["wall"], row["planned"]) == (True, None, True)
    assert (row["gpus"], row["gpus_at_least"]) == (256, 127)
    assert row["days"] == pytest.approx(row["gpu_hours"] / 256 / 24)
    assert row["energy_mwh"] == pytest.approx(row["gpu_hours"] * 700 / 1e6)
    assert (row["cost"], row["why"]) == (None, "no price: the catalog holds none of that day")


def test_why_says_what_does_not_fit_and_what_is_not_known(document):
    rows = by_name(document["hardware"]["training"]["base"])
    assert rows["T4"]["wall"] == "states"
    assert rows["T4"]["why"].startswith("states need 690 GPUs, and the run has 256")
    assert rows["Maia 200"]["fits"] is None
    assert rows["Maia 200"]["why"] == "not known: 16-bit peak; no price: not sold or rented"
    assert rows["Maia 200"]["days"] is rows["Maia 200"]["cost"] is None
    assert rows["Trainium1"]["why"].startswith("states need")
    free = by_name(document["hardware"]["training"]["free"])["H100 SXM5 80GB"]
    assert (free["fits"], free["why"]) == (None, "the GPUs of the run are not known")


def test_a_product_on_one_accelerator(document):
    rows = by_name(document["hardware"]["products"]["chat"])
    row = rows["H200 SXM"]
    assert (row["fits"], row["wall"], row["why"]) == (True, None, None)
    assert row["unit_gpus"] == row["tp"] * row["pp"] * row["dp"]
    assert row["planned"] is row["rates_given"] is False
    assert row["gpus"] % row["unit_gpus"] == 0
    assert row["cost_per_million_tokens"] > row["full_load_cost_per_million_tokens"] > 0
    assert 0 < row["tpot_s"] < row["ttft_s"]
    assert rows["T4"]["wall"] == "weights"
    assert rows["T4"]["why"].startswith("a unit of 64 fails at: weights")
    assert rows["Maia 100"]["fits"] is rows["Maia 100"]["wall"] is None
    assert rows["Inferentia2"]["why"].endswith("power is not known")


def test_the_best_are_whole_rows(document):
    best, found = document["hardware"]["best"], document["hardware"]
    for by in ("by_cost", "by_time", "by_energy"):
        assert best["training"]["base"][by] in found["training"]["base"]
        assert best["products"]["chat"][by] in found["products"]["chat"]
    assert best["products"]["other"]["by_cost"] is None


def test_what_is_not_rated_says_what_to_add(document):
    lacking = document["hardware"]["not_rated"]
    assert lacking.keys() == {"training.told", "products.other"}
    assert lacking["products.other"].startswith("to add: `config: ")
    assert document["hardware"]["training"]["told"] == []


def test_a_price_has_the_offers_that_it_is_the_middle_of(document):
    rows = by_name(document["hardware"]["products"]["chat"])
    assert rows["MI325X"]["price_offers"] == [
        {"provider": "tensorwave", "price_per_gpu_hour": 1.95, "as_of": "2026-05-18"}
    ]
    prices = [one["price_per_gpu_hour"] for one in rows["MI300X"]["price_offers"]]
    assert prices == [1.5, 1.85, 3.45, 6, 6]
    assert rows["MI300X"]["price_per_gpu_hour"] == 3.45
    assert rows["H800 SXM5"]["price_offers"] == []
