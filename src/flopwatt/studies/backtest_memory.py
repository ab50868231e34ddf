"""Start-up logs of serving engines held against the budget of memory: tokens, and what fits."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from flopwatt.catalog import find_thing
from flopwatt.model.results import Results
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.problems import FlopwattError, PlanError, Problem
from flopwatt.studies.backtest import (
    Backtest,
    Row,
    Scored,
    Unmodelled,
    compare,
    number_in,
    read_truth,
)
from flopwatt.studies.backtest_engines import Engine, read_engine
from flopwatt.studies.backtest_models import Finder, Known, find_known, read_format
from flopwatt.studies.fit import fit_model
from flopwatt.studies.nameless import NAMELESS

COLUMNS = (
    *("id", "source", "engine", "engine_version", "model", "weight_dtype", "kv_dtype", "gpu"),
    *("gpu_total_gib", "tp", "pp", "gpu_memory_utilization", "max_model_len"),
    *("kv_gib_per_gpu", "block_size", "kv_tokens", "kv_layers", "kv_heads_per_gpu", "head_dim"),
    *("verified", "notes", "fits", "usable_for"),
)
TOLD_BY = ("usable_for", "engine", "gpu", "kv_dtype")
VALUE_BYTES = {"fp8": 1, "int8": 1}  # of a cached value; all other formats met are 16-bit
REFERENCE = "reference"
VALUE, TILE = 2, 256  # bytes of a 16-bit value; values of a tile of vLLM's MXFP4 kernels
ENOUGH = 131072  # tokens of a context where none is known; tokens do not depend on it there


@dataclass(frozen=True)
class Case:
    """One log: its cells, the model and the engine they name."""

    row: Row
    model: Known | None
    engine: Engine


def backtest_memory(path: str | os.PathLike[str], finder: Finder = find_known) -> Backtest:
    """Predict every usable row of a table of start-up logs. Raises PlanError for a bad table."""
    scored: list[Scored] = []
    left_out: list[Unmodelled] = []
    for row in read_truth(path, COLUMNS):
        for found in _row(row, finder):
            if isinstance(found, Scored):
                scored.append(found)
            else:
                left_out.append(found)
    return Backtest("memory", tuple(scored), tuple(left_out))


def _row(row: Row, finder: Finder) -> Iterator[Scored | Unmodelled]:
    if row["engine"].lower() == REFERENCE:
        yield Unmodelled(row["id"], "a reference and no log of an engine")
        return
    formats = (read_format(row["weight_dtype"]), read_format(row["kv_dtype"]))
    model = finder(row["model"], *formats)
    case = Case(row, model, read_engine(row, model.longest if model else None))
    yield from _fits(case)
    usable = row["usable_for"]
    if usable in ("budget", "config") and number_in(row, "kv_tokens"):
        yield _tokens(case, usable)
    elif usable != "fit":
        yield Unmodelled(row["id"], _reason(row))


def _reason(row: Row) -> str:
    why = {
        "explain": "tokens differ from the budget for a reason in the log",
        "none": "the log does not say enough to predict its tokens",
    }.get(row["usable_for"], "the row holds no tokens")
    return "; ".join(part for part in (why, row["notes"]) if part)


def _tokens(case: Case, usable: str) -> Scored | Unmodelled:
    """Tokens of the cache: from the memory that the log leaves it, or from the card alone."""
    row = case.row
    try:
        results = _budget(case) if usable == "budget" else _config(case)
    except FlopwattError as error:
        return Unmodelled(row["id"], f"tokens: {error.problems[0].message}")
    tokens = _value(results, "fit_tokens")
    expected = number_in(row, "kv_tokens")
    if tokens is None or not expected:
        return Unmodelled(row["id"], f"tokens: {_lack(case)}")
    return compare(row, expected, tokens, _cells(row, "tokens"))


def _fits(case: Case) -> Iterator[Scored | Unmodelled]:
    """Whether the engine starts, where the log says so."""
    row = case.row
    if row["fits"] not in ("yes", "no"):
        return
    try:
        # of a model that is not known, a log may still tell what is left for its cache
        logged = case.model is None and row["kv_gib_per_gpu"]
        starts = _value(_budget(case) if logged else _config(case), "fit_starts")
    except FlopwattError as error:
        yield Unmodelled(row["id"], f"fits: {error.problems[0].message}")
        return
    if starts is None:
        yield Unmodelled(row["id"], f"fits: {_lack(case)}")
        return
    yield compare(row, row["fits"], "yes" if starts else "no", _cells(row, "fits"))


def _cells(row: Row, what: str) -> dict[str, str]:
    return {"what": what} | {column: row[column] or "not stated" for column in TOLD_BY}


def _lack(case: Case) -> str:
    if case.model is None:
        return f"the catalog has no shape of {case.row['model']}"
    return "the log does not name a card of known memory"


def _config(case: Case) -> Results:
    """Everything from card, utilisation and length; what is not stated by the engine's defaults."""
    row, model = case.row, case.model
    if model is None:
        raise PlanError([Problem("unknown-name", _lack(case), given=row["model"])])
    given = {
        **_layout(row),
        **case.engine.given,
        **_card(row),
        **_padding(row, model),
        "utilisation": _text(row, "gpu_memory_utilization"),
        "context": _context(row, model),
        "block": _block(row),
    }
    return _study(case, model.leaves, given)


def _budget(case: Case) -> Results:
    """Tokens from the memory that the log leaves for the cache."""
    row, model = case.row, case.model
    shape = tuple(_shape_leaves(row))
    # the table says which layers a log counts, where not all keep every token, or an engine
    # keeps a cache in layers that look at a picture alone
    logged = model is None or _is_mixed(model) or _keeps_less(row, model)
    leaves = shape if shape and logged else _leaves(model)
    given = {
        **_layout(row),
        **case.engine.given,
        "cache": f"{_text(row, 'kv_gib_per_gpu')} GiB",
        "context": _context(row, model),
        "block": _block(row),
    }
    found = _study(case, leaves, given)
    # a model of whose cache nothing is known, as the table gives it
    return found if _value(found, "fit_tokens") else _study(case, shape or leaves, given)


def _leaves(model: Known | None) -> Sequence[Leaf]:
    return model.leaves if model else ()


def _is_mixed(model: Known) -> bool:
    """Whether some layers keep a window, or a state, and not every token."""
    some = ("window_kv", "window_latent", "state_bytes")
    return any(leaf.quantity in some and np.any(leaf.value) for leaf in model.leaves)


def _keeps_less(row: Row, model: Known) -> bool:
    """Whether a log counts every layer of a model, some of which keep nothing of a text."""
    held = {leaf.quantity: leaf.value for leaf in model.leaves}
    logged = next((leaf.value for leaf in _shape_leaves(row)), 0.0)
    layers = (number_in(row, "kv_layers") or 0) * (number_in(row, "pp") or 1)
    return held.get("training_layers") == layers and bool(held.get("growing_kv", 0) < logged)


def _study(case: Case, leaves: Sequence[Leaf], given: dict[str, str | None]) -> Results:
    fields = {key: value for key, value in given.items() if value}
    policy = {"window_policy": case.engine.windows}
    return fit_model(case.row["id"], leaves, fields, policy).results


def _value(results: Results, name: str) -> float | None:
    key = results.key(results.vocabulary.quantities[name], NAMELESS)
    return results[key].central if key in results else None


def _text(row: Row, column: str) -> str | None:
    """A number of the table as text, or None where the cell is empty."""
    found = number_in(row, column)
    return None if found is None else f"{found:.12g}"


def _layout(row: Row) -> dict[str, str]:
    tp, pp = number_in(row, "tp") or 1, number_in(row, "pp") or 1
    return {"gpus": f"{tp * pp:g}", "pp": f"{pp:g}"}


def _padding(row: Row, model: Known) -> dict[str, str]:
    """MXFP4 experts are laid out in whole tiles of the model's width."""
    width = next((leaf.value for leaf in model.leaves if leaf.quantity == "hidden_bytes"), 0)
    values = int(width) // VALUE  # hidden_bytes is in 16 bits
    if read_format(row["weight_dtype"]) != "mxfp4" or not values:
        return {}
    return {"weights.expert_padding": f"{-(-values // TILE) * TILE / values:.6f}"}


def _block(row: Row) -> str | None:
    size = _text(row, "block_size")
    return f"{size} tokens" if size else None


def _context(row: Row, model: Known | None) -> str | None:
    stated = _text(row, "max_model_len")
    own = model.context if model else ENOUGH
    return f"{stated or own} tokens" if stated or own else None


def _card(row: Row) -> dict[str, str]:
    """Memory of the card: as logged, as the catalog has it, or as the name says."""
    stated, name = _text(row, "gpu_total_gib"), row["gpu"]
    given = {"card": f"{stated} GiB"} if stated else {}
    for one in (name, re.sub(r"\s*\d+ ?GB.*$", "", name)):
        try:
            return given | {"accelerator": find_thing("accelerator", one).name}
        except FlopwattError:
            continue
    label = re.search(r"(\d+) ?GB", name)
    return given | ({"card.label": f"{label[1]} GB"} if label else {})


def _shape_leaves(row: Row) -> Iterable[Leaf]:
    """A model whose name is not known, by the shape of its cache as the table gives it."""
    sizes = [number_in(row, column) for column in ("kv_layers", "kv_heads_per_gpu", "head_dim")]
    if not all(sizes):
        return
    layers, heads, size = (value or 0.0 for value in sizes)
    tp, pp = number_in(row, "tp") or 1, number_in(row, "pp") or 1
    held = VALUE_BYTES.get(read_format(row["kv_dtype"]), 2)
    origin = Origin("counted", detail="shape of the cache as the table gives it")
    # of all GPUs together, since the table's layers and heads are those of one
    values = {
        "growing_kv": 2 * layers * pp * heads * tp * size * held,  # keys and values
        "kv_heads": heads * tp,
        **dict.fromkeys(("growing_latent", "window_kv", "window_latent", "state_bytes"), 0.0),
        **dict.fromkeys(("cross_kv", "cross_bytes_per_sequence"), 0.0),
    }
    for quantity, value in values.items():
        yield Leaf(quantity, NAMELESS, value, Rank.CATALOG, origin)
