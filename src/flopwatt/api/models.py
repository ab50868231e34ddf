"""Models: count one, hold one on GPUs, and hold predictions against published values."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from flopwatt.api.answers import Accuracy, Answer
from flopwatt.api.given import check_kind, check_model, check_options, check_path, with_unit
from flopwatt.architecture.published import ModelSource, Wanted
from flopwatt.report import build_fit_report, build_model_report
from flopwatt.studies.backtests import run_backtest
from flopwatt.studies.fit import FIELDS, fit_fields, study_fit
from flopwatt.studies.models import study_model

# what says how a model is named, held and asked about, in both calls
HELD = ("params", "dtype", "kv_dtype", "window_policy", "lora_rank", "lora_targets", "read_as")
ASKED = ("context", "source_context", "batch", "tokens")


def read_model(
    source: ModelSource | None = None,
    *,
    claim: str | None = None,
    parts: Sequence[str] = (),
    **options: Any,
) -> Answer:
    """Count a model: a config.json, the folder of one, a name of the catalog, or a config as dict.

    ``read_model("qwen2.5-7b")["kv_cache.bytes_per_token"]`` is in bytes. A ``claim`` is a number
    that somebody states, to hold against the model's own; ``parts`` are those of the report.

    Options: ``context`` (tokens in a sequence), ``source_context`` (tokens that an encoder makes
    of its input) and ``batch``; ``dtype`` and ``kv_dtype``, formats
    in place of those of the config; ``window_policy``, windowed or full; ``lora_rank`` and
    ``lora_targets``; ``tokens`` that it was trained on, for its training arithmetic by every
    counting rule; ``params`` such as ``"7B"`` in place of a source; ``read_as``, the type to read
    a config of an unknown type as.

    What a field of the config is missing for is left out, with a warning that names the field.
    Raises PlanError or CatalogError where nothing can be answered.
    """
    check_options(options, (*HELD, *ASKED))
    check_model(source, options.get("params"))
    given = {
        **_of_model(options),
        "context": with_unit(options.get("context"), "tokens"),
        "source_context": with_unit(options.get("source_context"), "tokens"),
        "batch": _text(options.get("batch")),
    }
    tokens = with_unit(options.get("tokens"), "tokens")
    found = study_model(source, _wanted(options), given, tokens)
    return Answer(build_model_report(found, parts, claim))


def fit(
    source: ModelSource | None = None,
    on: str | None = None,
    *,
    train: str | None = None,
    given: Mapping[str, Any] | None = None,
    **options: Any,
) -> Answer:
    """Say whether a model fits on some GPUs, to serve it or, with a recipe, to ``train`` it.

    ``fit("llama-3.1-70b", "8xH100", context=8192)["fit.tokens"]`` are the tokens that its cache
    holds, ``fit.wall`` names the term that breaks it. The model is named as for ``read_model``.

    Options: those of ``read_model`` that say how a model is held, and ``tp``, ``pp``, ``ep``,
    ``dp``, ``context``, ``source_context``, ``sequences``, ``engine``, ``zero``, ``recompute`` and
    ``micro_batch``; ``prompt`` and ``answer`` (tokens of a call) with the objectives ``ttft`` and
    ``tpot``, for what it delivers (``fit.output_rate``, ``fit.ttft.expected`` ...). Of ``tp``,
    ``pp`` and ``dp`` the one that is not said is worked out.
    ``given`` holds any other field of a fit by its key, such as ``{"utilisation": "95 %"}``.
    Raises PlanError or CatalogError.
    """
    check_options(options, (*HELD, *FIELDS))
    check_kind("train", train, str | None, "a recipe such as mixed, or nothing")
    check_kind("on", on, str | None, "GPUs such as 8xH100, or nothing")
    check_model(source, options.get("params"))
    fields = {name: options[name] for name in FIELDS if options.get(name) is not None}
    for name in fields.keys() & {"context", "source_context", "prompt", "answer"}:
        fields[name] = with_unit(fields[name], "tokens")
    asked = {"accelerator": on, **fit_fields(fields), **(given or {})}
    found = study_fit(source, _wanted(options), _of_model(options), asked, train)
    return Answer(build_fit_report(*found))


def _of_model(options: Mapping[str, Any]) -> dict[str, str | None]:
    """Options that are fields of a model."""
    return {
        "params": with_unit(options.get("params"), "params"),
        "window_policy": options.get("window_policy"),
        "lora.rank": _text(options.get("lora_rank")),
    }


def _wanted(options: Mapping[str, Any]) -> Wanted:
    """Options that say how a model is read and held."""
    targets = options.get("lora_targets") or ()
    names = (targets,) if isinstance(targets, str) else tuple(targets)
    texts = {name: options.get(name) or "" for name in ("dtype", "kv_dtype", "read_as")}
    for name, text in texts.items():
        check_kind(name, text, str, "a text")
    return Wanted(texts["dtype"], texts["kv_dtype"], names, texts["read_as"])


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def backtest(kind: str, data: str | os.PathLike[str] | None = None) -> Accuracy:
    """Predict published values of a kind, ``memory`` or ``training-memory``, and say how far off.

    ``data`` is a table of published values; without it the table of that kind in the folder
    that the variable FLOPWATT_TRUTH names. Raises PlanError.
    """
    check_kind("kind", kind, str, "a kind such as memory")
    if data is not None:
        check_path("data", data)
    return Accuracy(run_backtest(kind, data))
