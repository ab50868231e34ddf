"""Times that no engine beats when a model is held on some GPUs, and the load that rates make."""

from __future__ import annotations

from collections.abc import Sequence

from flopwatt.report.fit_budget import caches
from flopwatt.report.model_texts import full
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import counted, value_text
from flopwatt.studies.run import Study

FLOORS = {
    "fit.prefill_floor": "reading one prompt, by the weights alone",
    "fit.prefill_floor_attention": "reading one prompt, with attention scores",
    "fit.decode_floor": "one decoding step, weights that it reads",
    "fit.decode_cache_floor": "added by reading the cache",
    "fit.decode_step": "one decoding step in all",
    "fit.decode_tokens": "tokens per second then, at most",
    "fit.decode_floor_stored": "one decoding step, all weights in memory read",
}
LOAD = {
    "fit.in_flight": "requests in flight",
    "fit.peak_tokens": "tokens per second at the peak",
}


def floor_section(study: Study) -> Section | None:
    """Times that no engine can beat, and the load that follows from rates."""
    tables = []
    for name, title, wanted in (
        ("floors", "Times that no engine beats", FLOORS),
        ("load", "Load", LOAD),
    ):
        rows = [
            (Cell(said), Cell(value_text(study.results[key], study.plan.start), key))
            for key, said in wanted.items()
            if key in study.results and (caches(study) or "decode" not in key)
        ]
        if rows:
            note = _batch(study, rows) if name == "floors" else ""
            tables.append(Table(name, title, ("what", "value"), tuple(rows), note))
    return Section("floors", "Floors", tuple(tables)) if tables else None


def _batch(study: Study, rows: Sequence[tuple[Cell, ...]]) -> str:
    """What a step works on, and how long a prompt is."""
    results, said = study.results, []
    keys = [row[1].key for row in rows]
    if "fit.prefill_floor" in keys:
        said.append(f"A prompt is {full(results['fit.prompt'].central)} tokens.")
    if "fit.decode_floor" in keys or "fit.decode_cache_floor" in keys:
        wanted, batch = (results[key].central for key in ("fit.wanted", "fit.batch"))
        step = f"A step decodes {counted(int(wanted), 'sequence')}"
        if "fit.context" in results:
            step += f" of {full(results['fit.context'].central)} tokens"
        said.append(step + (f", {full(batch)} on a GPU at once." if batch != wanted else "."))
    return " ".join(said)
