"""Words of fleets: a unit and its layout, the last month of a series."""

from flopwatt.report.fleet_texts import (
    chosen_fleets,
    follows_load,
    last_cell,
    unit_text,
    without,
    word_of,
)
from flopwatt.report.records import Cell


def only(study):
    (fleet,) = chosen_fleets(study)
    return fleet


def test_fleets_of_a_study_or_those_named(fleets):
    study = fleets(names=("a", "b"))
    assert [one.name for one in chosen_fleets(study)] == ["a", "b"]
    assert [one.name for one in chosen_fleets(study, ["b", "c"])] == ["b"]


def test_a_unit_says_how_the_model_is_divided(fleets):
    assert unit_text(only(fleets(fleet={"gpus": "1"}))) == "1 GPU"
    assert unit_text(only(fleets(fleet={"gpus": "8", "tp": "2", "pp": "2"}))) == (
        "8 GPUs, tp 2, pp 2, dp 2"
    )
    named = {"gpus": None, "accelerator": "8xH200 SXM"}
    mixtral = fleets(fleet=named, models={"m": {"catalog": "mixtral-8x7b"}})
    assert unit_text(only(mixtral)) == "8 x H200 SXM, tp 8, ep 8"
    # a model without experts has none to divide
    dense = fleets(fleet=named, models={"m": {"catalog": "llama-3.1-70b"}})
    assert unit_text(only(dense)) == "8 x H200 SXM, tp 8"


def test_words_and_whether_capacity_follows_the_load(fleets):
    fleet = only(fleets())
    assert word_of(fleet, "capacity") == "fixed"
    assert not follows_load(fleet)
    assert follows_load(only(fleets(fleet={"capacity": "follows load"})))


def test_of_a_series_the_last_month_less_what_the_head_says(fleets):
    study = fleets({"growth": "20 %/month"})
    assert last_cell(study, "fleets.chat.fleet.gpus", " GPUs") == Cell(
        "78", "fleets.chat.fleet.gpus"
    )
    assert last_cell(study, "fleets.chat.gpus").text == "2"
    assert last_cell(study, "fleets.chat.ttft.expected").text == "not known"
    assert without(Cell("5 days", "k", "4 days to 6 days"), " days") == Cell("5", "k", "4 to 6")
