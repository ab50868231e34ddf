"""The memory of one GPU line by line, as each engine shares it out, and what the cache holds."""

from __future__ import annotations

import math
from collections.abc import Mapping

from flopwatt.report.model_texts import amount, full
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import number_text, value_text
from flopwatt.studies.run import Study

CARD = {"fit.card": "memory of one GPU"}
REST = {
    "fit.cache": "left for the cache",
    "fit.need": "cache of the sequences wanted",
    "fit.headroom": "to spare",
}
WEIGHTS = {"fit.weights": "weights"}
ACTIVATIONS = {"fit.activations": "activations, at the most tokens a step"}
OTHER = {"fit.other": "runtime, links and graphs"}
USABLE = {"fit.usable": "that the engine may use"}
# what comes off, line by line, until the cache is left
SHARED = {
    **CARD,
    "fit.left_free": "left free, outside the engine's share",
    **USABLE,
    **WEIGHTS,
    **ACTIVATIONS,
    **OTHER,
    **REST,
}
STATIC = {
    **CARD,
    **OTHER,
    "fit.left_free": "left free, outside the engine's share",
    "fit.activations": "of it activations, at the most tokens a step",
    **USABLE,
    **WEIGHTS,
    **REST,
}
LATE = {
    **CARD,
    **WEIGHTS,
    **ACTIVATIONS,
    **OTHER,
    "fit.left_free": "left free, of what is then free",
    **REST,
}
BUDGETS = {"sglang": STATIC, "tensorrt-llm": LATE}
NOTES = {
    "sglang": "The engine may use {share} of what runtime and links leave, for weights and cache; "
    "activations live in what it leaves free.",
    "tensorrt-llm": "The cache takes {share} of what weights, activations and runtime leave.",
}
NOTE = "The engine may use {share} of the memory, for weights, activations, runtime and cache."
PER_TOKEN = {
    "fit.cache_bytes_per_token": "cache of one token, on each GPU",
    "fit.cache_state": "recurrent state of one sequence, on each GPU",
    "fit.cache_cross": "cache of the source of one sequence, on each GPU",
    "fit.cache_bytes_per_sequence": "cache of one sequence, on each GPU",
}
HOLDS = {
    "fit.tokens": "tokens in the cache",
    "fit.sequences": "sequences at once",
    "fit.largest_context": "tokens of the longest sequence",
    "fit.batched_tokens": "tokens that a step takes at most",
}
GROWING = ("fit.tokens", "fit.largest_context")  # known only of a cache that grows
EACH, EACH_SEQUENCE = "fit.cache_bytes_per_token", "fit.cache_bytes_per_sequence"
BYTES = ("on each GPU", "bytes", "exactly")


def grows(study: Study) -> bool:
    """Whether a token more takes more cache; not where all that is kept is a state."""
    return EACH not in study.results or study.results[EACH].central > 0


def caches(study: Study) -> bool:
    """Whether anything is kept of a sequence; not by an encoder, which writes nothing."""
    return EACH_SEQUENCE not in study.results or study.results[EACH_SEQUENCE].central > 0


def engine_of(study: Study) -> str:
    """The engine by whose rule memory is shared out."""
    found = study.results["fit.engine"]
    return number_text(found.quantity, found.central, study.plan.start)


def budget_section(study: Study) -> Section | None:
    """The memory of one GPU, line by line, and the cache of a token and of a sequence."""
    engine = engine_of(study)
    rows = byte_rows(study, BUDGETS.get(engine, SHARED))
    if not rows:
        return None
    note = ""
    if "fit.utilisation" in study.results:
        share = value_text(study.results["fit.utilisation"], study.plan.start)
        note = NOTES.get(engine, NOTE).format(share=share)
    first = Table("budget", "Memory", BYTES, tuple(rows), note)
    kept = [row for row in byte_rows(study, PER_TOKEN) if row[2].text != "0"]
    more = (Table("cache", "Cache", BYTES, tuple(kept)),) if kept else ()
    return Section("budget", "Memory of one GPU, line by line", (first, *more))


def byte_rows(study: Study, wanted: Mapping[str, str]) -> list[tuple[Cell, ...]]:
    """A row of bytes for each of some keys that is known: in both units, and exactly."""
    rows: list[tuple[Cell, ...]] = []
    for key, said in wanted.items():
        if key in study.results:
            number = study.results[key].central
            rows.append((Cell(said), Cell(amount(number), key), Cell(whole_bytes(number))))
    return rows


def whole_bytes(number: float) -> str:
    """Bytes in full, to the next whole one."""
    return full(round(number)) if math.isfinite(number) else full(number)


def capacity_section(study: Study) -> Section | None:
    """Tokens and sequences that the cache holds, all replicas together."""
    left_out: tuple[str, ...] = () if grows(study) else GROWING
    if not caches(study):
        left_out = (*GROWING, "fit.sequences")
    rows = [
        (Cell(said), Cell(full(study.results[key].central), key))
        for key, said in HOLDS.items()
        if key in study.results and key not in left_out
    ]
    if not rows:
        return None
    table = Table("holds", "What fits", ("what", "number"), tuple(rows), _replicas(study))
    return Section("holds", "What the cache holds", (table,))


def _replicas(study: Study) -> str:
    """How much of what is told of all replicas each of them holds."""
    dp = study.results["fit.dp"].central
    if dp == 1 or not caches(study):
        return ""
    words = {"fit.tokens": "tokens", "fit.sequences": "sequences"}
    told = {key: word for key, word in words.items() if grows(study) or key not in GROWING}
    each = [
        f"{full(study.results[key].central / dp)} {word}"
        for key, word in told.items()
        if key in study.results
    ]
    if not each:
        return ""
    return f"All {dp:,.0f} replicas together; each holds {' and '.join(each)}."
