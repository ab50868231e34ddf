"""A model on some GPUs as a report: the budget line by line, and what breaks it."""

import pytest

from flopwatt.architecture.published import Wanted
from flopwatt.report.fit import (
    FOR_TRAINING,
    budget_section,
    build_fit_report,
    capacity_section,
    floor_section,
    training_section,
    verdict,
)
from flopwatt.studies.fit import study_fit

H100 = "H100 SXM5 80GB"
BIG = "llama-3.1-70b"


@pytest.fixture
def held():
    """The study of a model on some GPUs, how it was read, and what for."""

    def study(source, train=None, model=None, **given):
        return study_fit(source, Wanted(), model or {}, given, train)

    return study


def numbers(table):
    return {row[1].key: row[2].text for row in table.rows}


def test_the_budget_adds_up_to_what_the_engine_may_use(held):
    study, *_ = held(BIG, accelerator=f"8x{H100}", context="8192 tokens")
    memory, cache = budget_section(study).tables
    told = {key: int(text.replace(",", "")) for key, text in numbers(memory).items()}
    parts = ("weights", "activations", "other", "cache")
    assert sum(told[f"fit.{part}"] for part in parts) == pytest.approx(told["fit.usable"], abs=4)
    assert told["fit.headroom"] == pytest.approx(told["fit.cache"] - told["fit.need"], abs=2)
    # 80 layers, one of 8 heads of 128 on each GPU, at 16 bits
    assert numbers(cache)["fit.cache_bytes_per_token"] == "40,960"
    assert numbers(cache)["fit.cache_bytes_per_sequence"] == "335,544,320"
    assert "90 %" in memory.note


def test_what_is_short_is_negative_in_both_units(held):
    study, *_ = held(BIG, accelerator=H100)
    rows = {row[1].key: row[1].text for row in budget_section(study).tables[0].rows}
    assert rows["fit.cache"].count("-") == 2


def test_what_the_cache_holds(held):
    study, *_ = held(BIG, accelerator=f"16x{H100}", dp="2", context="8192 tokens")
    (table,) = capacity_section(study).tables
    told = {row[1].key: row[1].text for row in table.rows}
    tokens = int(told["fit.tokens"].replace(",", ""))
    # of each of two replicas, whole sequences alone
    assert int(told["fit.sequences"]) == 2 * (tokens // 2 // 8192)
    assert "2 replicas" in table.note


def test_floors_and_a_load(held):
    study, *_ = held(BIG, accelerator=f"8x{H100}", request_rate="20 request/s",
                     request_time="9 s")  # fmt: skip
    floors, load = floor_section(study).tables
    told = {row[1].key: row[1].text for row in floors.rows}
    assert told["fit.decode_floor_stored"] == "5.27 ms"
    assert [row[1].key for row in load.rows] == ["fit.in_flight"]
    assert "180" in load.rows[0][1].text


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"accelerator": f"8x{H100}"}, "It fits"),
        ({"accelerator": H100}, "It does not fit: weights take 141 GB"),
        ({"accelerator": f"2x{H100}", "prefill": "whole"}, "It does not fit: activations"),
        ({"accelerator": f"4x{H100}", "wanted": "5"}, "the cache, not the weights, breaks it"),
        ({"accelerator": f"4x{H100}", "wanted": "5"}, "3 sequences of 131,072 tokens fit"),
    ],
)
def test_the_verdict_names_what_breaks_it(held, given, said):
    study, _, purpose = held(BIG, **given)
    assert said in verdict(study, purpose)


def test_a_sequence_too_long_has_the_longest_that_fits(held):
    study, _, purpose = held("llama-3.1-8b", accelerator="RTX 4090", context="131072 tokens")
    said = verdict(study, purpose)
    assert "Not one sequence of 131,072 tokens fits" in said
    longest = study.results["fit.largest_context"].central
    assert 0 < longest < 131_072
    assert f"one of {longest:,.0f} does" in said


def test_a_size_alone_says_what_it_can(held):
    study, _, purpose = held(None, model={"params": "7B params"}, accelerator=H100)
    said = verdict(study, purpose)
    assert "14 GB" in said  # two bytes each
    assert "config.json" in said
    study, _, purpose = held(None, model={"params": "70B params"}, accelerator=H100)
    assert verdict(study, purpose).startswith("It does not fit: weights")


def test_training_is_told_line_by_line(held):
    study, *_ = held("llama-2-7b", "mixed", accelerator=f"8x{H100}", tp="1", context="4096 tokens",
                     **{"training.zero": "3"})  # fmt: skip
    _, table = training_section(study).tables
    told = {key: int(text.replace(",", "")) for key, text in numbers(table).items()}
    # 16 bytes for each of 6.738 billion parameters over 8 GPUs; the last norm is not worth a line
    states = sum(told[f"fit.training.{part}"] for part in ("weights", "gradients", "optimizer"))
    assert states == pytest.approx(16 * 6_738_415_616 / 8, rel=1e-5)
    more = sum(
        told[f"fit.training.{part}"] for part in ("activations", "moment", "buffers", "copies.held")
    )
    assert told["fit.training.peak"] == pytest.approx(states + more, abs=8)
    assert told["fit.training.headroom"] == pytest.approx(
        told["fit.card"] - told["fit.training.need"], abs=2
    )


@pytest.mark.parametrize(
    ("gpus", "said"), [("1", "It does not fit: training takes"), ("8", "It fits: training takes")]
)
def test_the_verdict_on_training(held, gpus, said):
    study, _, purpose = held("llama-2-7b", "mixed", accelerator=H100, gpus=gpus, tp="1",
                             context="4096 tokens", **{"training.zero": "3"})  # fmt: skip
    assert purpose == FOR_TRAINING
    assert verdict(study, purpose).startswith(said)


def test_the_report_says_how_the_model_is_divided(held):
    report = build_fit_report(*held(BIG, accelerator=f"8x{H100}", tp="4", dp="2"))
    assert report.title == "Llama 3.1 70B"
    assert report.subtitle.startswith(f"8 x {H100}, tp 4")
    assert "dp 2" in report.subtitle
    assert [section.id for section in report.sections] == ["budget", "holds", "floors"]
    assert report.document["results"]["fit.wall"]["value"] == "none"
    assert report.known(report.example)
    assert report.explain("fit.tokens").key == "fit.tokens"


def test_the_speed_of_calls_is_told_where_their_lengths_are(held):
    lengths = {"prompt": "3000 tokens", "answer": "300 tokens"}
    ids = [one.id for one in build_fit_report(*held(BIG, accelerator=f"8x{H100}")).sections]
    assert "step" not in ids
    found = build_fit_report(*held(BIG, accelerator=f"8x{H100}", **lengths))
    assert [one.id for one in found.sections] == [*ids[:2], "step", *ids[2:]]
    trained = build_fit_report(*held(BIG, "mixed", accelerator=f"8x{H100}", **lengths))
    assert "step" not in [one.id for one in trained.sections]
