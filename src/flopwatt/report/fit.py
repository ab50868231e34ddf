"""A model on some GPUs: the memory of one GPU line by line, and the term that breaks it."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from flopwatt.architecture.published import Reading
from flopwatt.report.document import document
from flopwatt.report.explain import explain
from flopwatt.report.lookup import key_page
from flopwatt.report.model_texts import amount, full
from flopwatt.report.page import explain_all
from flopwatt.report.records import Cell, Report, Section, Table
from flopwatt.report.texts import counted, number_text, value_text
from flopwatt.studies.run import Study

SERVING = {
    "fit.card": "memory of one GPU",
    "fit.usable": "that the engine may use",
    "fit.weights": "weights",
    "fit.activations": "activations, at the most tokens a step",
    "fit.other": "runtime, links and graphs",
    "fit.cache": "left for the cache",
    "fit.need": "cache of the sequences wanted",
    "fit.headroom": "to spare",
}
PER_TOKEN = {
    "fit.cache_bytes_per_token": "cache of one token, on each GPU",
    "fit.cache_bytes_per_sequence": "cache of one sequence, on each GPU",
}
HOLDS = {
    "fit.tokens": "tokens in the cache",
    "fit.sequences": "sequences at once",
    "fit.largest_context": "tokens of the longest sequence",
    "fit.batched_tokens": "tokens that a step takes at most",
}
TRAINING = {
    "fit.card": "memory of one GPU",
    "fit.training.states": "weights, gradients and optimizer",
    "fit.training.weights": "of these weights",
    "fit.training.gradients": "of these gradients",
    "fit.training.optimizer": "of these optimizer",
    "fit.training.activations": "activations kept",
    "fit.training.moment": "the moment of most on top",
    "fit.training.buffers": "buffers",
    "fit.training.copies.held": "copies of other models",
    "fit.training.peak": "peak of the allocator",
    "fit.training.reserved": "with fragmentation",
    "fit.training.need": "with the runtime, in all",
    "fit.training.headroom": "to spare",
}
FLOORS = {
    "fit.prefill_floor": "reading one prompt",
    "fit.decode_floor": "one decoding step, weights that it reads",
    "fit.decode_floor_stored": "the same, all weights in memory read",
    "fit.decode_cache_floor": "added by reading the cache",
}
LOAD = {
    "fit.in_flight": "requests in flight",
    "fit.peak_tokens": "tokens per second at the peak",
}
FOR_SERVING, FOR_TRAINING = "serving", "training"


def build_fit_report(study: Study, reading: Reading, purpose: str = FOR_SERVING) -> Report:
    """Everything a face needs to show whether a model fits, for serving or for training."""
    makers = {
        FOR_SERVING: (budget_section, capacity_section, floor_section),
        FOR_TRAINING: (training_section,),
    }[purpose]
    sections = tuple(found for found in (make(study) for make in makers) if found is not None)
    wall = "fit.wall" if purpose == FOR_SERVING else "fit.training.wall"
    return Report(
        title=reading.published.name,
        subtitle=_layout(study),
        answer=verdict(study, purpose),
        lede="",
        sections=sections,
        warnings=study.warnings,
        known=study.results.__contains__,
        make_document=functools.partial(document, study),
        example=wall if wall in study.results else "fit.gpus",
        explain=functools.partial(explain, study),
        explain_all=functools.partial(explain_all, study),
        key_page=functools.partial(key_page, study),
        ask=("flopwatt fit", "{subject}", "--explain {key}"),
    )


def _layout(study: Study) -> str:
    """The GPUs and how the model is divided over them."""
    results = study.results
    chosen = next((one for one in _origins(study) if one), "")
    gpus = results["fit.gpus"].central
    ways = {name: results[f"fit.{name}"].central for name in ("tp", "pp", "ep", "dp")}
    said = [f"{name} {value:g}" for name, value in ways.items() if value != 1]
    return ", ".join((f"{gpus:g} x {chosen}" if chosen else counted(int(gpus), "GPU"), *said))


def _origins(study: Study) -> list[str]:
    """What the catalog calls the accelerator."""
    keys = [key for key in ("fit.card.shown", "fit.card.label") if key in study.results]
    return [study.results[key].origin.detail.partition(":")[0] for key in keys]


def verdict(study: Study, purpose: str) -> str:
    """Whether it fits, in a sentence, and what breaks it where it does not."""
    prefix = "fit" if purpose == FOR_SERVING else "fit.training"
    if f"{prefix}.wall" not in study.results:
        return _by_size(study, purpose)
    wall = study.results[f"{prefix}.wall"]
    word = number_text(wall.quantity, wall.central, study.plan.start)
    if purpose == FOR_TRAINING:
        return _training_verdict(study, word)
    return _serving_verdict(study, word)


def _by_size(study: Study, purpose: str) -> str:
    """What can be said of a size alone: whether its weights, or its states, fit."""
    results = study.results
    rest = "the rest follows from the model's config.json."
    taken, room = ("fit.weights", "fit.usable")
    if purpose == FOR_TRAINING:
        taken, room = ("fit.training.states", "fit.card")
    if room not in results:
        return "On which GPUs? Name them, for example --on 8xH100."
    if taken not in results:
        return f"Whether it fits does not follow from what is known; {rest}"
    need, most = results[taken].central, results[room].central
    what = "weights" if purpose == FOR_SERVING else "weights, gradients and optimizer"
    said = f"{what} take {amount(need)} of {amount(most)} on each GPU"
    if need > most:
        return f"It does not fit: {said}."
    return f"{said[0].upper()}{said[1:]}, which leaves {amount(most - need)}; {rest}"


def _serving_verdict(study: Study, word: str) -> str:
    results = study.results
    if word == "none":
        tokens, sequences = (results[f"fit.{key}"].central for key in ("tokens", "sequences"))
        context = results["fit.context"].central
        return (
            f"It fits: the cache holds {tokens:,.0f} tokens, "
            f"{counted(int(sequences), 'sequence')} of {context:,.0f}."
        )
    usable = amount(results["fit.usable"].central)
    if word == "weights":
        weights = amount(results["fit.weights"].central)
        return f"It does not fit: weights take {weights} of {usable} on each GPU."
    if word == "activations":
        taken = amount(results["fit.activations"].central)
        return f"It does not fit: activations take {taken} beside the weights, of {usable}."
    need, cache = (amount(results[f"fit.{key}"].central) for key in ("need", "cache"))
    return (
        f"It does not fit: the cache, not the weights, breaks it: {need} is needed on each GPU "
        f"and {cache} is left. {_way_out(study)}"
    )


def _way_out(study: Study) -> str:
    """What still fits beside a cache that does not."""
    results = study.results
    sequences = int(results["fit.sequences"].central)
    context = f"{results['fit.context'].central:,.0f}"
    if sequences > 0:
        return f"{counted(sequences, 'sequence')} of {context} tokens fit."
    longest = results["fit.largest_context"].central
    return f"Not one sequence of {context} tokens fits; one of {longest:,.0f} does."


def _training_verdict(study: Study, word: str) -> str:
    results = study.results
    need, card = (amount(results[key].central) for key in ("fit.training.need", "fit.card"))
    stage = results["fit.training.worst_stage"]
    where = f"on the {number_text(stage.quantity, stage.central, study.plan.start)} stage"
    if results["fit.pp"].central == 1:
        where = "on each GPU"
    if word == "none":
        return f"It fits: training takes {need} of {card} {where}."
    return f"It does not fit: training takes {need} of {card} {where}; {word} take the most."


def budget_section(study: Study) -> Section | None:
    """The memory of one GPU, line by line, and the cache of a token and of a sequence."""
    rows = _byte_rows(study, SERVING)
    if not rows:
        return None
    columns = ("on each GPU", "bytes", "exactly")
    note = ""
    if "fit.utilisation" in study.results:
        share = value_text(study.results["fit.utilisation"], study.plan.start)
        note = f"The engine may use {share} of the memory."
    first = Table("budget", "Memory", columns, tuple(rows), note)
    kept = _byte_rows(study, PER_TOKEN)
    more = (Table("cache", "Cache", columns, tuple(kept)),) if kept else ()
    return Section("budget", "Memory of one GPU, line by line", (first, *more))


def capacity_section(study: Study) -> Section | None:
    """Tokens and sequences that the cache of a replica holds."""
    rows = [
        (Cell(said), Cell(full(study.results[key].central), key))
        for key, said in HOLDS.items()
        if key in study.results
    ]
    if not rows:
        return None
    dp = study.results["fit.dp"].central
    note = f"Of each of {dp:g} replicas." if dp != 1 else ""
    table = Table("holds", "What fits", ("what", "number"), tuple(rows), note)
    return Section("holds", "What the cache holds", (table,))


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
            if key in study.results
        ]
        if rows:
            tables.append(Table(name, title, ("what", "value"), tuple(rows)))
    return Section("floors", "Floors", tuple(tables)) if tables else None


def training_section(study: Study) -> Section | None:
    """The memory of one GPU while training, line by line."""
    rows = _byte_rows(study, TRAINING)
    if not rows:
        return None
    columns = ("on each GPU", "bytes", "exactly")
    table = Table("training", "Memory while training", columns, tuple(rows))
    return Section("training", "Memory of one GPU while training, line by line", (table,))


def _byte_rows(study: Study, wanted: Mapping[str, str]) -> list[tuple[Cell, ...]]:
    rows: list[tuple[Cell, ...]] = []
    for key, said in wanted.items():
        if key in study.results:
            number = study.results[key].central
            rows.append((Cell(said), Cell(amount(number), key), Cell(f"{number:,.0f}")))
    return rows
