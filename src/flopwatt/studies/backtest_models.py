"""Which model a row of a published table means, and the formats it names."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flopwatt.architecture.published import Wanted, find_catalogued, read_published
from flopwatt.model.value import Leaf
from flopwatt.problems import FlopwattError
from flopwatt.studies.nameless import vocabulary_of

# what publishers add to a name without changing a shape
ADDED = re.compile(
    r"[-_ ](instruct|chat|it|hf|base|awq|gptq|int4|int8|fp8|fp16|bf16|nvfp4|mxfp4|dynamic|"
    r"w4a16|w8a8|w8a16|bnb|4bit|8bit|4-bit|8-bit|gguf|turbo|quantized|thinking|2507|kv)"
    r"(?=$|[-_ .])",
    re.I,
)
# models that are another one trained further: pattern, the one whose shape they have, and the
# context that they were published for where it is another
KIN: tuple[tuple[str, str, int | None], ...] = (
    (r"code-?llama-7b", "Llama 2 7B", 16384),
    (r"code-?llama-13b", "Llama 2 13B", 16384),
    (r"deepseek-r1-distill-qwen-14b", "Qwen2.5 14B", 131072),
    (r"deepseek-r1-distill-qwen-32b", "Qwen2.5 32B", 131072),
    (r"deepseek-r1-distill-llama-8b", "Llama 3.1 8B", 131072),
    (r"deepseek-r1-distill-llama-70b", "Llama 3.1 70B", 131072),
    (r"qwq-32b(-preview)?", "Qwen2.5 32B", 131072),
    (r"qwen2\.5-coder-32b", "Qwen2.5 32B", 32768),
    (r"qwen2\.5-coder-14b", "Qwen2.5 14B", 32768),
    (r"qwen2\.5-coder-7b", "Qwen2.5 7B", 32768),
    (r"qwen2-72b", "Qwen2.5 72B", 32768),
    (r"qwen3-coder-30b-a3b", "Qwen3 30B-A3B", 262144),
    (r"(meta-)?llama-3-8b", "Llama 3 8B", 8192),
    (r"(meta-)?llama-3-70b", "Llama 3 70B", 8192),
    (r"(meta-)?llama-3\.3-70b", "Llama 3.3 70B", 131072),
    (r"vicuna-7b(-v1\.5)?", "Llama 2 7B", 4096),
    (r"vicuna-13b(-v1\.5)?", "Llama 2 13B", 4096),
    (r"deepseek-v3\.1|deepseek-v3-0324|deepseek-r1-0528|deepseek-r1", "DeepSeek-V3", 163840),
    (r"kimi-k2(-0905)?", "Kimi K2", None),
    (r"mistral-7b-v0\.2|mistral-7b", "Mistral 7B v0.3", 32768),
)
# what a publisher's small format leaves in 16 bits, by the name a table gives the model
RECIPES = ((re.compile(r"meta-llama/.*-fp8$", re.I), "bf16, mlp=fp8"),)
FORMATS = (
    ("fp8", "fp8"),
    ("nvfp4", "nvfp4"),
    ("mxfp4", "mxfp4"),
    ("int8|w8a8|w8a16|8-?bit", "int8"),
    ("int4|awq|gptq|w4a16|4-?bit|nf4", "int4"),
    ("bf16|bfloat16", "bf16"),
    ("fp16|float16|half|16-?bit", "fp16"),
)


@dataclass(frozen=True)
class Known:
    """A model with its leaves, and its published context where that of the leaves is another."""

    name: str
    leaves: Sequence[Leaf]
    context: int | None = None

    @property
    def longest(self) -> float | None:
        """The context it was published for, where that is known."""
        own = (leaf.value for leaf in self.leaves if leaf.quantity == "context_length")
        return self.context or next((float(value) for value in own), None)


Finder = Callable[[str, str, str], "Known | None"]


def read_format(text: str) -> str:
    """The format that a cell names, as formats are named here; empty where it names none."""
    lower = text.lower()
    found = ((re.search(pattern, lower), name) for pattern, name in FORMATS)
    return next((name for match, name in found if match), "")


def plain_name(name: str) -> str:
    """A model's name without its owner, its quantisation and what it was tuned for."""
    name = re.sub(r"\(.*?\)", "", name).strip().rpartition("/")[2]
    previous = ""
    while previous != name:
        previous, name = name, ADDED.sub("", name).strip("-_ ")
    return name


def find_known(name: str, dtype: str, kv_dtype: str) -> Known | None:
    """A model of the catalog by the name a table gives it, held in the formats it names."""
    plain, vocabulary = plain_name(name), vocabulary_of("model")
    dtype = next((recipe for pattern, recipe in RECIPES if pattern.search(name)), dtype)
    kin = next((found for found in KIN if re.fullmatch(found[0], plain, re.I)), None)
    tries = ([kin[1]] if kin else []) + [plain, re.sub(r"(?i)^meta-", "", plain)]
    for one in tries:
        try:
            reading = read_published(
                find_catalogued(one, vocabulary), Wanted(dtype, kv_dtype), vocabulary
            )
        except FlopwattError:
            continue
        if reading.architecture is not None:
            return Known(reading.published.name, reading.leaves, kin[2] if kin else None)
    return None
