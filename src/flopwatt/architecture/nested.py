"""Wrappers of several modalities: where they keep their text model, and what they leave out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flopwatt.architecture.config import Config, short
from flopwatt.architecture.decoder import FIXED_KV
from flopwatt.architecture.records import Assumed
from flopwatt.architecture.registry import load_families
from flopwatt.problems import PlanError, Problem, nearest

# where wrappers of several modalities keep the sizes of their text model
TEXT = (
    *("text_config", "llm_config", "language_config", "thinker_config", "text_model_config"),
    "llm_cfg",
)
MAX_NESTED = 4  # wrapper, thinker, text model: no published config goes deeper
TIED = "tie_word_embeddings"
# what the top says of these holds for the text model; either name of one group replaces both
INHERITED = (
    (TIED,),
    ("torch_dtype", "dtype"),
    ("quantization_config",),
    ("hf_quant_config",),
)
# the text model of wrappers that do not name its type, or keep its sizes at the top
KINDS: Mapping[str, str] = {
    **dict.fromkeys(
        ("llava", "llava_next", "llava_next_video", "vipllava", "llava_llama"), "llama"
    ),
    **dict.fromkeys(("idefics3", "smolvlm", "voxtral", "deepseek_vl"), "llama"),
    **dict.fromkeys(("llava_mistral", "idefics2", "mistral3"), "mistral"),
    **dict.fromkeys(("llava_onevision", "llava_qwen", "qwen2_audio", "internvl", "ovis2"), "qwen2"),
    **dict.fromkeys(("glm4v", "glm46v"), "glm4v_text"),
    "minicpmo": "qwen2",
    "paligemma": "gemma",
    "gemma3": "gemma3_text",
    "gemma3n": "gemma3n_text",
    "gemma4": "gemma4_text",
    "llama4": "llama4_text",
    "mllama": "mllama_text_model",
    "aya_vision": "cohere2",
    "qwen3_vl": "qwen3_vl_text",
    "qwen3_vl_moe": "qwen3_vl_moe_text",
    "qwen3_5": "qwen3_5_text",
    "qwen3_5_moe": "qwen3_5_moe_text",
}
# the type of a class whose family tells types apart, for configs that name the class alone
CLASSES: Mapping[str, str] = {
    "BailingHybridForCausalLM": "bailing_hybrid",
    "Dots1ForCausalLM": "dots1",
    **dict.fromkeys(("DistilBertModel", "DistilBertForMaskedLM"), "distilbert"),
    "Glm4MoeLiteForCausalLM": "glm4_moe_lite",
    "GlmMoeDsaForCausalLM": "glm_moe_dsa",
    "HunYuanMoEV1ForCausalLM": "hunyuan_v1_moe",
    "MiniCPM3ForCausalLM": "minicpm3",
    "MiniMaxForCausalLM": "minimax",
    "MPNetModel": "mpnet",
    "SolarOpenForCausalLM": "solar_open",
}
MINICPM: Mapping[str, str] = {"2.5": "llama", "2.6": "qwen2", "4.0": "llama", "4.5": "qwen3"}
# wrappers whose class ties the matrix where either the top or the text model says so
EITHER = (
    *("qwen2_vl", "qwen2_5_vl", "glm4v", "glm4v_moe", "glm_ocr", "paddleocr_vl"),
    *("llava", "llava_next", "llava_next_video", "llava_onevision", "vipllava"),
)
WHY = "the default of the text model's class, which a nested config leaves out"
NAMES = (
    *("hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads"),
    *("num_key_value_heads", "vocab_size"),
)
# the class defaults that published wrappers rely on, in the order of NAMES
DEFAULTS: Mapping[str, tuple[int, ...]] = {
    "llama": (4096, 11008, 32, 32, 32, 32000),
    "mistral": (4096, 14336, 32, 32, 8, 32000),
    "mllama_text_model": (4096, 14336, 40, 32, 8, 128256),
    "qwen2": (4096, 22016, 32, 32, 32, 151936),
    "qwen2_vl_text": (8192, 29568, 80, 64, 8, 152064),
    "qwen2_5_vl_text": (8192, 29568, 80, 64, 8, 152064),
    "qwen3": (4096, 22016, 32, 32, 32, 151936),
    "qwen3_vl_text": (4096, 22016, 32, 32, 32, 151936),
    "gemma": (3072, 24576, 28, 16, 16, 256000),
    "gemma2": (2304, 9216, 26, 8, 4, 256000),
    "gemma3_text": (2304, 9216, 26, 8, 4, 262208),
    "gemma3n_text": (2048, 16384, 35, 8, 2, 262400),
    "gemma4_text": (2304, 9216, 30, 8, 4, 262144),
    "ministral3": (4096, 14336, 34, 32, 8, 131072),
    "phi": (2048, 8192, 24, 32, 32, 51200),
    "phi3": (3072, 8192, 32, 32, 32, 32064),
    "granite": (4096, 11008, 32, 32, 32, 32000),
    "glm4v_text": (4096, 13696, 40, 32, 2, 151552),
    "llama4_text": (5120, 8192, 48, 40, 8, 202048),
    "cohere": (8192, 22528, 40, 64, 64, 256000),
    "cohere2": (8192, 22528, 40, 64, 64, 256000),
}


def text_config(config: Config) -> Config:
    """The object that holds the sizes of the text model: the top one, or one inside it."""
    inner, depth = config.child(*TEXT), 0
    while inner is not None and depth < MAX_NESTED:
        config = _merge(config, inner)
        inner, depth = config.child(*TEXT), depth + 1
    if inner is not None:
        name = next(name for name in TEXT if config.has(name))
        config.refuse(name, f"is nested more than {MAX_NESTED} deep", "the text model's sizes")
    named = _name(config)
    return _complete(named) if depth else named


def _merge(outer: Config, inner: Config) -> Config:
    """The inner object with what the outer one says of both."""
    data = dict(inner.data)
    for group in INHERITED:
        said = {name: outer.data[name] for name in group if outer.data.get(name) is not None}
        if said:
            data = {name: value for name, value in data.items() if name not in group} | said
    tied = (outer.raw(TIED), inner.raw(TIED))
    if tied in ((True, False), (False, True)):
        data[TIED] = outer.raw("model_type") in EITHER or tied[0]
        outer.note(f"{inner.path}{TIED} is not what the top says; taken as {data[TIED]}".lower())
    if not inner.has("model_type"):
        data["wrapper"] = outer.raw("model_type", "wrapper")
    return Config(data, inner.reading, inner.path)


def _name(config: Config) -> Config:
    """The same object with the type of its text model, where only the wrapper is named."""
    above = config.raw("model_type", "wrapper")
    if above is None:
        return _of_class(config)
    if above == "minicpmv":
        version = config.raw("version")
        kind = MINICPM.get(str(version)) if isinstance(version, str | float) else None
    else:
        kind = KINDS.get(above) if isinstance(above, str) else None
    if kind is None:
        return config
    return Config(
        {**config.data, "model_type": kind, "wrapper": above}, config.reading, config.path
    )


def _of_class(config: Config) -> Config:
    """The same object with the type of its class, where it names no type."""
    listed = config.raw("architectures")
    names = [name for name in listed if isinstance(name, str)] if isinstance(listed, list) else []
    kind = next((CLASSES[name] for name in names if name in CLASSES), None)
    if kind is None:
        return config
    return Config({**config.data, "model_type": kind}, config.reading, config.path)


def _complete(config: Config) -> Config:
    """The same object with the class defaults that wrappers are published without."""
    kind = config.raw("model_type")
    defaults = DEFAULTS.get(kind, ()) if isinstance(kind, str) else ()
    absent = {
        name: value for name, value in zip(NAMES, defaults, strict=False) if not config.has(name)
    }
    if "num_key_value_heads" in absent and kind not in FIXED_KV and defaults[3] == defaults[4]:
        del absent["num_key_value_heads"]  # as many as query heads, however many these are
    for name, value in absent.items():
        found = Assumed(config.path + name, str(value), WHY)
        config.reading.assumed.setdefault(found.key, found)
    return Config({**config.data, **absent}, config.reading, config.path)


def typed_as(config: Config, kind: str) -> Config:
    """A config read as that of another model type, inside wrappers too; as it is for none.

    Raises PlanError for a type that no family reads.
    """
    check_type(kind)
    return Config(_typed(config.data, kind), config.reading, config.path) if kind else config


def check_type(kind: str) -> None:
    """Refuse to read a model as a type that no family reads."""
    families = load_families()
    if kind and kind.lower() not in families and kind not in KINDS:
        known = sorted({name for one in families.values() for name in one.model_types})
        problem = Problem(
            "unknown-name",
            "--as names no type that is read here",
            field="read_as",
            given=short(kind),
            allowed=f"one of {len(known)} types (`flopwatt model --list`)",
            nearest=nearest(kind, known),
        )
        raise PlanError([problem])


def _typed(data: Mapping[str, Any], kind: str) -> dict[str, Any]:
    inner = {k: _typed(data[k], kind) for k in TEXT if isinstance(data.get(k), Mapping)}
    own = {} if inner else {"model_type": kind}
    return {k: v for k, v in data.items() if k != "architectures"} | inner | own
