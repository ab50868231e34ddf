"""Training: what each run takes in arithmetic, GPU-hours, days and dollars."""

from __future__ import annotations

from flopwatt.report.cells import cell, make_table
from flopwatt.report.records import Cell, Section
from flopwatt.report.texts import value_text
from flopwatt.studies.run import Study

TITLE = "Training: spent once per run"
# key -> column head, and the words of the value's text that the head already says
COLUMNS = {
    "flops": ("FLOP", " FLOP"),
    "accelerator_hours": ("GPU-hours", " GPU-hours"),
    "paid_hours_mfu": ("paid MFU", ""),
    "duration": ("duration", ""),
    "price": ("per GPU-hour", " per GPU-hour"),
    "cost": ("cost", ""),
}
MAX_MODELS = 3  # told one by one; beyond, all together
OPTIONAL = ("paid_hours_mfu",)  # shown where a run names its accelerator


def training_section(study: Study) -> Section | None:
    """What each run takes; spent once."""
    names = study.results.population.names("run")
    if not names:
        return None
    known = {k for k in COLUMNS if any(f"training.{n}.{k}" in study.results for n in names)}
    shown = {k: head for k, head in COLUMNS.items() if k in known or k not in OPTIONAL}
    rows = [
        (Cell(name), *(cell(study, f"training.{name}.{k}", said) for k, (_, said) in shown.items()))
        for name in names
    ]
    heads = ("run", *(head for head, _ in shown.values()))
    note = "\n".join(_against_report(study, name) for name in names if _is_reported(study, name))
    table = make_table(study, "training", TITLE, heads, rows, note, works={"run": "training"})
    return Section("training", training_text(study), (table,))


def _is_reported(study: Study, name: str) -> bool:
    return f"training.{name}.unexplained_share" in study.results


def _against_report(study: Study, name: str) -> str:
    """The run's hours beside those that a report states, with what is left unexplained."""
    keys = ("accelerator_hours", "reported_hours", "unexplained_hours", "unexplained_share")
    values = (study.results[f"training.{name}.{key}"] for key in keys)
    own, reported, rest, share = (value_text(value, study.plan.start) for value in values)
    return f"{name}: {own} against {reported} reported; {rest}, {share}, are not explained."


def training_text(study: Study) -> str:
    """What training each model takes, in a sentence."""
    results, start = study.results, study.plan.start
    said = []
    names = results.population.names("model")
    if len(names) > MAX_MODELS and "training_total" in results:
        bill = value_text(results["training_total"], start)
        return f"Training {len(names)} models takes {bill} up to the plan's end."
    for name in names:
        keys = (f"models.{name}.training_hours", f"models.{name}.training_cost")
        parts = [value_text(results[key], start) for key in keys if key in results]
        if parts:
            said.append(f"Training {name} takes {' and '.join(parts)}.")
    return " ".join(said) or "What training takes does not follow from this plan."
