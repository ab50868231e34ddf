"""Models that were published without their output matrix: to embed texts, or to classify them."""

from __future__ import annotations

import re
from dataclasses import replace

from flopwatt.architecture.config import Config
from flopwatt.architecture.records import Architecture, Part, Stack

# classes with a small head of their own in the place of the output matrix
CLASSIFIERS = re.compile(
    r".*For(Sequence|Token)Classification|.*For(QuestionAnswering|MultipleChoice)"
    r"|.*For(Process)?RewardModel|.*ForImageClassification|.*RewardModel"
)
# classes of the layers alone; others called Model hold their output matrix
BARE = re.compile(
    r"(Llama|Mistral|Mixtral|Ministral|Qwen2|Qwen2Moe|Qwen3|Qwen3Moe|Gemma|Gemma2|Gemma3Text|Phi|Phi3"
    r"|Olmo|Olmo2|GPTNeoX|GPTJ|GPT2|Bloom|Falcon|OPT|Granite|Cohere|Cohere2|StableLm|Starcoder2"
    r"|DeepseekV2|DeepseekV3|Glm|Glm4)Model"
)
DRAFTS = re.compile(r".*(Eagle\d*|Medusa|Draft).*", re.IGNORECASE)


def check_drafts(config: Config) -> None:
    """Refuse heads that draft for another model: they have one layer or none of their type."""
    for name in _classes(config):
        if DRAFTS.fullmatch(name):
            message = f"names {name}, which drafts for another model and has layers of its own"
            config.refuse("architectures", message, "the config of the model that it drafts for")


def without_head(found: Architecture, config: Config) -> Architecture:
    """The same model without the output matrix, where its class has none."""
    names = _classes(config)
    classifies = next((name for name in names if CLASSIFIERS.fullmatch(name)), None)
    bare = next((name for name in names if BARE.fullmatch(name)), None)
    if not found.causal or (classifies is None and bare is None):
        return found
    if classifies:
        config.leave_out(f"{classifies} has no output matrix; its own small head is left out")
    else:
        config.note(f"{bare} has no output matrix")
    kept = tuple(tensor for tensor in found.decoder.outer if tensor.part is not Part.HEAD)
    return replace(found, decoder=Stack(found.decoder.layers, kept), tied=False)


def _classes(config: Config) -> list[str]:
    listed = config.raw("architectures")
    return [name for name in listed if isinstance(name, str)] if isinstance(listed, list) else []
