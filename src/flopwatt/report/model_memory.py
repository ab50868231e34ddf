"""The bytes of a model: weights by class and format, cache by token, sequence and policy."""

from __future__ import annotations

from flopwatt.architecture.lacking import Lacking
from flopwatt.architecture.memory_leaves import Held
from flopwatt.report.model_texts import amount, full
from flopwatt.report.records import Cell, Section, Table
from flopwatt.studies.models import ModelStudy

STORED = "weights.stored_bytes"
WEIGHTS = {
    "weights.resident_bytes": "in memory",
    STORED: "on disk, at most",
    "weights.read_bytes_per_step": "read by one step",
}
CACHE = {
    "kv_cache.bytes_per_token": "one token, all layers",
    "kv_cache.growing_bytes": "one token, layers that keep all",
    "kv_cache.growing_latent_bytes": "one token, latents",
    "kv_cache.window_bytes": "one token, layers with a window",
    "kv_cache.cross_bytes": "one source token",
    "kv_cache.cross_bytes_per_sequence": "source of one sequence",
    "kv_cache.bytes_per_sequence": "one sequence",
    "kv_cache.bytes": "all sequences",
}
STATES = {
    "state.bytes_per_sequence": "recurrent state of one sequence",
    "state.bytes": "recurrent states of all sequences",
    "cache.bytes_per_sequence_with_state": "one sequence, with its state",
    "cache.bytes_with_state": "all sequences, with their states",
}
COLUMNS = ("what", "bytes", "exactly")


def weight_section(found: ModelStudy) -> Section | None:
    """Weights as held, and by class and format, which add up to what is in memory."""
    config = found.reading.published.config
    least = config is not None and bool(config.reading.left_out)
    rows = _rows(found, WEIGHTS | ({STORED: "on disk, at least"} if least else {}))
    held = found.reading.held
    if not rows or held is None:
        return None
    results = found.study.results
    note = f"Formats: {held.recipe.name}."
    if results["experts.count"].central:
        touched, experts = results["experts.touched"].central, results["experts.count"].central
        batch = results["batch"].central
        note += f" A step of {batch:,.0f} reads {touched:,.1f} of {experts:,.0f} experts a layer."
    table = Table("weights", "Weights", COLUMNS, tuple(rows), note)
    title = f"Weights: {amount(results['weights.resident_bytes'].central)} in memory"
    return Section("weights", title, (table, _formats(held)))


def _formats(held: Held) -> Table:
    """Bytes by class and format."""
    sums: dict[tuple[str, str], int] = {}
    for kind in held.weights.kinds:
        if not isinstance(kind.bytes, Lacking):
            stack = "" if kind.stack == "decoder" else f"{kind.stack} "
            at = (f"{stack}{kind.part}", kind.format)
            sums[at] = sums.get(at, 0) + kind.bytes
    rows = [
        (Cell(part), Cell(form), Cell(amount(size)), Cell(f"{size:,}"))
        for (part, form), size in sums.items()
    ]
    total = sum(sums.values())
    rows.append((Cell("together"), Cell(""), Cell(amount(total)), Cell(f"{total:,}")))
    columns = ("class", "format", "bytes", "exactly")
    return Table("formats", "By class", columns, tuple(rows), words=("format",), foot=1)


def cache_section(found: ModelStudy) -> Section | None:
    """What decoding keeps; where layers have a window, by both policies of engines."""
    held, results = found.reading.held, found.study.results
    if held is None or "kv_cache.bytes_per_token" not in results:
        return None
    rows = _rows(found, CACHE)
    if results["state.bytes_per_sequence"].central:
        rows += _rows(found, STATES)
    if not rows:
        title = "Cache: none, because nothing is written token by token"
        return Section("cache", title, ())
    notes = [f"Values in {held.kv.name}: {held.chosen}."]
    if "context" in results:
        tokens = f"{results['context'].central:,.0f}"
        notes.append(f"A sequence is {tokens} tokens; there {_are(results['batch'].central)}.")
    tables = [Table("cache", "What decoding keeps", COLUMNS, tuple(rows), "\n".join(notes))]
    known = "kv_cache.window" in results and "context" in results
    if known and results["kv_cache.window_bytes_per_sequence"].central:
        tables.append(_policies(found))
    each = results["kv_cache.bytes_per_token"].central
    title = f"Cache: {cache_text(found)}"
    if not each:
        title = "Cache: a state of each sequence, whatever its length"
    return Section("cache", title, tuple(tables))


def cache_text(found: ModelStudy) -> str:
    """What a token costs; where layers have a window, what it costs beyond the window too."""
    results = found.study.results
    each = results["kv_cache.bytes_per_token"].central
    growing = results["kv_cache.growing_bytes_per_token"].central
    if growing == each:
        return f"{amount(each)} a token"
    window = results["kv_cache.window"].central if "kv_cache.window" in results else None
    beyond = "a window" if window is None else f"{window:,.0f} tokens"
    return f"{amount(each)} a token, and {amount(growing)} beyond {beyond}"


def _policies(found: ModelStudy) -> Table:
    """One sequence by both policies, with what makes an engine follow the one or the other."""
    results = found.study.results
    context = results["context"].central
    window = results["kv_cache.window"].central
    layers = sum(
        results[f"kv_cache.{key}"].central for key in ("window_bytes", "window_latent_bytes")
    )
    growing = results["kv_cache.bytes_per_sequence"].central
    growing -= results["kv_cache.window_bytes_per_sequence"].central
    rows = []
    for name, tokens, setting in (
        ("windowed", min(context, window), "vLLM and SGLang: hybrid cache, on unless switched off"),
        ("full", context, "vLLM: --disable-hybrid-kv-cache-manager"),
    ):
        size = growing + layers * tokens
        rows.append((Cell(name), Cell(amount(size)), Cell(f"{size:,.0f}"), Cell(setting)))
    columns = ("policy", "one sequence", "exactly", "set by")
    return Table("policies", "By policy of the engine", columns, tuple(rows), words=("set by",))


def _are(batch: float) -> str:
    return "is one" if batch == 1 else f"are {batch:,.0f}"


def _rows(found: ModelStudy, wanted: dict[str, str]) -> list[tuple[Cell, ...]]:
    results = found.study.results
    values = {key: results[key].central for key in wanted if key in results}
    return [
        (Cell(wanted[key]), Cell(amount(number), key), Cell(full(number)))
        for key, number in values.items()
        if number
    ]
