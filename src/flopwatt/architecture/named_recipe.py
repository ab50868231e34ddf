"""Recipes by the names that people give them: one format for a model, or one per class."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from flopwatt.architecture.formats import (
    BF16,
    FP16,
    FP32,
    MXFP4,
    MXFP8,
    Format,
    awq,
    bnb_4bit,
    bnb_int8,
    fp8_block,
    fp8_tensor,
    gptq,
    nvfp4,
    scaled,
)
from flopwatt.architecture.gguf import BLOCKS, GGUF, MIXES, gguf_recipe
from flopwatt.architecture.quantisation.floats import INSIDE
from flopwatt.architecture.recipe import (
    LINEAR,
    Keep,
    Place,
    Quantise,
    Recipe,
    Rule,
    keep_routing_bias,
)
from flopwatt.architecture.records import Part, Tensor
from flopwatt.problems import PlanError, Problem, nearest

PLAIN: Mapping[str, Format] = {
    **dict.fromkeys(("fp32", "float32"), FP32),
    **dict.fromkeys(("fp16", "float16", "half"), FP16),
    **dict.fromkeys(("bf16", "bfloat16"), BF16),
}
SMALL: Mapping[str, Format] = {  # matrices of the layers alone; all else is 16-bit
    "fp8": fp8_tensor(),
    "fp8-block": fp8_block(),
    "fp8-channel": scaled("fp8 per row", 8, (1, None)),
    "int8": scaled("int8", 8, (1, None), scale=16),
    "int4": awq(),
    "awq": awq(),
    "gptq": gptq(),
    "bnb-int8": bnb_int8(),
    "nf4": bnb_4bit(),
    "nf4-nested": bnb_4bit(nested=True),
    "mxfp4": MXFP4,
    "mxfp8": MXFP8,
    "nvfp4": nvfp4(),
}
GROUPED: Mapping[str, Callable[[int, int], Format]] = {"int4": awq, "awq": awq, "gptq": gptq}
FILES = ("f16", "gguf-bf16")
TEXT = ("decoder", "encoder", "predictor")
PLURAL = (
    *(Part.EMBEDDING, Part.POSITION, Part.EXPERT),
    *(Part.SHARED_EXPERT, Part.ROUTER, Part.NORM),
)
CLASSES: Mapping[str, tuple[Part, ...]] = {
    **{part.value: (part,) for part in Part},
    **{f"{part.value}s": (part,) for part in PLURAL},
    **{"lm head": (Part.HEAD,), "output": (Part.HEAD,), "ffn": (Part.MLP,)},
}


def named_formats() -> tuple[str, ...]:
    """Every name that a recipe may be given, in the order of their families."""
    return (*PLAIN, *SMALL, *MIXES, *FILES)


def named_recipe(text: str) -> Recipe:
    """The recipe that a person asks for: ``bf16``, ``fp8``, ``q4_k_m``, ``fp8, experts=mxfp4``.

    Small formats are of the matrices inside the layers; embedding, head, norms and routers stay
    16-bit. ``mxfp4`` is of the experts alone where a model has experts. A format of a class
    holds for all its tensors of more than one side that multiply tokens, and of a class that
    has none (norms, embedding) for all of them. Raises PlanError for an unknown name.
    """
    items = [item.strip() for item in text.split(",")]
    base = items.pop(0) if "=" not in items[0] else "bf16"
    own = tuple(_of_class(item) for item in items)
    recipe = _base(base)
    name = text if own else recipe.name
    return Recipe(name, recipe.plain, (*own, *recipe.rules), recipe.kv)


@dataclass(frozen=True)
class OfClass:
    """One class of tensors in a format, whatever the rest is in."""

    format: Format
    parts: tuple[Part, ...]

    def __call__(self, tensor: Tensor, place: Place) -> Format | None:
        """The format where the tensor is of the class."""
        if tensor.part not in self.parts or place.stack not in TEXT:
            return None
        matrices = LINEAR | {Part.ROUTER, Part.HEAD}
        matrix = tensor.matmul and len(tensor.shape) == 2
        return self.format if matrix or tensor.part not in matrices else None


def unmet_classes(recipe: Recipe, tensors: Iterable[Tensor]) -> Iterable[Problem]:
    """A warning for each class that was given a format and of which a model has no tensors."""
    every = [(tensor, Place()) for tensor in tensors]
    for rule in recipe.rules:
        if isinstance(rule, OfClass) and not any(rule(*one) for one in every):
            name = rule.parts[0]
            message = f"no tensor is stored in this format: the model has none of class {name}"
            given = f"{name}={rule.format.name}"
            yield Problem("unlikely", message, field="dtype", given=given, warning=True)


def _of_class(item: str) -> OfClass:
    name, found, format = item.partition("=")
    if not found:
        allowed = [f"{one}=..." for one in CLASSES]
        raise _refused(item, allowed, "is no class of tensors with its format")
    return OfClass(named_format(format), _class(name))


def _base(text: str) -> Recipe:
    name = _spelled(text)
    if name in PLAIN:
        return Recipe(PLAIN[name].name, PLAIN[name])
    if name in MIXES or name in FILES:
        return gguf_recipe(name)
    format = _small(name)
    if format is None:
        raise _refused(text, named_formats())
    first: tuple[Rule, ...] = (keep_routing_bias, Keep(BF16, INSIDE))
    rules: tuple[Rule, ...] = (Quantise(format),)
    if name == "mxfp4":
        experts = Quantise(format, frozenset({Part.EXPERT}))
        rules = (experts, Quantise(format, dense_only=True))
    return Recipe(format.name, BF16, (*first, *rules))


def named_format(text: str) -> Format:
    """The one format of a name; a GGUF mix is several and is refused. Raises PlanError."""
    name = _spelled(text)
    found = PLAIN.get(name) or GGUF.get(name) or _small(name)
    if found is None:
        raise _refused(text.strip(), (*PLAIN, *SMALL, *BLOCKS))
    return found


def _small(name: str) -> Format | None:
    group = re.fullmatch(r"(int4|awq|gptq)-g(\d{1,4})", name)
    if group and int(group[2]) > 0:
        return GROUPED[group[1]](4, int(group[2]))
    return SMALL.get(name)


def _spelled(text: str) -> str:
    """A name in lower case, with the hyphen or underscore that it is listed with."""
    name = text.strip().lower()
    known = {one.replace("-", "_"): one for one in (*named_formats(), *BLOCKS)}
    return known.get(name.replace("-", "_"), name.replace("_", "-"))


def _class(text: str) -> tuple[Part, ...]:
    name = re.sub(r"[-_\s]+", " ", text.strip().lower())
    if name not in CLASSES:
        raise _refused(text.strip(), CLASSES, "is no class of tensors")
    return CLASSES[name]


def _refused(
    given: str, allowed: Iterable[str], message: str = "is no format that is known"
) -> PlanError:
    names = list(allowed)
    problem = Problem(
        "unknown-name",
        message,
        field="dtype",
        given=given or "nothing",
        allowed=", ".join(names),
        nearest=nearest(given, names),
    )
    return PlanError([problem])
