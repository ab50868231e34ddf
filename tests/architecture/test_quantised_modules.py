"""Lists of modules and schemes as published files word them, family by family."""

from typing import Any

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.quantisation import read_recipe
from flopwatt.architecture.read import read_architecture
from flopwatt.architecture.records import Part
from flopwatt.architecture.weight_bytes import WeightBytes, weight_bytes
from flopwatt.problems import PlanError


def stored(config: dict[str, Any], **more: Any) -> WeightBytes:
    found = open_config({**config, **more})
    return weight_bytes(read_architecture(found), read_recipe(found))


def test_patterns_name_modules_as_the_files_of_the_family_do() -> None:
    # Gemma 4 of NVIDIA: experts stand beside the MLP that is left out, and are not inside it
    config = {
        "model_type": "gemma4_text",
        **{"hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 1},
        **{"num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16, "vocab_size": 100},
        **{"enable_moe_block": True, "num_experts": 8, "top_k_experts": 2},
        **{"moe_intermediate_size": 32, "hidden_size_per_layer_input": 0},
    }
    named = ("mlp*", "router*", "self_attn*")
    left = [f"model.language_model.layers.0.{name}" for name in named]
    quantised = {"quant_algo": "NVFP4", "exclude_modules": [*left, "lm_head"]}
    found = stored(config, quantization_config={"quant_method": "modelopt", **quantised})
    assert found.experts == 8 * 3 * (64 * 32 * 9 // 16 + 8)
    assert found.parts[Part.MLP] == 3 * 64 * 96 * 2


def test_scheme_of_cached_values_as_a_word() -> None:
    for word, kv in (("FP8", "fp8"), ("nvfp4", "nvfp4")):
        settings = {"quant_method": "modelopt", "quant_algo": "FP8", "kv_cache_scheme": word}
        config = open_config({"model_type": "llama", "quantization_config": settings})
        assert read_recipe(config).kv == kv
    settings["kv_cache_scheme"] = "odd"
    with pytest.raises(PlanError):
        read_recipe(open_config({"model_type": "llama", "quantization_config": settings}))
