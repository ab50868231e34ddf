"""What rows of measured serving say, and what of them is refused with a reason."""

import pytest

from flopwatt.studies.backtest import Unmodelled
from flopwatt.studies.backtest_models import Known, find_known
from flopwatt.studies.backtest_serving_rows import (
    COLUMNS,
    UnsaidError,
    count_once,
    no_truth,
    read_fit,
    read_load,
    read_rows,
)

ROW = dict.fromkeys(COLUMNS, "") | {
    **{"id": "S1", "kind": "offline_max_throughput", "hardware": "H100 SXM 80GB", "tp": "1"},
    **{"gpu_count": "1", "model": "Llama-3.1-8B", "weight_precision": "FP8"},
    **{"kv_precision": "FP8", "engine": "TensorRT-LLM", "engine_version": "0.17"},
    **{"isl": "128", "osl": "2048", "output_tok_s_total": "100", "verified": "yes"},
}


def finder(name, dtype, kv_dtype):
    return Known(f"{name} {dtype} {kv_dtype}", ()) if name == "Llama-3.1-8B" else None


def read(**cells):
    return read_fit(ROW | cells, finder)


def test_a_row_says_model_gpus_lengths_and_engine():
    fit = read()
    assert (fit.model.name, fit.accelerator.name) == ("Llama-3.1-8B fp8 fp8", "H100 SXM5 80GB")
    assert fit.given == {
        **{"fit_prompt": 128, "fit_answer": 2048, "fit_context": 2176, "engine": 2},
        **{"fit_accelerators": 1, "pipeline_parallel": 1, "tensor_parallel": 1},
    }


@pytest.mark.parametrize(
    ("cells", "sizes"),
    [
        ({"tp": ""}, {}),
        ({"gpu_count": "8", "tp": "4", "pp": "2"}, {"tensor_parallel": 4, "pipeline_parallel": 2}),
        ({"gpu_count": "8", "tp": "", "dp": "8"}, {"data_parallel": 8}),
        (
            {"gpu_count": "4", "tp": "", "ep": "4", "notes": "DEPn = attention by data"},
            {"tensor_parallel": 1, "data_parallel": 4, "expert_parallel": 4},
        ),
    ],
)
def test_gpus_divide_the_model_as_the_row_says(cells, sizes):
    given = read(**cells).given
    assert {name: given[name] for name in sizes} == sizes
    assert ("tensor_parallel" in given) == ("tensor_parallel" in sizes)


@pytest.mark.parametrize(
    ("text", "format"),
    [
        *(("FP8", "fp8"), ("NVFP4", "nvfp4"), ("FP4", "nvfp4"), ("INT8 W8A8", "int8")),
        *(("W4A16", "int4"), ("bfloat16", "bf16"), ("FP8(act)/MXFP4(w)", "mxfp4"), ("", "")),
    ],
)
def test_weights_are_held_in_the_format_of_the_row(text, format):
    assert read(weight_precision=text).model.name == f"Llama-3.1-8B {format} fp8"


def test_the_cache_is_that_of_the_model_where_the_row_says_auto():
    assert read(kv_precision="auto").model.name == "Llama-3.1-8B fp8 "


def test_four_bits_are_those_that_a_model_was_published_in():
    cells = {"weight_precision": "FP4", "gpu_count": "8", "tp": "8"}
    for name, share in (("gpt-oss-120b", 0.7), ("Llama-3.3-70B", 0.98), ("DeepSeek-R1-0528", 0.66)):
        held = {
            leaf.quantity: leaf.value
            for leaf in read_fit(ROW | cells | {"model": name}, find_known).model.leaves
        }
        assert held["four_bit_share"] == pytest.approx(share, abs=0.03)
    # of the last its maker leaves attention in 16 bits: 187 million weights in each of 61 layers
    assert held["dense_bytes"] > 2 * 61 * 187e6


@pytest.mark.parametrize(
    ("engine", "word"),
    [
        *(("vLLM (2023)", 0), ("SGLang", 1), ("TensorRT-LLM + Triton", 2), ("in-house", 3)),
        ("TensorRT 10.2.0, CUDA 12.4", 2),
    ],
)
def test_engines_go_by_the_first_word_of_theirs(engine, word):
    assert read(engine=engine).given["engine"] == word


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ({"isl": ""}, "how long prompts are"),
        ({"osl": ""}, "how long answers are"),
        ({"isl": "long"}, "column isl holds no number: long"),
        ({"isl": "0"}, "column isl holds 0"),
        ({"osl": "-5"}, "column osl holds -5"),
        ({"osl": "nan"}, "column osl holds no number"),
        ({"gpu_count": ""}, "how many GPUs"),
        ({"gpu_count": "1.5"}, "GPUs are counted"),
        ({"gpu_count": "8", "tp": ""}, "how the GPUs divide the model"),
        ({"gpu_count": "8", "tp": "", "dp": "2"}, "how many GPUs share each layer"),
        ({"gpu_count": "8", "tp": "3"}, "tp 3"),
        ({"hardware": "H9000"}, "H9000"),
        ({"hardware": "MI300X (x32), MI325X (x16)"}, "MI300X"),
        ({"model": "nothing-9b"}, "no shape of nothing-9b"),
        ({"weight_precision": "ternary"}, "no format is known by the name ternary"),
        ({"kv_precision": "huge"}, "no format is known by the name huge"),
    ],
)
def test_what_is_not_said_is_told(cells, told):
    with pytest.raises(UnsaidError) as caught:
        read(**cells)
    assert told in str(caught.value)


def test_prompts_alone_need_no_answer():
    assert read(kind="disagg_prefill", osl="").given["fit_answer"] == 1


def test_a_load_is_a_number_or_the_limit_of_the_engine():
    assert read_load(ROW).sequences is None
    assert read_load(ROW | {"concurrency_or_batch": "64"}).sequences == 64
    limited = read_load(ROW | {"concurrency_or_batch": "max_num_seqs 128"})
    assert (limited.sequences, limited.limit) == (None, 128)
    with pytest.raises(UnsaidError):
        read_load(ROW | {"concurrency_or_batch": "a few"})


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        ({}, ""),
        ({"verified": "no"}, "not verified"),
        ({"hardware": "H100 SXM 80GB (power-capped)"}, "power cap"),
        ({"notes": "treat as ambiguous", "tp": "4", "output_tok_s_total": ""}, "of one GPU"),
        ({"notes": "treat as ambiguous", "tp": "4"}, ""),
        ({"notes": "treat as ambiguous", "output_tok_s_total": ""}, ""),
    ],
)
def test_what_is_no_truth(cells, told):
    reason = no_truth(ROW | cells)
    assert (told in reason) if told else not reason


def test_of_releases_the_newest_counts():
    rows = [
        ROW | {"id": id, "engine_version": version, "output_tok_s_total": "1"}
        for id, version in (("A", "1.0"), ("B", "0.17"), ("C", "1.1+"))
    ]
    kept, *others = count_once([*rows, ROW | {"id": "D", "osl": "128"}])
    assert kept["id"] == "C"
    assert [one.id for one in others if isinstance(one, Unmodelled)] == ["B", "A"]
    assert others[-1]["id"] == "D"


def test_of_submitters_the_median_counts():
    rows = [
        ROW | {"id": id, "kind": "mlperf_offline", "isl": "", "output_tok_s_total": total}
        for id, total in (("A", "10"), ("B", "30"), ("C", "20"), ("D", "x"))
    ]
    kept, *others = count_once(rows)
    assert (kept["id"], kept["output_tok_s_total"]) == ("A", "20")
    assert len(others) == 3


def test_experts_over_gpus_that_a_row_does_not_have_are_refused():
    with pytest.raises(UnsaidError, match="experts over 7 GPUs do not divide 1"):
        read(ep="7")


def test_whether_a_value_was_verified_is_yes_or_no():
    assert no_truth(ROW) == no_truth(ROW | {"verified": ""}) == ""
    assert "not maybe" in no_truth(ROW | {"verified": "maybe"})


def test_rows_without_a_name_of_their_own_go_by_their_number(tmp_path):
    path = tmp_path / "rows.csv"
    lines = [",".join(COLUMNS)]
    for name in ("A", "", "A"):
        row = ROW | {"id": name}
        lines.append(",".join(row[column] for column in COLUMNS))
    path.write_text("\n".join(lines) + "\n")
    assert [row["id"] for row in read_rows(path)] == ["A", "number 2", "A (number 3)"]
