"""How a published model is stored: its quantisation settings, or else its one format."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flopwatt.architecture.config import Config
from flopwatt.architecture.formats import BF16, FP16, FP32, Format
from flopwatt.architecture.nested import text_config
from flopwatt.architecture.quantisation import compressed, floats, integers, modelopt, quark
from flopwatt.architecture.quantisation.stored import Stored
from flopwatt.architecture.recipe import Recipe, keep_routing_bias
from flopwatt.problems import PlanError, Problem, nearest

Method = Callable[[Config, Config, Format], Stored]
METHODS: Mapping[str, Method] = {
    "gptq": integers.read_gptq,
    "gptqmodel": integers.read_gptq,
    "awq": integers.read_awq,
    "auto-round": integers.read_auto_round,
    "intel/auto-round": integers.read_auto_round,
    "bitsandbytes": integers.read_bitsandbytes,
    "hqq": integers.read_hqq,
    "eetq": integers.read_eetq,
    "quanto": integers.read_quanto,
    "torchao": integers.read_torchao,
    "bitnet": integers.read_bitnet,
    "mlx": integers.read_mlx,
    "fp8": floats.read_fp8,
    "fbgemm_fp8": floats.read_fbgemm,
    "mxfp4": floats.read_mxfp4,
    "compressed-tensors": compressed.read_compressed,
    "modelopt": modelopt.read_modelopt,
    "modelopt_fp8": modelopt.read_modelopt,
    "modelopt_fp4": modelopt.read_modelopt,
    "modelopt_mixed": modelopt.read_modelopt,
    "quark": quark.read_quark,
}
DTYPES = {
    **{"float32": FP32, "float": FP32, "fp32": FP32},
    **{"float16": FP16, "half": FP16, "fp16": FP16},
    **{"bfloat16": BF16, "bf16": BF16},
}
ASSUMED = "published models are nearly all in bfloat16"
SETTINGS = ("quantization_config", "quantization", "compression_config")


def read_recipe(config: Config) -> Recipe:
    """In which format each tensor of a published model is stored.

    Raises PlanError where the config names a method or a format that is not read here: it is
    never taken for 16-bit.
    """
    text = text_config(config)
    plain = _plain(text)
    found = _settings(config, text)
    if found is None:
        stored, name = Stored(), plain.name
    else:
        name, settings = found
        stored = METHODS[name](settings, text, plain)
    if config.reading.problems:
        raise PlanError(config.reading.problems)
    assumed = tuple(one for key, one in config.reading.assumed.items() if key.endswith("dtype"))
    rules = (keep_routing_bias, *stored.rules)
    return Recipe(stored.name or name, plain, rules, stored.kv, assumed, stored.notes)


def _plain(text: Config) -> Format:
    given = text.word("torch_dtype", "dtype", default="bfloat16", why=ASSUMED)
    found = DTYPES.get(given.removeprefix("torch.").lower())
    if found is None:
        message = "is no format that a whole model is stored in"
        place = text.place("torch_dtype" if text.has("torch_dtype") else "dtype")
        allowed = ", ".join(DTYPES)
        problem = Problem("unknown-name", message, place, "torch_dtype", given, allowed)
        raise PlanError([problem])
    return found


def _settings(config: Config, text: Config) -> tuple[str, Config] | None:
    """The method and its settings; a file beside the config comes first, as it says more."""
    beside = config.child("hf_quant_config")
    inner = beside.child("quantization") if beside else None
    if inner is not None and inner.has("quant_algo", "kv_cache_quant_algo"):
        return "modelopt", inner
    for holder in (text, config):
        for key in SETTINGS:
            settings = holder.child(key)
            if settings is not None and settings.data:
                return _method(settings), settings
    return None


def _method(settings: Config) -> str:
    given = settings.word("quant_method")
    if not given:
        given = _unnamed(settings)
    if given.lower() in METHODS:
        return given.lower()
    message = "is a way to quantise that is not read here, so the model's bytes cannot be told"
    raise PlanError(
        [
            Problem(
                "unknown-name",
                message,
                settings.place("quant_method"),
                f"{settings.path}quant_method",
                given or "nothing",
                ", ".join(METHODS),
                nearest(given, METHODS),
            )
        ]
    )


def _unnamed(settings: Config) -> str:
    """The method of settings that name none, by a key that no other method has."""
    if settings.has("quant_algo"):
        return "modelopt"
    if settings.has("load_in_4bit", "load_in_8bit"):
        return "bitsandbytes"
    if settings.has("config_groups"):
        return "compressed-tensors"
    if settings.has("bits") and settings.has("group_size"):
        return "mlx"
    return ""
