"""One fleet of a plan: what a unit is made of, whose it is, and its numbers."""

import pytest

from flopwatt.studies.fleet_unit import Fleet, fleets_of
from flopwatt.studies.run import load_plan, work_out


@pytest.fixture
def chat(serving):
    def make(**more):
        serving["fleets"]["chat"] |= more
        plan = load_plan(serving)
        return Fleet(plan, work_out(plan), "chat")

    return make


def test_a_unit_is_named_by_its_gpus(chat):
    fleet = chat()
    assert (fleet.key, fleet.unit) == ("fleets.chat", "8 x H100 SXM5 80GB")
    assert (fleet.of("product"), fleet.of("model")) == ("chat", "m")
    assert chat(accelerator="H100 SXM").unit == "1 x H100 SXM5 80GB"


def test_gpus_that_no_catalog_has(chat, serving):
    del serving["fleets"]["chat"]["accelerator"]
    sheet = {"peak": "900 TFLOP/s", "bandwidth": "3 TB/s", "card": "80 GiB"}
    fleet = chat(gpus="1", **sheet)
    assert (fleet.accelerator, fleet.unit, fleet.linked) == ("", "1 GPU", 8)


def test_numbers_by_month_and_what_is_known(chat):
    fleet = chat()
    assert fleet.at("gpus", 17) == 8
    assert fleet.at("fleet.units", 23) > fleet.at("fleet.units", 0)
    assert fleet.knows("ttft")
    assert not fleet.knows("api.cost")


@pytest.mark.parametrize(("name", "linked"), [("8xH100 SXM", 8), ("4xGB200", 72), ("8xL40S", 8)])
def test_links_join_so_many_gpus(chat, name, linked):
    assert chat(accelerator=name).linked == linked


def test_a_fleet_is_measured_where_both_rates_are_given(chat):
    assert not chat(decode_rate="9000 tokens/s").is_measured
    fleet = chat(decode_rate="9000 tokens/s", prefill_rate="20000 tokens/s")
    assert fleet.is_measured
    assert fleet.is_given("decode_rate")
    assert not fleet.is_given("tensor_parallel")


def test_all_fleets_of_a_plan(serving):
    serving["products"]["bot"] = serving["products"]["chat"]
    serving["fleets"]["bot"] = serving["fleets"]["chat"]
    plan = load_plan(serving)
    assert [one.name for one in fleets_of(plan, work_out(plan))] == ["chat", "bot"]


def test_an_answer_of_one_token_tells_no_time_between_two(chat, serving):
    assert chat().tells("tpot.expected")
    serving["products"]["chat"]["output_tokens"] = "1"
    fleet = chat()
    assert fleet.knows("tpot.expected")
    assert not fleet.tells("tpot.expected")
    assert fleet.tells("ttft.expected")
