"""A model on some GPUs: whether it fits, how much of its cache, and what breaks it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from flopwatt.architecture.adapters import check_rank
from flopwatt.architecture.lacking import Lacking
from flopwatt.architecture.published import (
    ModelSource,
    Reading,
    Wanted,
    find_published,
    read_published,
    read_size,
)
from flopwatt.model.value import Leaf, Rank
from flopwatt.plan.draft import Draft
from flopwatt.problems import PlanError, Problem
from flopwatt.studies.fit_warnings import missing_units, unused_options
from flopwatt.studies.fleet_links import link_warnings
from flopwatt.studies.guesses import half_said_guesses
from flopwatt.studies.layout import (
    Asked,
    Shape,
    layout_leaves,
    layout_problems,
    read_layout,
)
from flopwatt.studies.links import links_leaf
from flopwatt.studies.nameless import NAMELESS, nameless_study, read_given, vocabulary_of
from flopwatt.studies.run import Study
from flopwatt.studies.small_cards import small_card
from flopwatt.units import UnitError, read_quantity

# options of a fit, and the keys of the fields that they set
FIELDS = {
    **{name: name for name in ("tp", "pp", "ep", "dp", "context", "source_context", "engine")},
    "sequences": "wanted",
    "zero": "training.zero",
    "recompute": "training.recompute",
    "micro_batch": "training.micro_batch",
    **{name: name for name in ("prompt", "answer", "ttft", "tpot")},
}
# those of a call, which is as long as both together unless a context is stated
CALL = ("prompt", "answer")
# and as they are typed, by those keys, with two fields of the model
OPTIONS = {key: f"--{name.replace('_', '-')}" for name, key in FIELDS.items()} | {
    "lora.rank": "--lora-rank",
    "window_policy": "--window-policy",
}
SERVING, TRAINING = "serving", "training"

ADAPTERS = {"lora": "16-bit", "qlora": "nf4"}  # and the format of what they leave as it is
RECIPE = "training.recipe"
# what a plan says to leave a GPU out, and what a command does
IN_PLAN, INSTEAD = "; or leave it out and give ", "; or leave it out and add "


def fit_model(
    title: str,
    model_leaves: Sequence[Leaf],
    given: Mapping[str, Any],
    model_given: Mapping[str, Any] | None = None,
    warnings: Iterable[Problem] = (),
    formats: Iterable[str] = (),
) -> Study:
    """Everything that follows for one model held by some GPUs.

    ``model_leaves`` are the counts of the model, ``given`` fields of the fit (``gpus``,
    ``accelerator``, ``tp``, ``context`` ...) and ``model_given`` fields of the model, as texts;
    ``formats`` are those of its weights. With a recipe among the fields it is trained. Raises
    PlanError, also where the GPUs cannot divide the model.
    """
    vocabulary = vocabulary_of("model", "fit")
    try:
        draft = read_given(vocabulary, {"model": model_given or {}, "fit": given}, warnings)
    except PlanError as error:
        raise PlanError(map(_as_typed, error.problems)) from error
    chosen = draft.chosen.get(("fit", NAMELESS))
    more = list(_layout(draft, model_leaves, RECIPE in given))
    if chosen:
        more += (*small_card(chosen.name), *links_leaf(chosen.name, draft.leaves))
        draft.warnings += missing_units(chosen.name, formats)
    return nameless_study(title, draft, [*model_leaves, *more])


def _as_typed(problem: Problem) -> Problem:
    """Advice in the words of a command, where it is in those of a plan."""
    names, found, lines = problem.allowed.partition(IN_PLAN)
    if not found:
        return problem
    added = " ".join(
        f"--set {line.strip('`').replace(': ', '=', 1)!r}" for line in lines.split(" and ")
    )
    return replace(problem, allowed=f"{names}{INSTEAD}{added}")


def _layout(draft: Draft, model_leaves: Sequence[Leaf], training: bool) -> Iterator[Leaf]:
    """Sizes of the layout that were not given. Raises PlanError where the model is not divided."""
    said = {leaf.quantity: round(float(leaf.value)) for leaf in sorted(draft.leaves, key=_rank)}
    layout = read_layout(said, training)
    counts = {leaf.quantity: float(leaf.value) for leaf in model_leaves}
    names = ("query_heads", "kv_heads", "training_layers", "experts")
    shape = Shape(*(counts.get(name) for name in names))
    problems = list(layout_problems(layout, shape, Asked(draft.places)))
    if problems:
        raise PlanError(problems)
    yield from layout_leaves(layout)


def _rank(leaf: Leaf) -> Rank:
    return leaf.rank


def training_fields(recipe: str, rank: object) -> dict[str, str]:
    """The fields that a recipe of training sets. Raises PlanError for adapters without a rank."""
    frozen = ADAPTERS.get(recipe.strip().lower())
    if frozen is None:
        return {RECIPE: recipe}
    if rank is None:
        message = "adapters have a rank, and train beside some matrices"
        allowed = "for example --lora-rank 16 --lora-targets all-linear"
        problem = Problem("missing-quantity", message, field="lora.rank", given="nothing",
                          allowed=allowed)  # fmt: skip
        raise PlanError([problem])
    return {RECIPE: "mixed", "training.frozen_format": frozen}


def fit_fields(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options of a fit by the keys of its fields."""
    return {FIELDS[name]: value for name, value in options.items()}


def study_fit(
    source: ModelSource | None,
    wanted: Wanted,
    model: Mapping[str, Any],
    given: Mapping[str, Any],
    train: str | None = None,
) -> tuple[Study, Reading, str]:
    """Read a model, hold it on GPUs, and say what it is held for: serving or training.

    Raises PlanError or CatalogError.
    """
    fields = {key: str(value) for key, value in given.items() if value is not None}
    if train is not None:
        fields |= training_fields(train, model.get("lora.rank"))
    elif RECIPE in fields:
        train = fields[RECIPE]
    if "context" not in fields and fields.keys() >= set(CALL):
        fields |= _length_of_call(fields)
    reading = _read(source, wanted, model)
    if train is not None:
        _check_adapters(train, reading)
    formats = _formats(reading) if train is None else [train]
    study = fit_model(
        reading.published.name, reading.leaves, fields, model, reading.warnings, formats
    )
    unused = tuple(unused_options(study, train is not None, wanted, OPTIONS))
    if train is None:
        unused += tuple(link_warnings(study.plan, study.results))
        unused += tuple(half_said_guesses(study.plan, study.results))
    study = replace(study, warnings=(*study.warnings, *unused))
    return study, reading, SERVING if train is None else TRAINING


def _length_of_call(fields: Mapping[str, str]) -> dict[str, str]:
    """The context that a prompt and its answer take; none where either is no number of tokens."""
    try:
        whole = sum(math.ceil(read_quantity(fields[name], "token", bare=True)) for name in CALL)
    except UnitError:
        return {}  # told with the other fields
    return {"context": f"{whole} tokens"}


def _read(source: ModelSource | None, wanted: Wanted, model: Mapping[str, Any]) -> Reading:
    """A model from its config, from the catalog, or by its size alone."""
    if source is None:
        return read_size(wanted, str(model.get("params")).removesuffix(" params"))
    vocabulary = vocabulary_of("model")
    published = find_published(source, vocabulary, wanted.read_as)
    reading = read_published(published, wanted, vocabulary)
    check_rank(reading.architecture, model.get("lora.rank"))
    return reading


def _formats(reading: Reading) -> list[str]:
    """Formats of the weights, those that take most first; a matrix alone has units."""
    if reading.held is None:
        return []
    sizes: dict[str, float] = {}
    for kind in reading.held.weights.kinds:
        known = 0 if isinstance(kind.bytes, Lacking) else kind.bytes
        sizes[kind.format] = sizes.get(kind.format, 0.0) + known
    return sorted(sizes, key=lambda name: -sizes[name])


def _check_adapters(train: str, reading: Reading) -> None:
    """Adapters go beside matrices, which a size alone does not have."""
    adapts = train.strip().lower() in ADAPTERS
    if adapts and not any(leaf.quantity == "lora_sides" for leaf in reading.leaves):
        message = "adapters go beside matrices, and those of this model are not known"
        allowed = "a config.json, or a recipe that trains all, such as mixed"
        problem = Problem("missing-quantity", message, field="--train", given=train,
                          allowed=allowed)  # fmt: skip
        raise PlanError([problem])
