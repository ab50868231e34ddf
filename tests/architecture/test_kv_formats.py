"""Bytes that decoding keeps: per token, per GPU, per sequence, in every format."""

from fractions import Fraction
from typing import Any

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.formats import BF16, FP32
from flopwatt.architecture.kv_formats import (
    CacheBytes,
    cache_bytes,
    kv_format,
    kv_formats,
    read_cache_formats,
    state_bytes,
)
from flopwatt.architecture.quantisation import read_recipe
from flopwatt.architecture.records import Architecture, Cache, Layer, Stack, State
from flopwatt.problems import PlanError

LATENT = Cache(1, 512, 64, split=False)
INDEX = Cache(1, 128, 0, split=False, index=True)


def made(*caches: Cache, layers: int = 1, state: State | None = None) -> Architecture:
    layer = Layer("made", (), (), caches, state)
    return Architecture("made", Stack((layer,) * layers), 1, 1, False)


def kept(*caches: Cache, layers: int = 1, dtype: str = "16-bit") -> CacheBytes:
    return cache_bytes(made(*caches, layers=layers), kv_format(dtype))


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [
        ("fp32", 128),
        ("bf16", 64),
        ("16-bit", 64),
        ("fp8_e5m2", 32),
        ("int8", 32),
        ("q8_0", 34),
        ("q4_0", 18),
        ("nvfp4", 18),
        ("mxfp4", 17),
    ],
)
def test_32_values(dtype: str, expected: int) -> None:
    assert kept(Cache(1, 16, 16), dtype=dtype).growing == expected


@pytest.mark.parametrize(
    ("layers", "cache", "expected"),
    [
        (32, Cache(8, 128, 128), 131_072),  # Llama-3.1-8B
        (80, Cache(8, 128, 128), 327_680),  # Llama-2-70B
        (61, LATENT, 70_272),  # DeepSeek-V3: one latent, no factor of two
    ],
)
def test_models(layers: int, cache: Cache, expected: int) -> None:
    assert kept(cache, layers=layers).growing == expected


def test_a_latent_of_blocks() -> None:
    # 61 x 576 x 34 / 32 bytes for 32,768 tokens, as an engine for such files prints
    found = kept(LATENT, layers=61, dtype="q8_0")
    assert found.of_sequence(32_768) == 1_223_294_976


def test_sparse_latents() -> None:
    """Of two engine logs: 43.67 GiB held 975,424 tokens with their index, 54.52 without."""
    both = kept(LATENT, INDEX, layers=61, dtype="fp8_ds_mla")
    alone = kept(LATENT, layers=61, dtype="fp8_ds_mla")
    assert both.growing == 61 * (656 + 132)
    assert alone.growing == 61 * 656
    assert 975_424 * both.growing / 2**30 == pytest.approx(43.67, abs=0.01)
    assert 1_462_784 * alone.growing / 2**30 == pytest.approx(54.52, abs=0.01)


def test_an_index_is_kept_in_its_own_format() -> None:
    assert kept(INDEX).growing == kept(INDEX, dtype="fp8").growing == 132


def test_fp8_ds_mla_is_plain_for_heads() -> None:
    assert kept(Cache(8, 128, 128), dtype="fp8_ds_mla").growing == 2048


def test_parallel_gpus_divide_heads_down_to_one() -> None:
    found = kept(Cache(8, 128, 128), layers=80)
    assert [found.on_gpu(count) for count in (1, 4, 8, 16)] == [327_680, 81_920, 40_960, 40_960]
    assert kept(Cache(3, 128, 128)).on_gpu(2) == 1024
    assert kept(LATENT, layers=61).on_gpu(8) == 70_272


def test_windows_and_what_grows() -> None:
    found = kept(Cache(16, 128, 128), Cache(16, 128, 128, reach=4096), layers=23)
    assert (found.growing, found.limited) == (188_416, 188_416)
    assert found.of_sequence(8192) == 2_315_255_808  # Gemma-2-27B
    assert found.of_sequence(8192, windows=False) == 2 * 188_416 * 8192
    assert (found.split, found.whole) == (376_832, 0)


def test_cross_attention_keeps_the_encoders_tokens() -> None:
    found = kept(Cache(4, 64, 64), Cache(4, 64, 64, cross=True))
    assert (found.growing, found.cross, found.on_gpu(2)) == (1024, 1024, 512)


def test_an_encoder_keeps_nothing() -> None:
    layer = Layer("made", (), (), (Cache(4, 64, 64),))
    model = Architecture("made", Stack((layer,)), 1, 1, False, causal=False)
    assert cache_bytes(model, kv_format("bf16")).growing == 0


def test_states_are_kept_in_their_own_format() -> None:
    model = made(state=State(1000, 100, 0), layers=3)
    found = state_bytes(model, FP32, BF16)
    assert (found.recurrent, found.conv, found.total) == (12_000, 600, 12_600)


@pytest.mark.parametrize(
    ("more", "kv", "state"),
    [
        ({}, "16-bit", "bf16"),
        ({"mamba_ssm_cache_dtype": "float32"}, "16-bit", "fp32"),
        ({"mamba_ssm_dtype": "float32"}, "16-bit", "fp32"),
        ({"hf_quant_config": {"quantization": {"kv_cache_quant_algo": "FP8"}}}, "fp8", "bf16"),
        (
            {"hf_quant_config": {"quantization": {"quant_algo": "NVFP4",
                                                  "kv_cache_quant_algo": "NVFP4"}}},
            "nvfp4",
            "bf16",
        ),
        (
            {"quantization_config": {
                "quant_method": "compressed-tensors",
                "config_groups": {"a": {"weights": {"num_bits": 8}}},
                "kv_cache_scheme": {"num_bits": 8, "type": "float"}}},
            "fp8",
            "bf16",
        ),
    ],
)  # fmt: skip
def test_formats_of_a_config(more: dict[str, Any], kv: str, state: str) -> None:
    config = open_config({"torch_dtype": "bfloat16", **more})
    found = read_cache_formats(config, read_recipe(config))
    assert (found.kv.name, found.recurrent.name, found.conv.name) == (kv, state, "bf16")


def test_every_name_is_found_and_others_are_refused() -> None:
    assert all(kv_format(name).name == name for name in kv_formats())
    assert kv_format("q4_0").value == Fraction(18, 32)
    with pytest.raises(PlanError) as caught:
        kv_format("fp9")
    assert caught.value.problems[0].nearest == "fp8"
    config = open_config({"mamba_ssm_dtype": "float7"})
    with pytest.raises(PlanError):
        read_cache_formats(config, read_recipe(config))
