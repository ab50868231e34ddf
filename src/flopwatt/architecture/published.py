"""A model as somebody published it, read into values: from a config, or from the catalog."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flopwatt.architecture.activations import put_activations
from flopwatt.architecture.adapters import put_adapters
from flopwatt.architecture.config import Config, open_config, short
from flopwatt.architecture.context import ContextLength, read_context
from flopwatt.architecture.count import Counts
from flopwatt.architecture.leaves import (
    Supply,
    put_attention,
    put_context,
    put_counts,
    put_source,
)
from flopwatt.architecture.memory_leaves import Held, put_memory
from flopwatt.architecture.named_recipe import named_format, unmet_classes
from flopwatt.architecture.nested import check_type, text_config, typed_as
from flopwatt.architecture.read import read_architecture
from flopwatt.architecture.records import Architecture
from flopwatt.architecture.training_leaves import put_training
from flopwatt.architecture.unread import deciding_fields, unread_fields, withhold
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
LONGEST_NAME, LONGEST_PATH = 255, 4095  # bytes that systems take
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
    check_type(read_as)
    if isinstance(source, Mapping):
        config = typed_as(open_config(source), read_as)
        return Published("config", config, Origin("counted", place="config"))
    path = _path(source)
    if isinstance(source, os.PathLike) or path.exists() or path.suffix == ".json":
        name = path.parent.resolve().name if path.name == "config.json" else path.stem
        config = typed_as(open_config(path), read_as)
        return Published(name or "config", config, Origin("counted", place=path.name))
    return find_catalogued(str(source), vocabulary, instance)


def _path(source: str | os.PathLike[str]) -> Path:
    """The path that a text may be. Raises PlanError for one that names no file and no model."""
    text = os.fsdecode(source)
    if not isinstance(source, os.PathLike) and text.lstrip()[:1] in ("{", "["):
        message, allowed = "is the text of a config, not its name", "a path, or the config as dict"
    elif len(os.fsencode(text)) > LONGEST_PATH or max(map(len, text.split(os.sep))) > LONGEST_NAME:
        message, allowed = "is too long for the name of a file or of a model", "a path, or a name"
    else:
        return Path(source)
    raise PlanError([Problem("bad-file", message, given=short(text), allowed=allowed)])


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
    put_source(supply, text_config(config))
    architecture, counts, held = None, None, None
    problems: tuple[Problem, ...] = ()
    try:
        architecture = withhold(read_architecture(config), text_config(config))
    except PlanError as error:
        if not supply.leaves or any(p.code not in PARTIAL for p in error.problems):
            raise
        problems = tuple(replace(problem, warning=True) for problem in error.problems)
    if architecture is not None:
        counts = put_counts(supply, architecture)
        held = _put_rest(supply, architecture, config, wanted)
        problems = (
            *_doubtful(text_config(config)),
            *_left_out(config),
            *unmet_classes(held.recipe, architecture.tensors()),
        )
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


def _put_rest(supply: Supply, architecture: Architecture, config: Config, wanted: Wanted) -> Held:
    """All that follows from layers beside the counts of parameters."""
    put_attention(supply, architecture)
    put_activations(supply, architecture)
    put_training(supply, architecture)
    held = put_memory(supply, architecture, config, wanted.dtype, wanted.kv_dtype)
    put_adapters(supply, architecture, wanted.lora_targets)
    return held


def _lacks(
    published: Published, lacking: Mapping[str, frozenset[str]], vocabulary: Vocabulary
) -> tuple[Problem, ...]:
    """What cannot be answered, by the fields that would answer it."""
    asked: dict[frozenset[str], list[str]] = {}
    for quantity, names in lacking.items():
        asked.setdefault(names, []).append(vocabulary.quantities[quantity].key)
    text = text_config(published.config) if published.config else None
    unread = {f"{text.path}{name}" for name in deciding_fields(text)} if text else set()
    return tuple(_lack(published, names, keys, names <= unread) for names, keys in asked.items())


def _lack(
    published: Published, names: frozenset[str], keys: Sequence[str], unread: bool
) -> Problem:
    """One set of fields, and what is not known for want of them, or of somebody who reads them."""
    message = f"not known without it: {_some(keys)}"
    given, allowed = "nothing", CONTEXT if list(keys) == ["context_length"] else VALUE
    if unread:
        message = f"decides the shape of matrices and is not read here; not known: {_some(keys)}"
        given, allowed = "a size", "a type whose layers it is a size of (--as TYPE)"
    file = published.config.reading.file if published.config else None
    return Problem(
        "missing-quantity",
        message,
        file.place(min(names)) if file else None,
        ", ".join(sorted(names)),
        given=given,
        allowed=allowed,
        warning=True,
    )


def _doubtful(text: Config) -> Iterable[Problem]:
    """A warning for each field that may bear on the counts; those that withhold them come after."""
    withheld = {f"{text.path}{name}" for name in deciding_fields(text)}
    return (one for one in unread_fields(text) if one.field not in withheld)


def _left_out(config: Config) -> tuple[Problem, ...]:
    """A warning where files hold weights that no count here has."""
    if not config.reading.left_out:
        return ()
    message = f"the files may hold more than is counted: {'; '.join(config.reading.left_out)}"
    field = "params.stored, weights.stored_bytes"
    allowed = "these are the least that is stored"
    return (Problem("unlikely", message, field=field, allowed=allowed, warning=True),)


def _some(keys: Sequence[str]) -> str:
    """The keys that people ask for, the first few of them."""
    asked = [key for key in keys if not key.startswith(INNER)] or list(keys)
    more = len(asked) - MOST_TOLD
    return ", ".join(asked[:MOST_TOLD]) + (f" and {more} more" if more > 0 else "")


def _no_shape(published: Published) -> Problem:
    message = "the catalog knows the counts of this model and not its shape"
    allowed = "the path of its config.json, for memory and arithmetic by layer"
    return Problem("unlikely", message, given=published.name, allowed=allowed, warning=True)
