"""Published peaks of memory while training, held against the bill of the worst stage."""

from __future__ import annotations

import math
import os
import re
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from flopwatt.architecture.activations import put_activations
from flopwatt.architecture.config import MOST, MOST_LAYERS
from flopwatt.architecture.leaves import Supply, put_counts
from flopwatt.architecture.tabulated import COLUMNS as SHAPE
from flopwatt.architecture.tabulated import missing_shape, tabulated
from flopwatt.architecture.training_leaves import put_training
from flopwatt.model.value import Leaf, Origin
from flopwatt.problems import FlopwattError
from flopwatt.studies.backtest import (
    Backtest,
    Row,
    Scored,
    Unmodelled,
    compare,
    number_in,
    read_truth,
)
from flopwatt.studies.fit import fit_model
from flopwatt.studies.nameless import NAMELESS
from flopwatt.units import from_canonical

# a configuration is what stands between these two columns
FIRST, LAST = "model", "precision"
COLUMNS = (
    *("id", "model", "task", "params_b", *SHAPE, "seq_len", "attention", "n_accel"),
    *("tp", "pp", "vp", "dp", "cp", "ep", "zero_or_fsdp", "micro_batch", "global_batch_seqs"),
    *("recompute", "precision", "framework", "peak_mem_gib", "mem_kind", "source"),
    *("source_locator", "verified", "evidence", "notes"),
)
TOLD_BY = ("mem_kind", "model", "source", "framework", "accelerator")
TARGET = "peak allocated"
# by kind of value: which line of the bill it measures, and in which unit
KINDS = {
    TARGET: ("training_peak", "GiB"),
    "peak reserved, max over ranks": ("training_reserved", "GiB"),
    "GPU memory in use as logged (GB)": ("training_need", "GB"),
    "peak (GB) as reported": ("training_need", "GB"),
}
NO_EVIDENCE = ("formula", "arithmetic", "memory")
KEEPING = (2, 3)  # the release of Transformer Engine from which unused gradients are kept
LOSS_COMPILED = 202503  # until then torchtitan compiles layers and leaves the loss as it is
LAYOUT = {"tp": "tp", "pp": "pp", "ep": "ep", "cp": "training.cp", "vp": "training.vp"}


def backtest_training_memory(path: str | os.PathLike[str]) -> Backtest:
    """Predict the peak of every row that was measured. Raises PlanError for a bad table."""
    rows = [row for row in read_truth(path, COLUMNS) if number_in(row, "peak_mem_gib")]
    measured, left_out = [], []
    for row in rows:
        reason = no_truth(row)
        if reason:
            left_out.append(Unmodelled(row["id"], reason))
        else:
            measured.append(row)
    scored = []
    for found in _once(measured):
        told = found if isinstance(found, Unmodelled) else _score(found)
        if isinstance(told, Scored):
            scored.append(told)
        else:
            left_out.append(told)
    return Backtest("training-memory", tuple(scored), tuple(left_out))


def no_truth(row: Row) -> str:
    """Why a row is no measurement of memory; empty where it is one."""
    if row["evidence"] in NO_EVIDENCE or row["task"] == "memory (analytic)":
        return "the value was worked out, not measured"
    if row["verified"] == "no":
        return "the value was not verified"
    return "" if row["mem_kind"] in KINDS else f"no line of the bill is {row['mem_kind']!r}"


def _once(rows: Iterable[Row]) -> Iterator[Row | Unmodelled]:
    """Each configuration once: the median of its releases, and equal values of it together."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(_configuration(row), []).append(row)
    seen: dict[tuple[str, ...], str] = {}
    for group in groups.values():
        middle = statistics.median(float(row["peak_mem_gib"]) for row in group)
        row = {**group[0], "peak_mem_gib": f"{middle:.12g}"}
        key = (*_configuration(row, "global_batch_seqs"), row["peak_mem_gib"])
        for other in group[1:]:
            yield Unmodelled(other["id"], f"another release of row {row['id']}, counted once")
        if key in seen:
            yield Unmodelled(
                row["id"], f"equals row {seen[key]} in setting and value, counted once"
            )
            continue
        seen[key] = row["id"]
        yield row


def _configuration(row: Row, *without: str) -> tuple[str, ...]:
    """The cells that make a configuration; what is measured otherwise is another one."""
    names = list(row)
    between = names[names.index(FIRST) : names.index(LAST) + 1]
    left_out = ("framework", *without)
    cells = (row[name] for name in between if name not in left_out)
    return (*cells, row["mem_kind"], row["notes"] if "compile" in row["notes"] else "")


def _score(row: Row) -> Scored | Unmodelled:
    quantity, unit = KINDS[row["mem_kind"]]
    expected = number_in(row, "peak_mem_gib")
    shape = {name: _whole(row, name) for name in SHAPE if row[name]}
    lacking = missing_shape(shape)
    if lacking or not expected:
        return Unmodelled(row["id"], f"the row does not state {', '.join(lacking)}")
    try:
        results = fit_model(row["id"], _leaves(row, shape), _given(row)).results
    except FlopwattError as error:
        return Unmodelled(row["id"], str(error).partition("\n")[0])
    key = results.key(results.vocabulary.quantities[quantity], NAMELESS)
    if key not in results:
        return Unmodelled(row["id"], "the row does not state its sequence or its machine")
    predicted = from_canonical(results[key].central, unit)
    cells = {column: row[column] or "not stated" for column in TOLD_BY if column in row}
    scored = compare(row, expected, predicted, cells)
    return replace(scored, apart=row["mem_kind"] != TARGET)


def _whole(row: Row, column: str) -> int:
    """A size; none where the cell holds what no model has."""
    found = number_in(row, column) or 0
    most = MOST_LAYERS if column == "layers" else MOST
    return int(found) if 0 <= found <= most else 0


def _leaves(row: Row, shape: Mapping[str, int]) -> Sequence[Leaf]:
    """The model as its columns describe it."""
    stated = number_in(row, "params_b")
    latent = row["attention"] == "MLA"
    found = tabulated(shape, latent=latent, params=stated * 1e9 if stated else None)
    detail = ", ".join(("shape as the table gives it", *found.assumed))
    supply = Supply(NAMELESS, Origin("counted", detail=detail))
    put_counts(supply, found.architecture)
    put_activations(supply, found.architecture)
    put_training(supply, found.architecture)
    return supply.leaves


def _given(row: Row) -> dict[str, str]:
    """The plan of a row, in the words of a fit."""
    layout = {key: f"{number_in(row, column) or 1:g}" for column, key in LAYOUT.items()}
    tokens = number_in(row, "seq_len")
    sizes = (number_in(row, column) or 1 for column in ("tp", "pp", "cp", "dp"))
    given = layout | {
        "gpus": f"{number_in(row, 'n_accel') or math.prod(sizes):g}",
        "context": f"{tokens:g} tokens" if tokens else "",
        "training.micro_batch": f"{number_in(row, 'micro_batch') or 1:g}",
        "training.zero": _zero(row["zero_or_fsdp"]),
        **_framework(row),
    }
    return {key: value for key, value in given.items() if value}


def _zero(words: str) -> str:
    """The stage that a framework's words mean."""
    stage = re.search(r"zero-?([0-3])", words, re.I)
    if stage:
        return stage[1]
    if re.search(r"fsdp|fully", words, re.I):
        return "3"
    return "1" if "distributed optimizer" in words.lower() else "0"


def _framework(row: Row) -> dict[str, str]:
    """What a framework keeps, and how it works the loss out, where a row does not say."""
    name, notes = row["framework"].lower(), row["notes"].lower()
    megatron = "megatron" in name or "nemo" in name
    fused = "cross-entropy fusion on" in notes or row["source_locator"].endswith("_cef")
    compiled = "torch.compile" in notes and "no torch.compile" not in notes
    compiled = compiled and _month(row["source"]) >= LOSS_COMPILED
    loss = "fused" if fused else "unfused" if megatron or compiled else "plain"
    engine = re.search(r"\bte (\d+)\.(\d+)", name)
    keeps = engine is not None and (int(engine[1]), int(engine[2])) >= KEEPING
    old = "deepspeed" in name  # forked before sequence parallelism and flash attention
    return {
        "training.recipe": "mixed-fp32-gradients" if megatron else _recipe(row),
        "training.recompute": _recompute(row["recompute"].lower(), "torchtitan" in name),
        "training.loss": loss,
        "training.gradient_scratch": "kept" if keeps else "none",
        "training.sequence_parallel": "no" if old else "yes",
        "training.attention": "unfused" if old else "flash",
    }


def _month(source: str) -> int:
    """The year and month that the name of a source holds; 0 where it holds none."""
    found = re.search(r"(?<!\d)20[0-9]{4}(?!\d)", source)
    return int(found[0]) if found else 0


def _recipe(row: Row) -> str:
    """What is kept outside Megatron: 32-bit weights where they are divided, else a copy."""
    if "pure" in f"{row['precision']} {row['notes']}".lower():
        return "bf16"
    return "fp32" if _zero(row["zero_or_fsdp"]) == "3" else "mixed"


def _recompute(words: str, operators: bool) -> str:
    """What is recomputed; torchtitan's selective is every second matrix product."""
    if words.startswith("selective"):
        return "operators" if operators else "selective"
    return "full" if words.startswith("full") else "none"
