"""A model while it is trained: what is trained and how, and the memory of one GPU."""

from __future__ import annotations

from flopwatt.report.fit_budget import BYTES, byte_rows
from flopwatt.report.model_texts import full
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import number_text, value_text
from flopwatt.studies.run import Study

TRAINING = {
    "fit.card": "memory of one GPU",
    "fit.training.states": "weights, gradients and optimizer",
    "fit.training.weights": "of which weights",
    "fit.training.gradients": "of which gradients",
    "fit.training.optimizer": "of which optimizer",
    "fit.training.activations": "activations kept",
    "fit.training.moment": "transient peak",
    "fit.training.buffers": "buffers",
    "fit.training.copies.held": "copies of other models",
    "fit.training.peak": "peak of the allocator",
    "fit.training.reserved": "with fragmentation",
    "fit.training.need": "with the runtime, in all",
    "fit.training.headroom": "to spare",
}
SETTINGS = {
    "fit.training.recipe": "recipe",
    "fit.training.zero": "ZeRO stage",
    "fit.training.recompute": "recomputed",
    "fit.training.micro_batch": "sequences of a micro-batch",
    "fit.context": "tokens in a sequence",
    "fit.training.tokens": "tokens of a micro-batch, of one replica",
}
WAYS = {"tp": "fit.tp", "pp": "fit.pp", "dp": "fit.dp", "cp": "fit.training.cp", "ep": "fit.ep"}


def training_section(study: Study) -> Section | None:
    """What is trained and how, and the memory of one GPU, line by line."""
    rows = byte_rows(study, TRAINING)
    if not rows:
        return None
    table = Table("training", "Memory while training", BYTES, tuple(rows))
    return Section(
        "training", "Memory of one GPU while training, line by line", (_settings(study), table)
    )


def _settings(study: Study) -> Table:
    """What was trained, as far as it decides the memory: said, or assumed."""
    results = study.results
    rows = [(Cell("trained"), Cell(_trained(study)), Cell(""))]
    wanted = dict(SETTINGS)
    if _adapts(study):
        wanted = {"fit.training.frozen_format": "frozen weights", **wanted}
    for key, said in wanted.items():
        if key in results:
            value = results[key]
            words = value.quantity.words
            text = number_text(value.quantity, value.central, study.plan.start)
            shown = text if words else full(value.central)
            rows.append((Cell(said), Cell(shown, key), Cell(_by(study, key))))
    rows.append((Cell("layout"), Cell(_layout(study)), Cell("")))
    columns = ("what", "how", "by")
    return Table("trained", "What is trained", columns, tuple(rows), _note(study), words=("how",))


def _adapts(study: Study) -> bool:
    key = "fit.training.trained_share"
    return key in study.results and study.results[key].central < 1


def _trained(study: Study) -> str:
    if not _adapts(study):
        return "all parameters"
    results = study.results
    rank = ""
    if "lora.rank" in results:
        rank = f" of rank {full(results['lora.rank'].central)}"
    where = ""
    if "lora.sides" in results:
        where = " beside " + results["lora.sides"].origin.detail.rpartition("beside ")[2]
    return f"adapters{rank}{where}"


def _by(study: Study, key: str) -> str:
    """Who says so: whoever asks, or what is assumed."""
    return {"given": "given", "assumed": "assumed"}.get(study.results[key].origin.kind, "")


def _layout(study: Study) -> str:
    """GPUs and how they divide the model, those of experts where there are any."""
    results = study.results
    gpus = f"{full(results['fit.gpus'].central)} GPUs"
    sizes = {name: results[key].central for name, key in WAYS.items() if key in results}
    routed = sizes.pop("ep", 1.0)
    said = [f"{name} {full(size)}" for name, size in sizes.items() if name != "cp" or size != 1]
    experts = "experts.count" in results and results["experts.count"].central
    more = f", ep {full(routed)}" if experts else ""
    return f"{gpus}: {' x '.join(said)}{more}"


def _note(study: Study) -> str:
    """That a sequence is the whole context, where nobody said how long it is."""
    results = study.results
    if "fit.context" not in results or results["fit.context"].origin.kind == "given":
        return ""
    tokens = value_text(results["fit.context"], study.plan.start)
    exact = full(results["fit.context"].central)
    what = f"{exact} tokens" if exact not in tokens else tokens
    return (
        f"No length is given, so a sequence is the model's longest context, {what}: most training "
        "uses shorter ones, and --context says how long."
    )
