"""A model on some GPUs: whether it fits, how much of its cache, and what breaks it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from flopwatt.architecture.published import (
    ModelSource,
    Reading,
    Wanted,
    find_published,
    read_published,
    read_size,
)
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.problems import PlanError, Problem
from flopwatt.studies.nameless import NAMELESS, nameless_study, read_given, vocabulary_of
from flopwatt.studies.run import Study

# options of a fit, and the keys of the fields that they set
FIELDS = {
    **{name: name for name in ("tp", "pp", "ep", "dp", "context", "engine")},
    "sequences": "wanted",
    "zero": "training.zero",
    "recompute": "training.recompute",
    "micro_batch": "training.micro_batch",
}
SERVING, TRAINING = "serving", "training"

ADAPTERS = {"lora": "16-bit", "qlora": "nf4"}  # and the format of what they leave as it is
MOST_TP = 1024  # no engine divides a layer over more GPUs
SMALL = ("A100", "A800")
BEYOND = 1e15  # bytes that no card has


def fit_model(
    title: str,
    model_leaves: Sequence[Leaf],
    given: Mapping[str, Any],
    model_given: Mapping[str, Any] | None = None,
    warnings: Iterable[Problem] = (),
) -> Study:
    """Everything that follows for one model held by some GPUs.

    ``model_leaves`` are the counts of the model, ``given`` fields of the fit (``gpus``,
    ``accelerator``, ``tp``, ``context`` ...) and ``model_given`` fields of the model, as texts.
    Raises PlanError, also where the GPUs cannot divide the model's heads.
    """
    vocabulary = vocabulary_of("model", "fit")
    draft = read_given(vocabulary, {"model": model_given or {}, "fit": given}, warnings)
    chosen = draft.chosen.get(("fit", NAMELESS))
    small = _small_card(chosen.name) if chosen else ()
    study = nameless_study(title, draft, [*model_leaves, *small])
    problems = list(_uneven(study))
    if problems:
        raise PlanError(problems)
    return study


def _small_card(name: str) -> Iterable[Leaf]:
    """The A100 has the memory of a large card, and vLLM gives it the settings of a small one."""
    if name.startswith(SMALL):
        detail = f"{name}: vLLM takes its settings for small GPUs, whatever its memory"
        origin = Origin("catalog", source="vllm-engine-arguments", as_of="2026-09", detail=detail)
        yield Leaf("vllm_large_card", NAMELESS, BEYOND, Rank.CATALOG, origin)


def _value(study: Study, name: str) -> float | None:
    """The central value of a quantity by its global name; None where it is not known."""
    results = study.results
    key = results.key(results.vocabulary.quantities[name], NAMELESS)
    return results[key].central if key in results else None


def _uneven(study: Study) -> Iterable[Problem]:
    """GPUs that do not make whole replicas, or heads that they cannot divide."""
    tp = _value(study, "tensor_parallel")
    heads, kv = _value(study, "query_heads"), _value(study, "kv_heads")
    if tp is None:
        return
    place = study.plan.places.get("fit.tp")
    if tp != int(tp) or tp < 1:
        message = "the GPUs cannot be divided into that many stages and replicas"
        yield Problem("conflict", message, study.plan.places.get("fit.gpus") or place, "fit.gpus",
                      given=_layout(study), allowed="gpus = tp x pp x dp")  # fmt: skip
        return
    if heads is None or _divides(tp, heads, kv):
        return
    working = [n for n in range(1, int(heads) + 1) if n <= MOST_TP and _divides(n, heads, kv)]
    said = f"{heads:.0f} query heads" + (f" and {kv:.0f} key-value heads" if kv else "")
    yield Problem(
        "out-of-range",
        f"tensor parallelism over {tp:.0f} GPUs does not divide {said} evenly",
        place,
        "fit.tp",
        given=f"{tp:.0f}",
        allowed=", ".join(map(str, working)),
    )


def _divides(tp: float, heads: float, kv: float | None) -> bool:
    """Whether each GPU has as many query heads, and whole key-value heads or a copy of one."""
    even = heads % tp == 0
    return even and (not kv or kv % tp == 0 or tp % kv == 0)


def _layout(study: Study) -> str:
    sizes = {"gpus": "fit_accelerators", "pp": "pipeline_parallel", "dp": "data_parallel"}
    return ", ".join(f"{key} {_value(study, name):g}" for key, name in sizes.items())


def training_fields(recipe: str, rank: object) -> dict[str, str]:
    """The fields that a recipe of training sets. Raises PlanError for adapters without a rank."""
    frozen = ADAPTERS.get(recipe.strip().lower())
    if frozen is None:
        return {"training.recipe": recipe}
    if rank is None:
        message = "adapters have a rank, and train beside some matrices"
        allowed = "for example --lora-rank 16 --lora-targets all-linear"
        problem = Problem("missing-quantity", message, field="lora.rank", given="nothing",
                          allowed=allowed)  # fmt: skip
        raise PlanError([problem])
    return {"training.recipe": "mixed", "training.frozen_format": frozen}


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
    if source is None:
        reading = read_size(wanted, str(model.get("params")).removesuffix(" params"))
    else:
        vocabulary = vocabulary_of("model")
        published = find_published(source, vocabulary, wanted.read_as)
        reading = read_published(published, wanted, vocabulary)
    fields = {key: str(value) for key, value in given.items() if value is not None}
    if train is not None:
        # what is not said to share a layer divides the data, as training usually does
        fields = {"tp": "1", **fields, **training_fields(train, model.get("lora.rank"))}
    study = fit_model(reading.published.name, reading.leaves, fields, model, reading.warnings)
    return study, reading, SERVING if train is None else TRAINING
