"""What releases of engines did unless told."""

import pytest

from flopwatt.studies.backtest_engines import read_engine

ROW = {
    **{"engine": "vLLM", "engine_version": "", "source": "", "max_model_len": "8192"},
    "usable_for": "config",
}


def given(**cells):
    return dict(read_engine({**ROW, **cells}).given)


@pytest.mark.parametrize("version", ["0.2.3 / 0.2.4", "0.5.3", "0.6.6+"])
def test_a_whole_context_passed_at_once_before_chunks(version):
    assert given(engine_version=version)["prefill"] == "whole"


@pytest.mark.parametrize("version", ["0.8.5", "V1 2025-09", "2026-09", ""])
def test_newer_releases_always_cut_prompts(version):
    assert given(engine_version=version) == {"engine": "vllm"}


def test_long_contexts_were_cut_first():
    assert given(engine_version="0.6.1", max_model_len="131072")["batched_tokens"] == "512 tokens"
    assert given(engine_version="0.7.0", max_model_len="")["batched_tokens"] == "2048 tokens"


def test_a_length_that_is_not_stated_is_the_models_own():
    row = {**ROW, "engine_version": "0.6.6", "max_model_len": ""}
    assert read_engine(row, 8192).given["prefill"] == "whole"
    assert "prefill" not in read_engine(row, 131072).given


def test_what_was_counted_beside_tensors():
    assert given(engine_version="0.2.4")["runtime"] == "0 GiB"
    assert given(engine_version="0.5.3")["runtime"] == "0.7 GiB"
    assert "runtime" not in given(engine_version="0.6.6")


def test_a_thread_dates_a_release_that_is_not_stated():
    assert "prefill" in given(source="vllm-project/vllm#13061")
    assert "prefill" not in given(source="vllm-project/vllm#21348")


def test_windows_were_kept_in_full_at_first():
    def windows(version):
        return read_engine({**ROW, "engine_version": version}).windows

    assert [windows(version) for version in ("0.8.5", "0.11.0")] == ["full", "windowed"]


def test_other_engines_by_name():
    assert given(engine="SGLang") == {"engine": "sglang"}
    assert given(engine="FreeToken") == {"engine": "other"}
