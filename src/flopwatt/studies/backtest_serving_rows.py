"""What a row of measured serving says: model, GPUs, how they divide it, lengths and load."""

from __future__ import annotations

import os
import re
import statistics
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from flopwatt.catalog import find_thing
from flopwatt.problems import FlopwattError
from flopwatt.studies.backtest import Row, Unmodelled, number_in, read_truth
from flopwatt.studies.backtest_engines import ENGINES
from flopwatt.studies.backtest_models import Finder, Known, read_format
from flopwatt.studies.backtest_serving_fits import OneFit
from flopwatt.studies.nameless import vocabulary_of

# a measurement is what stands between these two columns
FIRST, LAST, RELEASE = "kind", "request_rate", "engine_version"
NEEDED = ("id", "kind", "hardware", "gpu_count", "model", "isl", "osl")
COLUMNS = (
    *NEEDED,
    *("weight_precision", "kv_precision", "engine", "engine_version", "tp", "pp", "ep", "dp"),
    *("concurrency_or_batch", "request_rate", "output_tok_s_total", "output_tok_s_per_gpu"),
    *("input_tok_s_total", "ttft_mean_ms", "tpot_mean_ms", "verified", "notes"),
)
SIZES = {
    "tp": "tensor_parallel",
    "pp": "pipeline_parallel",
    "ep": "expert_parallel",
    "dp": "data_parallel",
}
PROMPTS_ALONE = ("fleet_prefill", "disagg_prefill")  # kinds without answers
SUBMITTED = "mlperf_"  # results that many submit for one system
SYSTEM = ("kind", "hardware", "gpu_count", "model", "engine_version")
TOTAL = "output_tok_s_total"
OTHER, UNTOLD = "other", "auto"
MOST_GPUS, MOST_TOKENS = 1_000_000, 10_000_000
# what its maker's 4-bit files of a model leave in 16 bits, by the name of the model
FOUR_BITS = ((re.compile("deepseek", re.I), "nvfp4, attention=bf16"),)
# attention by data and experts by GPU, which a table of DEPn rows says in words
SPREAD = re.compile(r"\bDEP ?n?\d*\b")
CAPPED = "power-capped"
LIMIT = re.compile(r"max_num_seqs\s*=?\s*(\d+)")


class UnsaidError(Exception):
    """A row does not say what a prediction needs; the text is the reason."""


@dataclass(frozen=True)
class Load:
    """Sequences of all replicas at once as a row states them, and the engine's own limit."""

    sequences: float | None = None
    limit: float | None = None


def read_rows(path: str | os.PathLike[str]) -> list[Row]:
    """The rows of a table; what it has no column for is not stated. Raises PlanError."""
    rows = read_truth(path, NEEDED)
    lacking = {name: "" for name in COLUMNS if rows and name not in rows[0]}
    names = _names(rows)
    return [{**row, **lacking, "id": name} for row, name in zip(rows, names, strict=True)]


def _names(rows: Iterable[Row]) -> Iterator[str]:
    """What each row is told by: its id, and where it has none or another's its number."""
    seen: set[str] = set()
    for number, row in enumerate(rows, start=1):
        name = row["id"] or f"number {number}"
        yield f"{name} (number {number})" if name in seen else name
        seen.add(name)


def read_fit(row: Row, finder: Finder) -> OneFit:
    """The fit that a row was measured on. Raises UnsaidError where the row does not say enough."""
    try:
        sizes = {**_lengths(row), **_layout(row), "engine": _engine(row)}
        accelerator = find_thing("accelerator", row["hardware"])
        one = OneFit(_model(row, finder), accelerator, sizes)
        one.check()
    except FlopwattError as error:
        problem = error.problems[0]
        raise UnsaidError(f"{problem.message}: {problem.given}") from error
    return one


def read_load(row: Row) -> Load:
    """How many sequences a row has at once. Raises UnsaidError where that is no number."""
    text = row["concurrency_or_batch"]
    limit = LIMIT.fullmatch(text)
    if limit:
        return Load(limit=_positive(float(limit[1]), "the limit of the engine", MOST_GPUS))
    return Load(_number(row, "concurrency_or_batch", MOST_TOKENS))


def read_positive(row: Row, column: str) -> float | None:
    """A cell that holds a number above zero; None where it is empty. Raises UnsaidError."""
    return _number(row, column, float("inf"))


def no_truth(row: Row) -> str:
    """Why a prediction is not to be held to a row; empty where it is."""
    if row["verified"] == "no":
        return "the value was not verified against its source"
    if row["verified"] not in ("", "yes"):
        return f"whether the value was verified is yes or no, not {row['verified']}"
    if "ambiguous" in row["notes"] and row["tp"] != "1" and not row[TOTAL]:
        return "it is not certain whether the value is that of one GPU or of all"
    if CAPPED in row["hardware"]:
        return "the GPUs ran under a power cap, which is another operating point"
    return ""


def count_once(rows: Iterable[Row]) -> Iterator[Row | Unmodelled]:
    """Each measurement once: of releases the newest, of many submitters the median."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        groups.setdefault(_measurement(row), []).append(row)
    for group in groups.values():
        if group[0]["kind"].startswith(SUBMITTED):
            first, *others = group
            yield _median(group)
            for other in others:
                yield Unmodelled(other["id"], f"the system of row {first['id']}, counted once")
            continue
        *older, newest = sorted(group, key=_release)
        yield newest
        for other in older:
            yield Unmodelled(other["id"], f"measured again in row {newest['id']}, counted once")


def _measurement(row: Row) -> tuple[str, ...]:
    if row["kind"].startswith(SUBMITTED):
        return tuple(row[column] for column in SYSTEM)
    names = list(row)
    start, end = sorted((names.index(FIRST), names.index(LAST)))
    return tuple(row[name] for name in names[start : end + 1] if name != RELEASE)


def _release(row: Row) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d{1,9}", row[RELEASE]))


def _median(group: list[Row]) -> Row:
    """One row for all, with the median of those totals that are numbers."""
    found = [float(row[TOTAL]) for row in group if re.fullmatch(r"\d+(\.\d+)?", row[TOTAL])]
    middle = f"{statistics.median(found):.12g}" if found else ""
    return {**group[0], TOTAL: middle or group[0][TOTAL]}


def _lengths(row: Row) -> dict[str, float]:
    """Tokens of prompt and answer. Raises UnsaidError."""
    prompt, answer = _number(row, "isl", MOST_TOKENS), _number(row, "osl", MOST_TOKENS)
    answer = 1.0 if row["kind"] in PROMPTS_ALONE else answer
    if prompt is None or answer is None:
        what = "prompts" if prompt is None else "answers"
        raise UnsaidError(f"the row does not say how long {what} are")
    return {"fit_prompt": prompt, "fit_answer": answer, "fit_context": prompt + answer}


def _layout(row: Row) -> dict[str, float]:
    """GPUs and how they divide the model; one GPU does not. Raises UnsaidError."""
    gpus = _whole(row, "gpu_count")
    if gpus is None:
        raise UnsaidError("the row does not say how many GPUs there are")
    said = {name: _whole(row, name) for name in SIZES}
    if said["ep"] and gpus % said["ep"]:
        raise UnsaidError(f"experts over {said['ep']:,.0f} GPUs do not divide {gpus:,.0f}")
    sizes = {SIZES[name]: size for name, size in said.items() if size is not None}
    if said["tp"] is None and gpus > 1:
        if said["ep"] and SPREAD.search(row["notes"]):
            sizes |= {SIZES["tp"]: 1.0, SIZES["dp"]: said["dp"] or said["ep"]}
        elif said["dp"] is None and said["pp"] in (None, 1):
            raise UnsaidError("the row does not say how the GPUs divide the model")
        elif (said["dp"] or 1) * (said["pp"] or 1) != gpus:
            raise UnsaidError("the row does not say how many GPUs share each layer")
    return {"fit_accelerators": gpus, SIZES["pp"]: said["pp"] or 1.0, **sizes}


def _engine(row: Row) -> float:
    """The place of the engine among the words that the vocabulary has for it."""
    text = row["engine"].lower()
    # results submitted with TensorRT run its LLM library
    known = {**ENGINES, "tensorrt ": "tensorrt-llm"}
    name = next((name for start, name in known.items() if text.startswith(start)), OTHER)
    return float(vocabulary_of("model", "fit").quantities["engine"].words.index(name))


def _model(row: Row, finder: Finder) -> Known:
    """The model in the formats of the row. Raises UnsaidError where it is not known."""
    weights, cache = _format(row, "weight_precision"), _format(row, "kv_precision")
    own = finder(row["model"], "", cache)
    if own is None:
        raise UnsaidError(f"the catalog has no shape of {row['model']}")
    if weights == "fp4":
        # what was published in 4 bits is run in them, all else in those of the GPU's maker
        rest = next((f for pattern, f in FOUR_BITS if pattern.search(row["model"])), "nvfp4")
        weights = "" if _leaf(own, "four_bit_share") else rest
    found = finder(row["model"], weights, cache) if weights else own
    if found is None:
        raise UnsaidError(f"{row['model']} cannot be read in {row['weight_precision']}")
    return found


def _format(row: Row, column: str) -> str:
    """The format that a cell names, of several that of what is stored; empty where none is."""
    text = row[column].strip().lower()
    stored = re.search(r"(\w+)\s*\(w\)", text)
    text = stored[1] if stored else text
    found = read_format(text) or ("fp4" if re.search(r"\bfp4\b", text) else "")
    if text and not found and text != UNTOLD:
        raise UnsaidError(f"no format is known by the name {row[column]}")
    return found


def _leaf(model: Known, quantity: str) -> float:
    values = (leaf.value for leaf in model.leaves if leaf.quantity == quantity)
    return float(next(values, 0.0))


def _number(row: Row, column: str, most: float) -> float | None:
    try:
        found = number_in(row, column)
    except FlopwattError as error:
        raise UnsaidError(f"column {column} holds no number: {row[column]}") from error
    return None if found is None else _positive(found, f"column {column}", most)


def _positive(number: float, what: str, most: float) -> float:
    if not 0 < number <= most:
        raise UnsaidError(f"{what} holds {number:,.6g}, which no run has")
    return number


def _whole(row: Row, column: str) -> float | None:
    found = _number(row, column, MOST_GPUS)
    if found is not None and found != int(found):
        raise UnsaidError(f"column {column} holds {row[column]}, and GPUs are counted")
    return found
