"""Recipes of published models: the method, what it leaves out, and the bytes that come of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.quantisation import METHODS, read_recipe
from flopwatt.architecture.read import read_architecture
from flopwatt.architecture.recipe import Place, read_names
from flopwatt.architecture.records import Part, Tensor
from flopwatt.architecture.weight_bytes import WeightBytes, weight_bytes
from flopwatt.problems import PlanError

LLAMA_3_8B: dict[str, Any] = {
    "model_type": "llama",
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "vocab_size": 128256,
    "torch_dtype": "bfloat16",
}
LLAMA_70B = {**LLAMA_3_8B, "hidden_size": 8192, "intermediate_size": 28672,
             "num_hidden_layers": 80, "num_attention_heads": 64}  # fmt: skip
LLAMA_405B = {**LLAMA_3_8B, "hidden_size": 16384, "intermediate_size": 53248,
              "num_hidden_layers": 126, "num_attention_heads": 128}  # fmt: skip
MATRICES, OTHERS, ROWS = 6_979_321_856, 1_050_939_392, 1_376_256  # of the 8B, in values and rows
COLUMNS = 32 * (6 * 4096 + 14336)
SHAPES = json.loads((Path(__file__).parent / "quantised.json").read_text(encoding="utf-8"))
GPT_OSS, QWEN3_235B, DEEPSEEK_V3 = (
    SHAPES[name] for name in ("gpt-oss-120b", "qwen3-235b", "deepseek-v3")
)
BLOCKS = {"quant_method": "fp8", "weight_block_size": [128, 128], "scale_fmt": "ue8m0"}
KIMI_IGNORE = ["lm_head", "re:.*self_attn.*", "re:.*shared_experts.*",
               r"re:.*mlp\.(gate|up|gate_up|down)_proj.*"]  # fmt: skip


def stored(config: dict[str, Any], **more: Any) -> WeightBytes:
    found = open_config({**config, **more})
    return weight_bytes(read_architecture(found), read_recipe(found))


def quantised(settings: dict[str, Any]) -> WeightBytes:
    return stored(LLAMA_3_8B, quantization_config=settings)


def weights(**settings: Any) -> dict[str, Any]:
    """Settings of compressed-tensors with one group."""
    layout = settings.pop("format")
    inputs = settings.pop("inputs", None)
    group = {"targets": ["Linear"], "weights": settings, "input_activations": inputs}
    return {
        "quant_method": "compressed-tensors",
        "format": layout,
        "config_groups": {"group_0": group},
        "ignore": ["lm_head"],
    }


def test_published_files() -> None:
    # the file totals of the makers; DeepSeek's with its module for a second token
    assert stored(GPT_OSS).total == 65_248_815_744
    assert stored(QWEN3_235B).total == 236_445_455_360
    assert stored(DEEPSEEK_V3, quantization_config=BLOCKS).total == 688_574_839_360
    assert stored(LLAMA_3_8B).total == 16_060_522_496


def test_fbgemm_of_llama_405b() -> None:
    """The first release: 16 key-value heads, all attention and two layers' MLP in 16 bits.

    An engine on 8 GPUs said 57.75 GiB on each.
    """
    left = [f"model.layers.{place}.self_attn" for place in range(126)]
    left += ["model.layers.0.mlp", "model.layers.125.mlp", "lm_head"]
    settings = {"quant_method": "fbgemm_fp8", "modules_to_not_convert": left}
    found = stored(LLAMA_405B, num_key_value_heads=16, quantization_config=settings)
    assert found.total / 2**30 / 8 == pytest.approx(57.75, rel=0.001)  # type: ignore[operator]


METHOD_BYTES: list[tuple[dict[str, Any], int]] = [
    ({"quant_method": "awq", "bits": 4, "group_size": 128}, 5_727_854_592),
    ({"quant_method": "fp8", "activation_scheme": "static"}, MATRICES + 8 * 224 + 2 * OTHERS),
    (
        {"quant_method": "bitsandbytes", "load_in_8bit": True},
        MATRICES + 4 * ROWS + 224 + 2 * OTHERS,
    ),
    (
        {"quant_method": "bitsandbytes", "load_in_4bit": True, "bnb_4bit_quant_type": "nf4",
         "bnb_4bit_use_double_quant": True},
        5_702_540_160,
    ),
    (
        weights(format="float-quantized", num_bits=8, type="float", strategy="channel"),
        MATRICES + 2 * ROWS + 2 * OTHERS,
    ),
    (
        weights(format="pack-quantized", num_bits=4, type="int", strategy="group",
                group_size=32, symmetric=True),
        MATRICES // 2 + MATRICES // 16 + 16 * 224 + 2 * OTHERS,
    ),
    (
        weights(format="nvfp4-pack-quantized", num_bits=4, type="float", group_size=16,
                inputs={"dynamic": "local"}),
        MATRICES // 2 + MATRICES // 16 + 8 * 224 + 2 * OTHERS,
    ),
    ({"quant_method": "eetq"}, MATRICES + 2 * ROWS + 2 * OTHERS),
    (
        {"quant_method": "hqq", "quant_config": {"weight_quant_params": {"nbits": 4}}},
        MATRICES // 2 + MATRICES // 16 + 2 * OTHERS,
    ),
    (
        {"quant_method": "torchao", "quant_type": {"default": {
            "_type": "Int4WeightOnlyConfig", "_data": {"group_size": 64}}}},
        MATRICES // 2 + MATRICES // 16 + 2 * OTHERS,
    ),
    (
        {"quant_method": "quark", "exclude": ["lm_head"], "global_quant_config": {
            "weight": {"dtype": "fp4", "qscheme": "per_group", "group_size": 32}}},
        MATRICES // 2 + MATRICES // 32 + 2 * OTHERS,
    ),
    # embedding and head too
    ({"group_size": 64, "bits": 4}, (MATRICES + 2 * 128256 * 4096) * 9 // 16 + 2 * 65 * 4096),
    # GPTQ holds the group of each input column beside what AWQ holds
    ({"quant_method": "gptq", "bits": 4, "group_size": 128}, 5_727_854_592 + 4 * COLUMNS),
    ({"quant_method": "auto-round", "bits": 4, "group_size": 128,
      "packing_format": "auto_round:auto_awq"}, 5_727_854_592),
    ({"quant_method": "quanto", "weights": "int8"}, MATRICES + 2 * ROWS + 2 * OTHERS),
    ({"quant_method": "bitnet"}, MATRICES // 4 + 2 * 224 + 2 * OTHERS),
    (
        {"quant_method": "fbgemm_fp8", "modules_to_not_convert": ["lm_head"]},
        MATRICES + 4 * ROWS + 4 * 224 + 2 * OTHERS,
    ),
    ({"quant_method": "mxfp4"}, 2 * (MATRICES + OTHERS)),  # experts alone, and there are none
    (
        {"quant_method": "modelopt", "quant_algo": "FP8", "ignore": ["lm_head"]},
        MATRICES + 8 * 224 + 2 * OTHERS,
    ),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "expected"), METHOD_BYTES)
def test_methods(settings: dict[str, Any], expected: int) -> None:
    assert quantised(settings).total == expected


def test_a_file_beside_the_config() -> None:
    own = {"quant_algo": "FP8", "kv_cache_quant_algo": "FP8", "exclude_modules": ["lm_head"]}
    config = {**LLAMA_70B, "hf_quant_config": {"quantization": own}}
    assert stored(config).total == 72_656_376_192
    assert read_recipe(open_config(config)).kv == "fp8"


def test_experts_in_four_bits_and_attention_as_it_was() -> None:
    own = {
        "quant_algo": "NVFP4",
        "group_size": 16,
        "exclude_modules": ["lm_head", "model.layers.*.self_attn*", "model.layers.61*"],
    }
    found = stored(DEEPSEEK_V3, hf_quant_config={"quantization": own})
    matrices, each = 58 * 256 * 3, 2048 * 7168
    assert found.experts == matrices * (each * 9 // 16 + 8)
    attention = [kind for kind in found.kinds if kind.part is Part.ATTENTION]
    assert {kind.format for kind in attention} == {"bf16"}
    assert {kind.format for kind in found.kinds if kind.stack == "predictor"} <= {"bf16", "fp32"}


def test_experts_of_a_format_of_their_own() -> None:
    # with four-bit experts, scales that are powers of two are stored in 8 bits
    settings = {**BLOCKS, "expert_dtype": "fp4"}
    found = stored(DEEPSEEK_V3, quantization_config=settings)
    assert found.experts == 58 * 256 * 3 * 2048 * 7168 * 17 // 32
    output = next(kind for kind in found.kinds if kind.name == "self_attn.o_proj.weight")
    assert output.bytes == 61 * (7168 * 16384 + 56 * 128)


def test_experts_that_were_quantised_again() -> None:
    # DeepSeek-V4 of NVIDIA: one FP8 scale per 16 values, and two of 32 bits per matrix
    settings = {**BLOCKS, "quant_algo": "MIXED_PRECISION", "moe_quant_algo": "NVFP4"}
    found = stored(DEEPSEEK_V3, quantization_config=settings)
    assert found.experts == 58 * 256 * 3 * (2048 * 7168 * 9 // 16 + 8)


def test_patterns_tell_experts_from_dense_layers() -> None:
    settings = weights(format="pack-quantized", num_bits=4, strategy="group", group_size=32)
    settings["ignore"] = KIMI_IGNORE
    found = stored(DEEPSEEK_V3, quantization_config=settings)
    text = [kind for kind in found.kinds if kind.stack == "decoder"]
    packed = {kind.name for kind in text if kind.format == "int4 g32"}
    assert packed >= {f"mlp.experts.{name}_proj.weight" for name in ("gate", "up", "down")}
    assert all("mlp.experts." in name for name in packed)


def test_mixed_precision_names_each_module() -> None:
    own = {f"model.layers.{place}.mlp.up_proj": {"quant_algo": "FP8"} for place in range(32)}
    settings = {
        "quant_method": "modelopt",
        "quant_algo": "MIXED_PRECISION",
        "quantized_layers": own,
        "kv_cache_scheme": {"num_bits": 8, "type": "float"},
    }
    found = quantised(settings)
    formats = {kind.name: kind.format for kind in found.kinds}
    assert formats["mlp.up_proj.weight"] == "fp8"
    assert formats["mlp.down_proj.weight"] == "bf16"


@pytest.mark.parametrize(("word", "kv"), [("FP8", "fp8"), ("nvfp4", "nvfp4"), ("INT8", "int8")])
def test_a_scheme_of_cached_values_in_a_word(word, kv):
    settings = {"quant_algo": "FP8", "kv_cache_scheme": word}
    config = open_config({**LLAMA_3_8B, "quantization_config": settings})
    assert read_recipe(config).kv == kv


@pytest.mark.parametrize(
    ("listed", "fits"),
    [
        ("gate", True),
        ("model.layers.3.mlp.gate", True),
        ("model.language_model.layers.3.mlp.gate", True),
        ("model.layers.*.mlp.router", True),
        ("*.gate", True),
        ("model.layers.3*", True),
        ("re:.*mlp.gate$", True),
        ("model.layers.3.block_sparse_moe.gate", True),
        ("model.layers.33.mlp.gate", False),
        ("model.layers.3.mlp.gate_proj", False),
        ("gat", False),
        ("re:.*mlp.gate_proj$", False),
        ("lm_head", False),
    ],
)
def test_names(listed: str, fits: bool) -> None:
    tensor = Tensor("mlp.gate.weight", Part.ROUTER, (8, 64), matmul=True)
    assert read_names([listed]).fit(tensor, Place(layer=3, layers=40)) is fits


def test_a_missing_dtype_is_assumed_and_said() -> None:
    recipe = read_recipe(open_config({k: v for k, v in LLAMA_3_8B.items() if k != "torch_dtype"}))
    assert recipe.plain.name == "bf16"
    assert [one.key for one in recipe.assumed] == ["torch_dtype"]


@pytest.mark.parametrize(
    "settings",
    [
        {"quant_method": "aqlm"},
        {"quant_method": "gptq", "bits": 5},
        {"quant_method": "gptq", "bits": "4"},
        {"quant_method": "bitsandbytes"},
        {"quant_method": "fp8", "weight_block_size": [0, 128]},
        {"quant_method": "awq", "modules_to_not_convert": [1]},
        {"quant_method": "compressed-tensors"},
        {"quant_method": "modelopt", "quant_algo": "W9"},
        {"quant_method": "torchao", "quant_type": {"default": "x"}},
        {"quant_method": "quark", "global_quant_config": {"weight": {"dtype": "int3"}}},
        weights(format="unheard-of", num_bits=4),
        weights(format="float-quantized", num_bits=6, type="float"),
        {**weights(format="int-quantized", num_bits=8), "ignore": ["re:[("]},
        {"some": "thing"},
        "fp8",
    ],
)
def test_what_is_not_read_is_refused(settings: Any) -> None:
    with pytest.raises(PlanError):
        read_recipe(open_config({**LLAMA_3_8B, "quantization_config": settings}))


def test_an_unknown_method_names_those_that_are_read() -> None:
    config = {**LLAMA_3_8B, "quantization_config": {"quant_method": "gptqq"}}
    with pytest.raises(PlanError) as caught:
        read_recipe(open_config(config))
    problem = caught.value.problems[0]
    assert (problem.code, problem.nearest) == ("unknown-name", "gptq")
    assert all(method in problem.allowed for method in METHODS)


def test_an_unknown_dtype_is_refused() -> None:
    with pytest.raises(PlanError):
        read_recipe(open_config({**LLAMA_3_8B, "torch_dtype": "int8"}))
