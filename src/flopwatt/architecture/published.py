"""A model as somebody published it, read into values: from a config, or from the catalog."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flopwatt.architecture.activations import put_activations
from flopwatt.architecture.config import Config, open_config
from flopwatt.architecture.context import ContextLength, read_context
from flopwatt.architecture.count import Counts, lora_sides, target_names
from flopwatt.architecture.leaves import Supply, put_attention, put_context, put_counts
from flopwatt.architecture.memory_leaves import Held, put_memory
from flopwatt.architecture.named_recipe import named_format
from flopwatt.architecture.nested import text_config, typed_as
from flopwatt.architecture.read import read_architecture
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.training_leaves import put_training
from flopwatt.architecture.unread import unread_fields
from flopwatt.catalog import find_shape, find_thing, thing_leaves
from flopwatt.model.value import Leaf, Origin
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.problems import PlanError, Problem

ModelSource = str | os.PathLike[str] | Mapping[str, Any]
NAMELESS = ""  # the instance of a model that is asked about by itself
DEFAULT_DTYPE = "bf16"
BITS = 8  # of a byte
VALUE = "the value that the model was published with"
CONTEXT = f"{VALUE}, or a context to work with, such as --context 4096"
INNER = ("activations.", "training.", "attention.", "vocabulary")  # what only formulas need
MOST_TOLD = 6
# problems that take away some answers and leave others
PARTIAL = ("missing-quantity", "unknown-name")


@dataclass(frozen=True)
class Published:
    """A model as somebody published it: its config, what it is called, and who says so."""

    name: str
    config: Config | None
    origin: Origin
    leaves: tuple[Leaf, ...] = ()


@dataclass(frozen=True)
class Reading:
    """What was read of a model: its layers, its counts, and what lacks which fields."""

    published: Published
    architecture: Architecture | None
    counts: Counts | None
    context: ContextLength | None
    held: Held | None
    leaves: tuple[Leaf, ...]
    lacking: Mapping[str, frozenset[str]]
    warnings: tuple[Problem, ...]


@dataclass(frozen=True)
class Wanted:
    """How a model is to be held: formats of weights and cache, and where adapters go.

    A config of a type that is not known is ``read_as`` another with layers alike.
    """

    dtype: str = ""
    kv_dtype: str = ""
    lora_targets: Sequence[str] = ()
    read_as: str = ""


def find_published(
    source: ModelSource, vocabulary: Vocabulary, read_as: str = "", instance: str = NAMELESS
) -> Published:
    """The model that a path, a name of the catalog or Python data stands for."""
    if isinstance(source, Mapping):
        config = typed_as(open_config(source), read_as)
        return Published("config", config, Origin("counted", place="config"))
    path = Path(source)
    if isinstance(source, os.PathLike) or path.exists() or path.suffix == ".json":
        name = path.parent.resolve().name if path.name == "config.json" else path.stem
        config = typed_as(open_config(path), read_as)
        return Published(name or "config", config, Origin("counted", place=path.name))
    return find_catalogued(str(source), vocabulary, instance)


def find_catalogued(name: str, vocabulary: Vocabulary, instance: str = NAMELESS) -> Published:
    """A model of the catalog, with its shape where a source gives one."""
    thing = find_thing("model", name)
    shape = find_shape(thing)
    if shape is None:
        leaves = tuple(thing_leaves(vocabulary, "model", instance, thing))
        return Published(thing.name, None, Origin("catalog"), leaves)
    detail = f"{thing.name}, counted from its shape"
    origin = Origin("catalog", source=shape.source, as_of=shape.as_of, detail=detail)
    return Published(thing.name, open_config(shape.fields), origin)


def read_size(wanted: Wanted, size: str) -> Reading:
    """A model of which no more than the number of parameters is known: all in one format."""
    form = named_format(wanted.dtype or DEFAULT_DTYPE)
    supply = Supply(NAMELESS, Origin("counted", place="--params"))
    supply.put("bytes_per_param", form.bits / BITS, f"every weight in {form.name}")
    message = "only its size is known: what its layers decide is left out"
    allowed = "a config.json, for cache, context and arithmetic by layer"
    warning = Problem(
        "unlikely", message, field="params", given=size, allowed=allowed, warning=True
    )
    published = Published(size, None, supply.origin)
    return Reading(published, None, None, None, None, tuple(supply.leaves), {}, (warning,))


def read_published(
    published: Published, wanted: Wanted, vocabulary: Vocabulary, instance: str = NAMELESS
) -> Reading:
    """The leaves of a model from its config; those of the catalog where it has no shape."""
    if published.config is None:
        return Reading(
            published, None, None, None, None, published.leaves, {}, (_no_shape(published),)
        )
    config = published.config
    supply = Supply(instance, published.origin)
    context = read_context(text_config(config))
    put_context(supply, context)
    architecture, counts, held = None, None, None
    problems: tuple[Problem, ...] = ()
    try:
        architecture = read_architecture(config)
    except PlanError as error:
        if not supply.leaves or any(p.code not in PARTIAL for p in error.problems):
            raise
        problems = tuple(replace(problem, warning=True) for problem in error.problems)
    if architecture is not None:
        counts = put_counts(supply, architecture)
        put_attention(supply, architecture)
        put_activations(supply, architecture)
        put_training(supply, architecture)
        held = put_memory(supply, architecture, config, wanted.dtype, wanted.kv_dtype)
        _put_adapters(supply, architecture, wanted.lora_targets)
        problems = tuple(unread_fields(text_config(config)))
    warnings = (*problems, *_lacks(published, supply.lacking, vocabulary))
    return Reading(
        published,
        architecture,
        counts,
        context,
        held,
        tuple(supply.leaves),
        supply.lacking,
        warnings,
    )


def _put_adapters(supply: Supply, architecture: Architecture, targets: Sequence[str]) -> None:
    """The sides of the matrices beside which adapters are put."""
    if not targets:
        return
    sides, unmet = lora_sides(architecture, targets)
    if unmet:
        problem = Problem(
            "unknown-name",
            "no matrix of this model has this name",
            field="lora.targets",
            given=", ".join(unmet),
            allowed=", ".join((*target_names(architecture), "all-linear")),
        )
        raise PlanError([problem])
    supply.put("lora_sides", sides, f"beside {', '.join(targets)} of all layers")


def _lacks(
    published: Published, lacking: Mapping[str, frozenset[str]], vocabulary: Vocabulary
) -> tuple[Problem, ...]:
    """What cannot be answered, by the fields that would answer it."""
    asked: dict[frozenset[str], list[str]] = {}
    for quantity, names in lacking.items():
        asked.setdefault(names, []).append(vocabulary.quantities[quantity].key)
    return tuple(
        Problem(
            "missing-quantity",
            f"not known without it: {_some(keys)}",
            published.config.reading.file.place(min(names)) if published.config else None,
            ", ".join(sorted(names)),
            given="nothing",
            allowed=CONTEXT if keys == ["context_length"] else VALUE,
            warning=True,
        )
        for names, keys in asked.items()
    )


def _some(keys: Sequence[str]) -> str:
    """The keys that people ask for, the first few of them."""
    asked = [key for key in keys if not key.startswith(INNER)] or list(keys)
    more = len(asked) - MOST_TOLD
    return ", ".join(asked[:MOST_TOLD]) + (f" and {more} more" if more > 0 else "")


def _no_shape(published: Published) -> Problem:
    message = "the catalog knows the counts of this model and not its shape"
    allowed = "the path of its config.json, for memory and arithmetic by layer"
    return Problem("unlikely", message, given=published.name, allowed=allowed, warning=True)
