"""What a person imports: run a plan, ask why, check a file. Faces use this and ``report`` alone."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flopwatt.catalog import Fact, Offer, Prices, check_offers, find_fact, find_prices, read_offers
from flopwatt.plan import PlanSource
from flopwatt.plan.schema import make_schema
from flopwatt.plan.starter import starter_text, write_starter
from flopwatt.problems import CatalogError, FlopwattError, PlanError, Problem
from flopwatt.report import (
    SHOWN_SERIES,
    Calculation,
    Conversion,
    Explanation,
    PlanField,
    Report,
    Section,
    WrittenFormula,
    backtest_document,
    backtest_page,
    build_fit_report,
    build_model_report,
    build_report,
    make_calculation,
    make_conversion,
    plan_fields,
    written_formulas,
)
from flopwatt.studies.backtest import Backtest
from flopwatt.studies.backtests import run_backtest
from flopwatt.studies.draws import DEFAULT_SEED, Sampling
from flopwatt.studies.fit import fit_fields, study_fit
from flopwatt.studies.models import ModelSource, Wanted, study_model
from flopwatt.studies.run import load_vocabulary, run_plan

__all__ = [
    "Accuracy",
    "Answer",
    "Calculation",
    "CatalogError",
    "Conversion",
    "Explanation",
    "Fact",
    "FlopwattError",
    "Offer",
    "PlanError",
    "PlanField",
    "Prices",
    "Problem",
    "WrittenFormula",
    "backtest",
    "calculate",
    "check",
    "check_prices",
    "convert",
    "explain",
    "find_fact",
    "find_prices",
    "fit",
    "init_plan",
    "list_fields",
    "list_formulas",
    "plan_schema",
    "read_model",
    "run",
]


@dataclass(frozen=True)
class Answer:
    """The results of one plan.

    ``answer["training.base.cost"]`` is the number in the unit that ``to_dict`` names;
    ``report`` is what every face renders.
    """

    report: Report

    def __getitem__(self, key: str) -> Any:
        """The number of a key (a list by month for a series); KeyError for an unknown key."""
        return self.report.document["results"][key]["value"]

    def explain(self, key: str) -> Explanation:
        """Where a number comes from, down to plan lines and sources.

        Raises PlanError when the key names nothing, with the nearest one.
        """
        _check("key", key, str, "a key such as training.base.cost")
        return self.report.explain(key)

    def table(self) -> list[dict[str, Any]]:
        """One row per value: key, value, unit, range, origin, source. Made for data frames."""
        return [{"key": key, **row} for key, row in self.report.document["results"].items()]

    def to_dict(self) -> Mapping[str, Any]:
        """The public JSON document."""
        return self.report.document


def run(
    plan: PlanSource,
    draws: int | None = None,
    seed: int = DEFAULT_SEED,
    progress: Callable[[int, int], None] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Answer:
    """Work out everything that follows from a plan file, or from the same plan as a dict.

    Where values of the plan have ranges they are drawn 10,000 times, or as often as ``draws``
    says (0 for the central case alone); one ``seed`` always gives the same draws. ``progress``
    is called now and then with how many of how many are done. ``settings`` maps keys, such as
    ``training.base.price``, to values that win over the plan's own.
    Raises PlanError with every problem of the plan at once.
    """
    sampling = Sampling(draws, seed, SHOWN_SERIES, progress=progress)
    _check_plan(plan, settings)
    return Answer(build_report(run_plan(plan, settings, sampling)))


def explain(plan: PlanSource, key: str, settings: Mapping[str, Any] | None = None) -> Explanation:
    """Where one number of a plan comes from. Raises PlanError."""
    return run(plan, settings=settings).explain(key)


def check(plan: PlanSource, settings: Mapping[str, Any] | None = None) -> tuple[Problem, ...]:
    """Every problem and warning of a plan, in file order; empty when all is well."""
    try:
        _check_plan(plan, settings)
        return run_plan(plan, settings, Sampling()).warnings
    except FlopwattError as error:
        return error.problems


def calculate(key: str, given: Mapping[str, Any]) -> Calculation:
    """Work out one quantity without a plan: ``calculate("training.cost", {"params": "70B", ...})``.

    Keys are those of a plan without the entry's name (``training.cost``, or ``cost`` where only
    one thing has a cost), or a quantity's global name. Numbers are in the quantity's own unit.
    A series by month, or a date, takes ``start`` and ``horizon`` beside it. Raises PlanError.
    """
    _check("key", key, str, "a key such as training.cost")
    _check("given", given, Mapping, 'a map of keys and values, such as {"params": "70B"}')
    for name in dict(given):
        _check("given", name, str, "keys that are texts, such as params")
    return make_calculation(key, given)


def convert(text: str, unit: str | None = None) -> Conversion:
    """Count an amount in another unit: ``convert("400 Gbit/s", "GB/s").value`` is 50.

    Without a unit, in its base unit and in those people commonly use. Raises PlanError.
    """
    _check("text", text, str, "an amount with its unit, such as 400 Gbit/s")
    _check("unit", unit, str | None, "a unit such as GB/s, or nothing")
    return make_conversion(text, unit)


def read_model(
    source: ModelSource | None = None,
    *,
    params: str | float | None = None,
    context: str | int | None = None,
    batch: str | int | None = None,
    dtype: str = "",
    kv_dtype: str = "",
    window_policy: str | None = None,
    lora_rank: str | int | None = None,
    lora_targets: Sequence[str] = (),
    tokens: str | float | None = None,
    claim: str | None = None,
    read_as: str = "",
    parts: Sequence[str] = (),
) -> Answer:
    """Count a model: a config.json, the folder of one, a name of the catalog, or a config as dict.

    ``read_model("qwen2.5-7b")["kv_cache.bytes_per_token"]`` is in bytes. Formats are those of the
    config unless ``dtype`` and ``kv_dtype`` name others; ``context`` is in tokens. With the
    ``tokens`` it was trained on, its training arithmetic by every counting rule; a ``claim`` is a
    number that somebody states, to hold against it. ``parts`` are those of the report. Where only
    a size is known, ``params="7B"`` takes the place of the source; a config of a type that is not
    known may be ``read_as`` one that is.
    What a field of the config is missing for is left out, with a warning that names the field.
    Raises PlanError or CatalogError where nothing can be answered.
    """
    _check_model(source, params)
    given = {
        "params": _with_unit(params, "params"),
        "context": _with_unit(context, "tokens"),
        "batch": None if batch is None else str(batch),
        "window_policy": window_policy,
        "lora.rank": None if lora_rank is None else str(lora_rank),
    }
    wanted = Wanted(dtype, kv_dtype, tuple(lora_targets), read_as)
    found = study_model(source, wanted, given, _with_unit(tokens, "tokens"))
    return Answer(build_model_report(found, parts, claim))


def fit(
    source: ModelSource | None = None,
    on: str | None = None,
    *,
    params: str | float | None = None,
    train: str | None = None,
    dtype: str = "",
    kv_dtype: str = "",
    window_policy: str | None = None,
    lora_rank: str | int | None = None,
    lora_targets: Sequence[str] = (),
    read_as: str = "",
    given: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Answer:
    """Say whether a model fits on some GPUs, to serve it or, with a recipe, to ``train`` it.

    ``fit("llama-3.1-70b", "8xH100", context=8192)["fit.tokens"]`` are the tokens that its cache
    holds, ``fit.wall`` names the term that breaks it. The model is named as for ``read_model``.
    ``fields`` are tp, pp, ep, dp, context, sequences, engine, zero, recompute and micro_batch;
    ``given`` holds any other field of a fit by its key, such as ``{"utilisation": "95 %"}``.
    Raises PlanError or CatalogError.
    """
    _check_model(source, params)
    model = {
        "params": _with_unit(params, "params"),
        "window_policy": window_policy,
        "lora.rank": None if lora_rank is None else str(lora_rank),
    }
    asked = {"accelerator": on, **fit_fields(fields), **(given or {})}
    wanted = Wanted(dtype, kv_dtype, tuple(lora_targets), read_as)
    return Answer(build_fit_report(*study_fit(source, wanted, model, asked, train)))


@dataclass(frozen=True)
class Accuracy:
    """Predictions held against published values: as a page of tables and as plain data."""

    found: Backtest

    @property
    def page(self) -> Section:
        """What a person reads."""
        return backtest_page(self.found)

    def to_dict(self) -> Mapping[str, Any]:
        """The public JSON document; errors are relative, 0.1 is 10 %."""
        return backtest_document(self.found)


def backtest(kind: str, data: str | os.PathLike[str] | None = None) -> Accuracy:
    """Predict published values of a kind, ``memory`` or ``training-memory``, and say how far off.

    ``data`` is a table of published values; without it the table of that kind in the folder
    that the variable FLOPWATT_TRUTH names. Raises PlanError.
    """
    _check("kind", kind, str, "a kind such as memory")
    if data is not None:
        _check_path("data", data)
    return Accuracy(run_backtest(kind, data))


def list_fields(entity: str | None = None) -> tuple[PlanField, ...]:
    """Every field that a plan may set, or those of one entity or section. Raises PlanError."""
    _check("entity", entity, str | None, "an entity such as run, a section, or nothing")
    return plan_fields(entity)


def list_formulas(key: str | None = None) -> tuple[WrittenFormula, ...]:
    """Every formula written out, those of an entity, or all ways to one key. Raises PlanError."""
    _check("key", key, str | None, "a key such as training.cost, an entity, or nothing")
    return written_formulas(key)


def init_plan(path: str | os.PathLike[str] | None = None) -> str:
    """A commented plan to start from, as text; with a path, also written to that new file.

    Raises PlanError where the file is there already.
    """
    if path is not None:
        _check_path("path", path)
        write_starter(Path(path))
    return starter_text()


def plan_schema() -> dict[str, Any]:
    """The JSON Schema of a plan, for editors."""
    return make_schema(load_vocabulary())


def check_prices(path: str | os.PathLike[str]) -> tuple[Problem, ...]:
    """Everything doubtful about a file of prices; a warning is a price that may be true.

    Raises CatalogError where the file cannot be read.
    """
    _check_path("path", path)
    found = read_offers(path)
    return (*found.problems, *check_offers(found.offers))


def _check_model(source: object, params: object) -> None:
    """Refuse a model that is named in no way, or in two."""
    if source is None and params is not None:
        return
    if params is not None:
        message = "a model and a size are both given"
        problem = Problem("conflict", message, None, "params", str(params), "either of the two")
        raise PlanError([problem])
    if not isinstance(source, Mapping):
        _check_path("model", source, ", the name of a model, or a config as a dict")


def _with_unit(amount: str | float | None, unit: str) -> str | None:
    """A number as the text that a person would write; a text as it is, its unit added if bare."""
    if amount is None:
        return None
    text = str(amount).strip()
    return f"{text} {unit}" if re.fullmatch(r"[\d_.,e+]+ ?[kKMBT]?i?", text) else text


def _check(field: str, given: object, kind: Any, allowed: str) -> None:
    """Refuse what is of another kind than can be used, with what was given."""
    if not isinstance(given, kind):
        message = f"a value of type {type(given).__name__} cannot be used here"
        problem = Problem("bad-structure", message, None, field, repr(given)[:60], allowed)
        raise PlanError([problem])


def _check_path(field: str, given: object, more: str = "") -> None:
    _check(field, given, str | os.PathLike, f"the path of a file{more}")
    if given == "":
        problem = Problem("bad-file", "the path is empty", None, field, "''", "the path of a file")
        raise PlanError([problem])


def _check_plan(plan: object, settings: Any) -> None:
    """Refuse what is neither a plan nor the path of one, and settings that are no settings."""
    if not isinstance(plan, Mapping):
        _check_path("plan", plan, ", or the plan as a dict")
    if settings is None:
        return
    _check("settings", settings, Mapping, 'keys and values, such as {"horizon": "24 months"}')
    for key in settings:
        _check("settings", key, str, "keys that are texts, such as training.base.price")
        if any(str(other).startswith(f"{key}.") for other in settings) and "." not in key:
            message = "is set as a whole and in part"
            problem = Problem("conflict", message, None, key, key, "either of the two")
            raise PlanError([problem])
