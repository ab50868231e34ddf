"""A model by itself: read from its config or from the catalog, and all that follows."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flopwatt.architecture.activations import put_activations
from flopwatt.architecture.config import Config, open_config
from flopwatt.architecture.context import ContextLength, read_context
from flopwatt.architecture.count import Counts, lora_sides, target_names
from flopwatt.architecture.leaves import (
    Supply,
    put_attention,
    put_context,
    put_counts,
)
from flopwatt.architecture.memory_leaves import Held, put_memory
from flopwatt.architecture.named_recipe import named_format
from flopwatt.architecture.nested import text_config, typed_as
from flopwatt.architecture.read import read_architecture
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.training_leaves import put_training
from flopwatt.catalog import find_shape, find_thing, thing_leaves
from flopwatt.model.value import Leaf, Origin
from flopwatt.problems import PlanError, Problem
from flopwatt.studies.nameless import NAMELESS, nameless_study, read_given, vocabulary_of
from flopwatt.studies.run import Study

ModelSource = str | os.PathLike[str] | Mapping[str, Any]
DEFAULT_DTYPE = "bf16"
BITS = 8  # of a byte
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


@dataclass(frozen=True)
class ModelStudy:
    """A model with everything that follows from it."""

    reading: Reading
    study: Study


def study_model(
    source: ModelSource | None, wanted: Wanted, given: Mapping[str, Any], tokens: Any = None
) -> ModelStudy:
    """Read a model and work out what follows; ``given`` are fields of a model, such as context.

    With the ``tokens`` that it was trained on, its training arithmetic too. Without a source
    only what follows from ``params`` among the given.
    Raises PlanError or CatalogError where nothing can be answered.
    """
    if source is None:
        reading = read_size(wanted, str(given.get("params")).removesuffix(" params"))
    else:
        reading = read_published(find_published(source, wanted.read_as), wanted)
    fields: dict[str, Mapping[str, Any]] = {"model": given}
    if tokens is not None:
        fields["run"] = {"tokens": tokens}
    draft = read_given(vocabulary_of(*fields), fields, reading.warnings)
    study = nameless_study(reading.published.name, draft, reading.leaves)
    return ModelStudy(reading, study)


def find_published(source: ModelSource, read_as: str = "") -> Published:
    """The model that a path, a name of the catalog or Python data stands for."""
    if isinstance(source, Mapping):
        config = typed_as(open_config(source), read_as)
        return Published("config", config, Origin("counted", place="config"))
    path = Path(source)
    if isinstance(source, os.PathLike) or path.exists() or path.suffix == ".json":
        name = path.parent.resolve().name if path.name == "config.json" else path.stem
        config = typed_as(open_config(path), read_as)
        return Published(name or "config", config, Origin("counted", place=path.name))
    return find_catalogued(str(source))


def find_catalogued(name: str) -> Published:
    """A model of the catalog, with its shape where a source gives one."""
    thing = find_thing("model", name)
    shape = find_shape(thing)
    if shape is None:
        leaves = tuple(thing_leaves(vocabulary_of("model"), "model", NAMELESS, thing))
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


def read_published(published: Published, wanted: Wanted) -> Reading:
    """The leaves of a model from its config; those of the catalog where it has no shape."""
    if published.config is None:
        return Reading(
            published, None, None, None, None, published.leaves, {}, (_no_shape(published),)
        )
    config = published.config
    supply = Supply(NAMELESS, published.origin)
    context = read_context(text_config(config))
    put_context(supply, context)
    architecture, counts, held = None, None, None
    problems: tuple[Problem, ...] = ()
    try:
        architecture = read_architecture(config)
    except PlanError as error:
        if not supply.leaves or any(p.code not in PARTIAL for p in error.problems):
            raise
        problems = tuple(error.problems)
    if architecture is not None:
        counts = put_counts(supply, architecture)
        put_attention(supply, architecture)
        put_activations(supply, architecture)
        put_training(supply, architecture)
        held = put_memory(supply, architecture, config, wanted.dtype, wanted.kv_dtype)
        _put_adapters(supply, architecture, wanted.lora_targets)
    warnings = (*problems, *_lacks(published, supply.lacking))
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


def _lacks(published: Published, lacking: Mapping[str, frozenset[str]]) -> tuple[Problem, ...]:
    """What cannot be answered, by the fields that would answer it."""
    vocabulary = vocabulary_of("model")
    asked: dict[frozenset[str], list[str]] = {}
    for quantity, names in lacking.items():
        asked.setdefault(names, []).append(vocabulary.quantities[quantity].key)
    return tuple(
        Problem(
            "missing-quantity",
            f"not known without it: {', '.join(keys)}",
            published.config.reading.file.place(min(names)) if published.config else None,
            ", ".join(sorted(names)),
            given="nothing",
            allowed="the value that the model was published with",
            warning=True,
        )
        for names, keys in asked.items()
    )


def _no_shape(published: Published) -> Problem:
    message = "the catalog knows the counts of this model and not its shape"
    allowed = "the path of its config.json, for memory and arithmetic by layer"
    return Problem("unlikely", message, given=published.name, allowed=allowed, warning=True)
