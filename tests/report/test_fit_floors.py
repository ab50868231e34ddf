"""Floors say what a step is, and add up."""

import pytest

from flopwatt.architecture.published import Wanted
from flopwatt.report.fit_floors import floor_section
from flopwatt.studies.fit import study_fit

H100 = "H100 SXM5 80GB"


def held(**given):
    given = {"accelerator": f"8x{H100}", "context": "8192 tokens", **given}
    return study_fit("llama-3.1-70b", Wanted(), {}, given)[0]


def test_a_step_is_the_sum_of_what_it_reads():
    study = held(wanted="20", tp="4")
    value = {key: study.results[f"fit.{key}"].central for key in (
        "decode_floor", "decode_cache_floor", "decode_step", "decode_tokens")}  # fmt: skip
    assert value["decode_step"] == value["decode_floor"] + value["decode_cache_floor"]
    assert value["decode_tokens"] == pytest.approx(20 / value["decode_step"])
    (table,) = floor_section(study).tables
    assert "20 sequences of 8,192 tokens, 10 on a GPU at once" in table.note


def test_stages_do_not_shorten_a_step():
    one, two = held(tp="4", gpus="4", accelerator=H100), held(tp="4", pp="2")
    for key in ("fit.decode_floor", "fit.decode_cache_floor", "fit.decode_floor_stored"):
        assert two.results[key].central == pytest.approx(one.results[key].central)


def test_attention_makes_a_prompt_slower():
    results = held().results
    weights, both = (results[f"fit.prefill_floor{x}"].central for x in ("", "_attention"))
    assert 1.05 < both / weights < 1.1
