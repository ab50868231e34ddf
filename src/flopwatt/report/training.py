"""Training: what each run takes in arithmetic, GPU-hours, days and dollars."""

from __future__ import annotations

from collections.abc import Sequence

from flopwatt.report.cells import UNKNOWN, cell, make_table
from flopwatt.report.records import Cell, Section
from flopwatt.report.texts import LARGEST, counted, value_text
from flopwatt.studies.run import Study
from flopwatt.units import show

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
MAX_NOTES = 5  # runs held against their reports one by one
ACTED_ON = ("duration", "price", "cost")  # unknown columns that a line of the plan would fill
# shares of a run's cost that its bill adds, and what they are
BESIDE = {"experiments": "experiments", "failed": "failed tries"}
OPTIONAL = ("paid_hours_mfu",)  # shown where a run names its accelerator


def training_section(study: Study) -> Section | None:
    """What each run takes; spent once."""
    names = study.results.population.names("run")
    if not names:
        return None
    known = {k for k in COLUMNS if any(f"training.{n}.{k}" in study.results for n in names)}
    shown = {k: head for k, head in COLUMNS.items() if k in known or k not in OPTIONAL}
    rows = []
    for name in names:
        cells = (_cell(study, f"training.{name}.", k, said) for k, (_, said) in shown.items())
        rows.append((Cell(name), *cells))
    heads = ("run", *(head for head, _ in shown.values()))
    reported = [name for name in names if _is_reported(study, name)]
    notes = [_against_report(study, name) for name in reported[:MAX_NOTES]]
    if len(reported) > MAX_NOTES:
        notes.append(f"Hours are stated of {counted(len(reported) - MAX_NOTES, 'more run')}.")
    note = "\n".join(notes)
    table = make_table(study, "training", TITLE, heads, rows, note, works={"run": "training"})
    return Section("training", _finding(study, names), (table,))


def _cell(study: Study, entry: str, key: str, said: str) -> Cell:
    """A cell; where it is not known, a line to add is told only where a reader can act on it."""
    found = cell(study, f"{entry}{key}", said)
    if found.text != UNKNOWN:
        return found
    given = [k for k in ("cost", "accelerator_hours") if _is_given(study, f"{entry}{k}")]
    idle = "cost" in given or (given and key not in ACTED_ON)
    return Cell(UNKNOWN) if idle else found


def _is_given(study: Study, key: str) -> bool:
    return key in study.results and study.results[key].origin.kind != "computed"


def _finding(study: Study, names: tuple[str, ...]) -> str:
    """What stands out among the runs: the largest of several, or what the one keeps busy."""
    results, start = study.results, study.plan.start
    costs = {name: f"training.{name}.cost" for name in names}
    known = {name: results[key].central for name, key in costs.items() if key in results}
    if len(names) > 1 and len(known) == len(names) and 0 < sum(known.values()) < LARGEST:
        largest = max(known, key=lambda name: known[name])
        share = show(known[largest] / sum(known.values()), "%")
        return f"{largest} is {share} of what {len(names)} runs cost."
    if len(names) > 1:
        return f"{len(names)} runs, each spent once."
    keys = [f"training.{names[0]}.{key}" for key in ("gpus", "duration")]
    if all(key in results for key in keys):
        gpus, days = (value_text(results[key], start) for key in keys)
        return f"{names[0]} keeps {gpus} busy for {days}."
    return f"{names[0]} is one run, spent once."


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
    results = study.results
    said = []
    names, runs = (results.population.names(entity) for entity in ("model", "run"))
    if len(names) > MAX_MODELS and "training_total" in results:
        bill = cell(study, "training_total").text
        return f"Training {len(names)} models takes {bill} up to the plan's end."
    for name in names:
        keys = (f"models.{name}.training_hours", f"models.{name}.training_cost")
        parts = [cell(study, key).text for key in keys if key in results]
        own = results.population.group("model", "run", name)
        besides = beside_runs(study, [runs[place] for place in own])
        if len(parts) > 1 and besides:
            said.append(
                f"Training {name} takes {parts[0]}; with its {besides} it costs {parts[1]}."
            )
        elif parts:
            said.append(f"Training {name} takes {' and '.join(parts)}.")
    return " ".join(said) or _without_hours(study)


def beside_runs(study: Study, runs: Sequence[str]) -> str:
    """What bills of some runs hold beside their own hours, in words; empty where nothing."""
    found = [
        words
        for key, words in BESIDE.items()
        if any(
            study.results[f"training.{run}.{key}"].central > 0
            for run in runs
            if f"training.{run}.{key}" in study.results
        )
    ]
    return " and ".join(found)


def _without_hours(study: Study) -> str:
    """What is known of training where neither its hours nor its bill are."""
    results = study.results
    keys = [f"training.{name}.flops" for name in results.population.names("run")]
    known = [value_text(results[key], study.plan.start) for key in keys if key in results]
    rest = "its hours and its bill do not follow from this plan"
    if not known:
        return "What training takes does not follow from this plan."
    if len(known) == 1:
        return f"Training takes {known[0]}; {rest}."
    return f"Training takes {known[0]} in the first of {len(known)} runs; {rest}."
