"""Crossover: the day cumulative inference spend passes training spend."""

from __future__ import annotations

import math
from dataclasses import replace

from flopwatt.report.cells import cell, make_table, month_cell
from flopwatt.report.document import has_bill, outcome_of, stays_below
from flopwatt.report.likely import after_all, cell_range, likely, likely_phrase, when_texts
from flopwatt.report.ranges import NO_CALENDAR
from flopwatt.report.records import Cell, Section
from flopwatt.report.texts import LARGEST, NO_NUMBER, TOO_LARGE, day_of, long_date, value_text
from flopwatt.studies.run import Study
from flopwatt.units import show

TITLE = "Crossover: the day inference spend passes training spend"
COLUMNS = ("product", "training bill", "inference", "crossover", "date")
WORKS = {"training bill": "training", "inference": "inference"}
NOTE = (
    "Days count from the product's launch, for the whole plan from its start; spend is summed to "
    "the horizon."
)
SERIES = ("product_spent", "cumulative_inference_spend", "cumulative_training_spend")
MAX_TOLD = 3  # products told one by one; beyond, they are counted
NO_BILL = "no bill falls due within the plan"
LASTING = "crossover.holds_from"


def answer_text(study: Study) -> str:
    """The plan's answer: a sentence per product, those that pass first; many are counted."""
    names = study.results.population.names("product")
    if len(names) > MAX_TOLD:
        return _counted(study, names)
    ordered = sorted(names, key=lambda name: _since_start(study, f"products.{name}."))
    return " ".join(_sentence(study, name) for name in ordered)


def together_text(study: Study) -> str:
    """When all products together pass all training spend, where there are several products."""
    if len(study.results.population.names("product")) < 2 or "crossover" not in study.results:
        return ""
    bill = "all training spend"
    match outcome_of(study.results["crossover"].central):
        case "already":
            return f"Together they had passed {bill} before the plan starts{_undone(study, '')}."
        case "never" if _is_lost(study, ""):
            return f"Whether they pass {bill} together cannot be told: spend grows beyond numbers."
        case "never" if not has_bill(study, ""):
            return f"Together they have no bill to pass: {NO_BILL}."
        case "never":
            return f"Together they do not pass {bill} within the plan{_never(study, '')}."
        case _:
            return f"Together they pass {bill} {_when(study, '')}."


def _sentence(study: Study, name: str) -> str:
    entry, bill = f"products.{name}.", "its training bill"
    key = f"{entry}crossover"
    if key not in study.results:
        return f"{name} has no training bill to pass."
    match outcome_of(study.results[key].central):
        case "already":
            return f"{name} had passed {bill} before the plan starts{_undone(study, entry)}."
        case "never" if _is_lost(study, entry):
            return f"Whether {name} passes {bill} cannot be told: its spend grows beyond numbers."
        case "never" if not has_bill(study, entry):
            return f"{name} has no training bill to pass: {NO_BILL}."
        case "never":
            return f"{name} does not pass {bill} within the plan{_never(study, entry)}."
        case _:
            return f"{name} passes {bill} {_when(study, entry)}."


def _counted(study: Study, names: tuple[str, ...]) -> str:
    """How many of many products pass, and which is the first."""
    found: dict[str, list[str]] = {"already": [], "crosses": [], "never": [], "no bill": []}
    for name in names:
        key = f"products.{name}.crossover"
        known = key in study.results
        found[outcome_of(study.results[key].central) if known else "no bill"].append(name)
    said = [f"None of {len(names)} products passes its training bill within the plan"]
    passing, failing = len(found["crosses"]), len(found["never"])
    if passing:
        first = min(found["crosses"], key=lambda name: _since_start(study, f"products.{name}."))
        verb = "passes its" if passing == 1 else "pass their"
        said = [
            f"{passing} of {len(names)} products {verb} training bill within the plan, "
            f"{first} first, {_date(study, f'products.{first}.')}"
        ]
        if failing:
            said.append(f"{failing} {'does' if failing == 1 else 'do'} not")
    if found["already"]:
        said.append(f"{len(found['already'])} had passed it before the plan starts")
    if found["no bill"]:
        count = len(found["no bill"])
        said.append(f"{count} {'has' if count == 1 else 'have'} none to pass")
    return f"{'; '.join(said)}."


def _since_start(study: Study, entry: str, which: str = "crossover") -> float:
    """A crossover in seconds since the plan's start; after all others where there is none."""
    if f"{entry}{which}" not in study.results:
        return float("inf")
    launch = study.results[f"{entry}launch"].central if entry else 0.0
    return study.results[f"{entry}{which}"].central + launch


def _when(study: Study, entry: str) -> str:
    """The date of a crossing, where it is likely to lie, and what later runs make of it."""
    found = likely(study, entry)
    said = likely_phrase(study, _since_start(study, entry), found)
    return f"{_date(study, entry)}{said}{_undone(study, entry)}"


def _date(study: Study, entry: str, which: str = "crossover") -> str:
    seconds = _since_start(study, entry, which)
    text = when_texts(study, seconds, likely(study, entry, which), long=True)[0]
    if text == NO_CALENDAR:
        return text
    return f"on {text}" if text[0].isdigit() and " " in text else f"in {text}"


def _undone(study: Study, entry: str) -> str:
    """What is added to a crossing that a later training bill undoes."""
    first = study.results[f"{entry}crossover"].central
    lasting = study.results[f"{entry}crossover.holds_from"].central
    if lasting == first:
        return ""
    if outcome_of(lasting) == "never":
        return ", until a later run puts training ahead again"
    return f", and for good {_date(study, entry, LASTING)}"


def _never(study: Study, entry: str) -> str:
    """When a crossover beyond the plan would come, or that it cannot; and if it may after all."""
    return f"; {_beyond(study, entry)}{after_all(study, likely(study, entry))}"


def _beyond(study: Study, entry: str) -> str:
    if stays_below(study, entry):
        limit = value_text(study.results[f"{entry}spend_limit"], study.plan.start)
        return f"spend shrinks, and adds up to {limit} however long it goes on"
    rest = study.results[f"{entry}crossover.at_this_rate"]
    if outcome_of(rest.central) == "never":
        if entry and _is_late(study, entry):
            launch = day_of(study.results[f"{entry}launch"].central, study.plan.start)
            return f"it launches on {long_date(launch)}, after the plan ends"
        return "nothing is spent in its last month"
    return f"at the last rate that takes {cell(study, rest.key).text}"


def _is_lost(study: Study, entry: str) -> bool:
    """Whether spend outgrew all numbers, so that nothing follows for the months after."""
    return math.isnan(study.results[f"{entry}crossover.at_this_rate"].central)


def _is_late(study: Study, entry: str) -> bool:
    """Whether a product launches only after the plan ends."""
    end = float(study.results["month_end"].months[-1])
    return study.results[f"{entry}launch"].central >= end


def crossover_section(study: Study) -> Section | None:
    """When inference spend passes training spend, per product and for the whole plan."""
    names = study.results.population.names("product")
    if not names:
        return None
    rows = [_row(study, name, f"products.{name}.", "spent") for name in names]
    if len(names) > 1 and "crossover" in study.results:
        rows.append(_row(study, "whole plan", "", "cumulative_inference_spend"))
    foot = len(rows) - len(names)
    table = make_table(study, "crossover", TITLE, COLUMNS, rows, NOTE, works=WORKS, foot=foot)
    return Section("crossover", _finding(study, names), (table,))


def _finding(study: Study, names: tuple[str, ...]) -> str:
    """How far spend comes: how many pass, or what was spent at last against the bill."""
    entries = [f"products.{name}." for name in names]
    known = [entry for entry in entries if f"{entry}crossover" in study.results]
    if not known:
        return "There is no training bill to pass."
    if 1 < len(names) <= MAX_TOLD:
        outcomes = [outcome_of(study.results[f"{entry}crossover"].central) for entry in known]
        passing = len(outcomes) - outcomes.count("never")
        verb = "pass their" if passing > 1 else "passes its"
        return f"{passing or 'None'} of {len(names)} products {verb} training bill within the plan."
    whole = len(names) > 1
    entry, spent = ("", "inference_total") if whole else (known[0], f"{known[0]}spent")
    bill = study.results[f"{entry}training_bill"].central
    if not bill:
        return f"{NO_BILL[:1].upper()}{NO_BILL[1:]}."
    number = float(study.results[spent].months[-1])
    who = "All products together spend" if whole else f"{names[0]} spends"
    if math.isnan(number):
        return "What is spent cannot be followed to the plan's end."
    text = show(number / bill, "×") if number < LARGEST else TOO_LARGE
    if text == TOO_LARGE:
        return f"{who} beyond any number by the plan's end."
    bills = "all training bills" if whole else "its training bill"
    return f"{who} {text} {bills} by the plan's end."


def _row(study: Study, name: str, entry: str, spent: str) -> tuple[Cell, ...]:
    last = month_cell(study, f"{entry}{spent}", range(len(study.plan.months)))
    key = f"{entry}crossover"
    if key not in study.results:
        return (Cell(name), Cell("none"), last, Cell("no training"), Cell("no training"))
    return (
        Cell(name),
        cell(study, f"{entry}training_bill"),
        last,
        Cell(NO_NUMBER, key) if _is_lost(study, entry) else cell(study, key),
        date_cell(study, entry),
    )


def date_cell(study: Study, entry: str) -> Cell:
    """The date of a crossing with its range, or what is said in its place."""
    found, seconds = likely(study, entry), _since_start(study, entry)
    return replace(_dated(study, entry), range=cell_range(study, seconds, found))


def _dated(study: Study, entry: str) -> Cell:
    """The date of a crossing, or what is said in its place."""
    key = f"{entry}crossover"
    outcome = outcome_of(study.results[key].central)
    if outcome == "already":
        return _lasting(study, entry, "before the plan")
    if outcome == "crosses":
        return _lasting(study, entry, _short(study, entry, "crossover"))
    if not has_bill(study, entry):
        return Cell("no bill within the plan", f"{entry}training_bill")
    if stays_below(study, entry):
        limit = cell(study, f"{entry}spend_limit")
        return Cell(f"adds up to {limit.text}", limit.key)
    rest = cell(study, f"{entry}crossover.at_this_rate")
    if _is_lost(study, entry):
        return Cell(NO_NUMBER, rest.key)
    if outcome_of(study.results[rest.key].central) == "never":
        if entry and _is_late(study, entry):
            return Cell(f"launches {cell(study, f'{entry}launch').text}", f"{entry}launch")
        return Cell("nothing is spent", rest.key)
    return Cell(f"{rest.text} at last rate", rest.key)


def _lasting(study: Study, entry: str, first: str) -> Cell:
    """The date of a crossing; where a later run undoes it, also the date of the last one."""
    key = f"{entry}{LASTING}"
    lasting = study.results[key].central
    if lasting == study.results[f"{entry}crossover"].central:
        return Cell(first, f"{entry}crossover")
    if outcome_of(lasting) == "never":
        return Cell(f"{first}, not for good", key)
    return Cell(f"{first}, again {_short(study, entry, LASTING)}", key)


def _short(study: Study, entry: str, which: str) -> str:
    return when_texts(study, _since_start(study, entry, which), likely(study, entry, which))[0]
