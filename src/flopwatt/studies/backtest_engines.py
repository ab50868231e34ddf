"""What releases of serving engines did unless told, as far as it decides memory.

The defaults here are those of vLLM's own releases (its engine arguments, its worker's profiling);
current ones stand in the catalog as defaults of a fit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from flopwatt.studies.backtest import Row, number_in

Version = tuple[int, int, int]
NEWEST: Version = (0, 99, 0)
ENGINES = {
    "vllm": "vllm",
    "sglang": "sglang",
    "tensorrt-llm": "tensorrt-llm",
    "trt-llm": "tensorrt-llm",
}
# 0.2.5 counts what libraries hold; 0.6.4 no longer counts what was held before the engine
COUNTS_LIBRARIES, COUNTS_FROM_START = (0, 2, 5), (0, 6, 4)
CHUNKS_LONG, CHUNKS_WIDER, CHUNKS_ALWAYS = (0, 5, 4), (0, 6, 5), (0, 8, 0)
LONG = 32768  # contexts above it are read in chunks from 0.5.4 on
# the cache of layers with a window is their window from here on, and logs count it so
WINDOWS, WINDOWS_LOGGED = (0, 10, 0), (0, 18, 0)
# a release by the number of the thread that tells of it, and by the month it is told in: the last
# that is not later than the thread
THREADS: tuple[tuple[int, Version], ...] = (
    (0, (0, 2, 6)), (2_500, (0, 4, 0)), (7_200, (0, 6, 0)), (10_400, (0, 7, 0)),
    (15_000, (0, 9, 0)), (21_000, (0, 12, 0)), (40_000, NEWEST),
)  # fmt: skip
MONTHS: tuple[tuple[str, Version], ...] = (
    ("2023-06", (0, 2, 6)), ("2024-03", (0, 4, 0)), ("2024-08", (0, 6, 0)), ("2024-11", (0, 7, 0)),
    ("2025-03", (0, 9, 0)), ("2025-07", (0, 12, 0)), ("2026-04", NEWEST),
)  # fmt: skip


@dataclass(frozen=True)
class Engine:
    """What a release decides: fields of a fit, and what layers with a window keep."""

    given: Mapping[str, str]
    windows: str


def read_engine(row: Row, context: float | None = None) -> Engine:
    """The settings that an engine's release takes unless the log says otherwise.

    ``context`` is the model's own, which holds where the log states no length.
    """
    name = ENGINES.get(row["engine"].lower(), "other")
    if name != "vllm":
        return Engine({"engine": name}, "windowed")
    version = _version(row)
    length = number_in(row, "max_model_len") or context or float("inf")
    windowed = version >= (WINDOWS_LOGGED if row["usable_for"] == "budget" else WINDOWS)
    given = {"engine": name, **_prefill(version, length), **_beside(version)}
    return Engine(given, "windowed" if windowed else "full")


def _version(row: Row) -> Version:
    """The release; where it is not stated, by the month or the thread that tells of it."""
    found = re.search(r"\b0\.(\d+)(?:\.(\d+))?", row["engine_version"])
    if found:
        return 0, int(found[1]), int(found[2] or 0)
    month = re.search(r"20\d\d-\d\d", row["engine_version"])
    if month:
        return [version for first, version in MONTHS if first <= month[0]][-1]
    thread = re.search(r"vllm-project/vllm#(\d+)", row["source"])
    if thread:
        return [version for first, version in THREADS if first <= int(thread[1])][-1]
    return NEWEST


def _prefill(version: Version, length: float) -> dict[str, str]:
    """Tokens and sequences of the step that is measured, and what choosing tokens takes."""
    if version >= CHUNKS_ALWAYS:
        return {}
    # the sampler of those releases kept several sorted and normalised copies of the scores
    given = {"batch_limit": "256", "logit_bytes": "39 bytes"}
    if version < CHUNKS_LONG or length <= LONG:
        return given | {"prefill": "whole"}
    tokens = "2048" if version >= CHUNKS_WIDER else "512"
    return given | {"batched_tokens": f"{tokens} tokens"}


def _beside(version: Version) -> dict[str, str]:
    """What is counted beside tensors: nothing, all that is not free, or what the engine added."""
    if version < COUNTS_LIBRARIES:
        return {"runtime": "0 GiB", "runtime_per_peer": "0 GiB"}
    if version < COUNTS_FROM_START:
        return {"runtime": "0.7 GiB"}  # the context of CUDA and what the allocator holds unused
    return {}
