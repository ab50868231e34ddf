"""Headline cards: at most five numbers that a plan is made for, whatever it is about."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from flopwatt.report.cells import cell, month_cell
from flopwatt.report.crossover import date_cell
from flopwatt.report.document import outcome_of
from flopwatt.report.records import Card, Cell
from flopwatt.report.texts import counted, is_even, month_words
from flopwatt.report.training import beside_runs
from flopwatt.studies.run import Study

MOST = 5
TRAINING, INFERENCE = "training", "inference"
WORDS = ("never", "already")


def make_cards(study: Study) -> tuple[Card, ...]:
    """The first five that are known, in the order in which people ask for them."""
    found: list[Card] = []
    for make in MAKERS:
        found += make(study)
        if len(found) >= MOST:
            break
    return tuple(found[:MOST])


def _training(study: Study) -> Iterator[Card]:
    names = study.results.population.names("run")
    if not names or "training_total" not in study.results:
        return
    runs = "once" if len(names) == 1 else counted(len(names), "run")
    note = ", ".join(_known(study, f"training.{names[0]}", "accelerator_hours", "duration"))
    besides = beside_runs(study, names)
    note = f"{note}, and {besides}" if besides else note
    note = note if len(names) == 1 else ""
    yield Card("training", f"Training, {runs}", cell(study, "training_total"), note, TRAINING)


def _known(study: Study, entry: str, *keys: str) -> Iterator[str]:
    """The texts of some values of an entry, as far as they are known."""
    for key in keys:
        if f"{entry}.{key}" in study.results:
            yield cell(study, f"{entry}.{key}").text


def _month(study: Study) -> Iterator[Card]:
    # a plan that starts inside a month ends inside one
    key, last = "inference_spend", len(study.plan.months) - 1 - (study.plan.start.day > 1)
    if key not in study.results:
        return
    value = study.results[key]
    yield Card(
        id="month",
        label="Inference, a month" if is_even(value, study.plan.start) else "Inference, last month",
        cell=month_cell(study, key, [last]),
        note=f"in {month_words(study.plan.start, last)}",
        work=INFERENCE,
    )


def _request(study: Study) -> Iterator[Card]:
    """What one request of the product that spends the most costs."""
    names = study.results.population.names("product")
    costs = {name: f"products.{name}.cost_per_request" for name in names}
    known = [name for name in names if costs[name] in study.results]
    if not known:
        return
    name = max(known, key=lambda one: _spent(study, one))
    label = "One request" if len(names) == 1 else f"One request of {name}"
    note = ", ".join(_known(study, f"products.{name}", "requests"))
    found = cell(study, costs[name], " per request")
    yield Card("request", label, found, note, INFERENCE)


def _spent(study: Study, name: str) -> float:
    """What a product spends up to the plan's end; what is no number counts as nothing."""
    key = f"products.{name}.spent"
    spent = float(study.results[key].months[-1]) if key in study.results else 0.0
    return spent if math.isfinite(spent) else 0.0


def _crossover(study: Study) -> Iterator[Card]:
    """The first crossing that comes, else what is said of the whole plan."""
    names = study.results.population.names("product")
    entries = [entry for name in names if f"{(entry := f'products.{name}.')}crossover"
               in study.results]  # fmt: skip
    if not entries:
        return
    first = min(entries, key=lambda entry: study.results[f"{entry}crossover"].central)
    who = first.removeprefix("products.").rstrip(".")
    label = "Inference passes training" if len(names) == 1 else f"{who} passes training"
    days, dated = cell(study, f"{first}crossover"), date_cell(study, first)
    if (word := outcome_of(study.results[f"{first}crossover"].central)) in WORDS:
        yield Card("crossover", label, Cell(word, days.key, dated.range), dated.text, word=word)
        return
    yield Card("crossover", label, replace(dated, key=days.key), f"{days.text} after launch")


def _share(study: Study) -> Iterator[Card]:
    if "inference_share" not in study.results:
        return
    share = study.results["inference_share"].central
    label = "Inference, of all spend"
    drawn = share if math.isfinite(share) else None
    yield Card("share", label, cell(study, "inference_share"), "to the plan's end", share=drawn)


def _goodput(study: Study) -> Iterator[Card]:
    """The share of a run's time that counts, where not all of it does."""
    for card in _of("training", "run", "goodput", "Time that counts", work=TRAINING)(study):
        if study.results[card.cell.key].central < 1:
            yield card


def _of(section: str, entity: str, key: str, label: str, *said: str, work: str = "") -> Any:
    """A maker of a card of the first entry of a section."""

    def make(study: Study) -> Iterator[Card]:
        names = study.results.population.names(entity)
        known = [name for name in names if f"{section}.{name}.{key}" in study.results]
        if not known:
            return
        name = known[0]
        value = study.results[f"{section}.{name}.{key}"]
        last = len(study.plan.months) - 1
        found = month_cell(study, value.key, [last]) if value.is_series else cell(study, value.key)
        for words in said:
            text, around = found.text.replace(words, ""), found.range.replace(words, "")
            found = Cell(text, found.key, around)
        yield Card(f"{entity}-{key}", label, found, name, work)

    return make


MAKERS: tuple[Callable[[Study], Iterator[Card]], ...] = (
    _training,
    _month,
    _request,
    _crossover,
    _share,
    _of("fleets", "fit", "fleet.gpus", "GPUs that serve, last month", " GPUs",
        work=INFERENCE),
    _of("fleets", "fit", "fleet.cost_per_million_tokens", "A million tokens",
        " per million tokens", work=INFERENCE),
    _of("buying", "purchase", "total_cost", "GPU-hours bought"),
    _of("assets", "asset", "owned_hour_price", "An owned GPU-hour", " per GPU-hour"),
    _of("assets", "asset", "capex", "Capital"),
    _of("assets", "asset", "break_even", "Use to break even"),
    _of("assets", "asset", "npv", "Present value"),
    _of("assets", "asset", "delivered", "There from"),
    _of("training", "run", "accelerator_hours", "GPU-hours of a run", " GPU-hours", work=TRAINING),
    _of("training", "run", "duration", "A run takes", work=TRAINING),
    _of("training", "run", "gpus", "GPUs of a run", " GPUs", work=TRAINING),
    _goodput,
    _of("training", "run", "flops", "Arithmetic of a run", work=TRAINING),
)  # fmt: skip
