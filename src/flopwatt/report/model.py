"""One model: what it counts, costs and keeps, each with the rule by which it was counted."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flopwatt.architecture.count import Counts
from flopwatt.architecture.records import Architecture
from flopwatt.problems import PlanError, Problem, nearest
from flopwatt.report.claim import claim_answer, claim_document, claim_section
from flopwatt.report.document import document
from flopwatt.report.explain import explain
from flopwatt.report.layers import layer_section, tensor_section
from flopwatt.report.lookup import key_page
from flopwatt.report.model_memory import cache_section, cache_text, weight_section
from flopwatt.report.model_texts import amount, listed_row
from flopwatt.report.page import explain_all
from flopwatt.report.policy import policy_section
from flopwatt.report.records import Cell, Parts, Report, Section, Table
from flopwatt.studies.claims import ClaimAnswer, answer_claim
from flopwatt.studies.models import ModelStudy
from flopwatt.units import show

CONVENTIONS = {
    "params.total": "total, a tied matrix once",
    "params.active.all": "active",
    "params.active.no_input_embedding": "active, without input embedding",
    "params.active.no_embeddings": "active, without embedding and head",
    "params.non_embedding": "non-embedding",
    "params.stored": "stored: tied twice, towers, MTP",
    "params.towers": "vision and audio towers",
    "params.predictor": "multi-token prediction (MTP)",
    "lora.trainable": "trainable by LoRA",
}
ARITHMETIC = {
    "flops.weights": "weights of the layers",
    "flops.output_head": "output head",
    "flops.attention_scores": "attention scores",
    "flops.state": "recurrences",
    "flops.forward_per_token": "forward, together",
    "flops.training_per_token": "forward and backward",
    "flops.attention_scores_full": "attention scores, masks ignored",
}
# keys worth an explanation, the first that is known
WORTH_ASKING = (
    *("params.active.all", "kv_cache.bytes_per_token", "weights.resident_bytes"),
    *("context_length", "params.total"),
)


def build_model_report(
    found: ModelStudy, parts: Iterable[str] = (), claim: str | None = None
) -> Report:
    """Everything a face needs to show a model; some ``parts`` of it, or what most people ask.

    A ``claim`` is a number that somebody states, held against the model's own.

    Raises PlanError for a part that there is not.
    """
    study = found.study
    parts = tuple(parts)
    made = [(name, PARTS[name](found)) for name in _named(parts)]
    sections = tuple(section or _empty(name) for name, section in made if section or parts)
    held = answer_claim(found, claim) if claim is not None else None
    tables = sections if parts else ()
    if held is not None:
        sections = (claim_section(held), *sections) if parts else (claim_section(held),)
    published = found.reading.published
    where = published.origin.place or published.origin.source or "catalog"
    return Report(
        title=published.name,
        subtitle=where,
        make_parts=lambda: Parts(
            answer=claim_answer(held) if held else _answer(found),
            lede="" if held else _lede(found),
            sections=sections,
            example=next((key for key in WORTH_ASKING if key in study.results), "batch"),
        ),
        warnings=study.warnings,
        known=study.results.__contains__,
        make_document=functools.partial(_document, found, tables, held),
        explain=functools.partial(explain, study),
        explain_all=functools.partial(explain_all, study),
        key_page=functools.partial(key_page, study),
        ask=("flopwatt model", "{subject}", "--explain {key}"),
    )


def _named(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The parts asked for, or those that most people ask for."""
    for part in parts:
        if part not in PARTS:
            problem = Problem(
                "unknown-name",
                "a model's report has no such part",
                field="--part",
                given=part,
                allowed=", ".join(PARTS),
                nearest=nearest(part, PARTS),
            )
            raise PlanError([problem])
    return parts or USUAL


def _empty(part: str) -> Section:
    """A part that was asked for, and of which nothing is known."""
    why = "tokens that it was trained on are needed, such as --tokens 15T"
    said = why if part == "policy" else "nothing is known of it"
    return Section(part, f"{part}: {said}", ())


def _document(
    found: ModelStudy, sections: Iterable[Section], held: ClaimAnswer | None
) -> dict[str, Any]:
    """The public document, with how the config was read, a claim, and the tables asked for."""
    architecture = found.reading.architecture
    reading: dict[str, Any] = {"family": architecture.family if architecture else None}
    assumed = architecture.assumed if architecture else ()
    reading["assumed"] = [{"field": a.key, "value": a.value, "because": a.why} for a in assumed]
    reading["notes"] = list(architecture.notes) if architecture else []
    lacking = found.reading.lacking
    quantities = found.study.results.vocabulary.quantities
    reading["lacking"] = {quantities[name].key: sorted(why) for name, why in lacking.items()}
    tables = {
        table.id: [
            dict(zip(table.columns, (cell.text for cell in row), strict=True)) for row in table.rows
        ]
        for section in sections
        for table in section.tables
    }
    more: dict[str, Any] = {"tables": tables} if tables else {}
    if held is not None:
        more["claim"] = claim_document(held)
    return {**document(found.study), "reading": reading, **more}


def _answer(found: ModelStudy) -> str:
    """Size, and what a token passes where that is less."""
    results = found.study.results
    if "params.total" not in results:
        return "The number of parameters is not known."
    total, active = results["params.total"], results["params.active.all"]
    said = f"{show(total.central, 'param')}: {total.central:,.0f}."
    if active.central < total.central:
        said = f"{show(total.central, 'param')}, {show(active.central, 'param')} active: "
        said += f"{total.central:,.0f} and {active.central:,.0f}."
    return said


def _lede(found: ModelStudy) -> str:
    """Weights, cache and context in a sentence each."""
    study, said = found.study, []
    results = study.results
    if "weights.resident_bytes" in results:
        said.append(f"Weights take {amount(results['weights.resident_bytes'].central)}.")
    if "kv_cache.bytes_per_token" in results and results["kv_cache.bytes_per_token"].central:
        said.append(f"The cache takes {cache_text(found)}.")
    if "context_length" in results:
        said.append(f"The context is {results['context_length'].central:,.0f} tokens.")
    return " ".join(said)


def parameter_section(found: ModelStudy) -> Section | None:
    """Counts by class of tensor, which add up to the total, and by convention."""
    reading, results = found.reading, found.study.results
    tables = []
    counts, architecture = reading.counts, reading.architecture
    if counts is not None and architecture is not None and "params.total" in results:
        tables.append(_part_table(found, counts, architecture))
    rows = [row for row in (listed_row(found, *pair) for pair in CONVENTIONS.items()) if row]
    if rows:
        columns = ("counted", "parameters", "exactly")
        note = _adapters(found)
        tables.append(Table("conventions", "Parameters by convention", columns, tuple(rows), note))
    title = "Parameters: every tensor once"
    return Section("params", title, tuple(tables)) if tables else None


def _adapters(found: ModelStudy) -> str:
    """Beside which matrices adapters are put, where a rank is given."""
    results = found.study.results
    if "lora.trainable" not in results or "lora.sides" not in results:
        return ""
    where = results["lora.sides"].origin.detail.rpartition("beside ")[2]
    return f"Adapters stand beside {where}."


def _part_table(found: ModelStudy, counts: Counts, architecture: Architecture) -> Table:
    total = found.study.results["params.total"].central
    active: dict[str, float] = {}
    for tensor in architecture.tensors():
        if tensor.trained:
            active[tensor.part] = active.get(tensor.part, 0) + int(tensor.active)
    rows = [
        (
            Cell(str(part)),
            Cell(f"{size:,}"),
            Cell(show(float(size) / total, "%")),
            Cell(f"{active[part]:,.0f}"),
        )
        for part, size in counts.by_part.items()
    ]
    passed = found.study.results["params.active.all"].central
    rows.append(
        (
            Cell("together"),
            Cell(f"{total:,.0f}", "params.total"),
            Cell("100 %"),
            Cell(f"{passed:,.0f}", "params.active.all"),
        )
    )
    columns = ("class", "parameters", "share", "active")
    return Table("classes", "Parameters by class of tensor", columns, tuple(rows), foot=1)


def arithmetic_section(found: ModelStudy) -> Section | None:
    """Arithmetic of one token, its parts and their sum."""
    results = found.study.results
    rows = [row for row in (listed_row(found, *pair) for pair in ARITHMETIC.items()) if row]
    if not rows:
        return None
    at = ""
    if "context" in results:
        tokens = f"{results['context'].central:,.0f}"
        architecture = found.reading.architecture
        seen = "those before it" if architecture and architecture.causal else "all others"
        at = f"One token on average over a sequence of {tokens} tokens; it sees {seen}."
    table = Table("flops", "FLOP of one token", ("what", "FLOP", "exactly"), tuple(rows), at)
    return Section("flops", "Arithmetic: weights, attention and output apart", (table,))


def reading_section(found: ModelStudy) -> Section | None:
    """What stood in for fields that the config does not hold, and what else to know."""
    architecture, context = found.reading.architecture, found.reading.context
    rows = []
    if context is not None and "context_length" in found.study.results:
        text = f"{found.study.results['context_length'].central:,.0f} tokens"
        rows.append((Cell("context"), Cell(text, "context_length"), Cell(context.rule)))
    if architecture is not None:
        rows += [(Cell(a.key), Cell(a.value), Cell(a.why)) for a in architecture.assumed]
    notes = "\n".join(architecture.notes) if architecture else ""
    if not rows and not notes:
        return None
    title = "How the config was read"
    columns = ("field", "taken as", "because")
    table = Table(
        "reading", "Defaults and rules", columns, tuple(rows), notes, words=("taken as", "because")
    )
    return Section("reading", title, (table,))


PARTS: Mapping[str, Callable[[ModelStudy], Section | None]] = {
    "params": parameter_section,
    "flops": arithmetic_section,
    "policy": policy_section,
    "weights": weight_section,
    "cache": cache_section,
    "reading": reading_section,
    "layers": layer_section,
    "tensors": tensor_section,
}
USUAL = ("params", "flops", "policy", "weights", "cache", "reading")
