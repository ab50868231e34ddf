"""Crossover: the day cumulative inference spend passes training spend."""

from __future__ import annotations

from flopwatt.report.cells import cell, make_table, month_cell
from flopwatt.report.document import outcome_of
from flopwatt.report.records import Cell, Section
from flopwatt.report.texts import crossing_day, long_date, short_date, value_text
from flopwatt.studies.run import Study

TITLE = "Crossover: the day inference spend passes training spend"
COLUMNS = ("product", "training bill", "inference", "crossover", "date")
NOTE = (
    "Days count from the product's launch, for the whole plan from its start; spend is summed to "
    "the horizon."
)


def answer_text(study: Study) -> str:
    """The plan's answer: a sentence per product, then one for all products together."""
    names = study.results.population.names("product")
    said = [_sentence(study, name, f"products.{name}.", "its training bill") for name in names]
    if len(names) > 1 and "crossover" in study.results:
        said.append(_sentence(study, "The whole plan", "", "all training"))
    return " ".join(said)


def _sentence(study: Study, who: str, entry: str, bill: str) -> str:
    key = f"{entry}crossover"
    if key not in study.results:
        return f"{who} has no training bill to pass."
    match outcome_of(study.results[key].central):
        case "already":
            return f"{who} had passed {bill} before the plan starts."
        case "never":
            return f"{who} does not pass {bill} within the plan; {_never(study, entry)}."
        case _:
            return f"{who} passes {bill} on {_date(study, key)}{_undone(study, entry)}."


def _since_start(study: Study, key: str) -> float:
    """A crossover in seconds since the plan's start instead of the launch."""
    launch = f"{key.partition('crossover')[0]}launch"
    offset = study.results[launch].central if launch in study.results else 0.0
    return study.results[key].central + offset


def _date(study: Study, key: str) -> str:
    day = crossing_day(_since_start(study, key), study.plan.start)
    return long_date(day) if day else "a day beyond any calendar"


def _undone(study: Study, entry: str) -> str:
    """What is added to a crossing that a later training bill undoes."""
    first = study.results[f"{entry}crossover"].central
    lasting = study.results[f"{entry}crossover.holds_from"].central
    if lasting == first:
        return ""
    if outcome_of(lasting) == "never":
        return ", until a later run puts training ahead again"
    return f", and for good on {_date(study, f'{entry}crossover.holds_from')}"


def _never(study: Study, entry: str) -> str:
    """When a crossover beyond the plan would come, or that it cannot."""
    if _stays_below(study, entry):
        limit = value_text(study.results[f"{entry}spend_limit"], study.plan.start)
        return f"its spend shrinks and adds up to {limit}"
    rest = study.results[f"{entry}crossover.at_this_rate"]
    if outcome_of(rest.central) == "never":
        return "it spends nothing at the end of it"
    return f"at its last rate it would after {value_text(rest, study.plan.start)}"


def _stays_below(study: Study, entry: str) -> bool:
    """Whether spend shrinks so that its sum never reaches the bill."""
    limit, bill = f"{entry}spend_limit", f"{entry}training_bill"
    results = study.results
    return limit in results and results[limit].central < results[bill].central


def crossover_section(study: Study) -> Section | None:
    """When inference spend passes training spend, per product and for the whole plan."""
    names = study.results.population.names("product")
    if not names:
        return None
    rows = [_row(study, name, f"products.{name}.", "training_bill", "spent") for name in names]
    if len(names) > 1 and "crossover" in study.results:
        spent = "cumulative_inference_spend"
        rows.append(_row(study, "whole plan", "", "training_total", spent))
    table = make_table(study, "crossover", TITLE, COLUMNS, rows, NOTE)
    return Section("crossover", _finding(study, names), (table,))


def _finding(study: Study, names: tuple[str, ...]) -> str:
    keys = [f"products.{name}.crossover" for name in names]
    known = [study.results[key].central for key in keys if key in study.results]
    passing = [seconds for seconds in known if outcome_of(seconds) != "never"]
    of = f"{len(passing)} of {len(names)} products" if len(names) > 1 else "The product"
    if not passing:
        of = "No product" if len(names) > 1 else of
        return f"{of} {'passes' if len(names) > 1 else 'does not pass'} its training bill."
    return f"{of} {'pass' if len(passing) > 1 else 'passes'} the training bill within the plan."


def _row(study: Study, name: str, entry: str, bill: str, spent: str) -> tuple[Cell, ...]:
    last = month_cell(study, f"{entry}{spent}", range(len(study.plan.months)))
    key = f"{entry}crossover"
    if key not in study.results:
        return (Cell(name), Cell("none"), last, Cell("no training"), Cell("no training"))
    return (Cell(name), cell(study, f"{entry}{bill}"), last, cell(study, key), _when(study, entry))


def _when(study: Study, entry: str) -> Cell:
    """The date of a crossing, or what is said in its place."""
    key = f"{entry}crossover"
    outcome = outcome_of(study.results[key].central)
    if outcome == "already":
        return Cell("before the plan", key)
    if outcome == "crosses":
        day = crossing_day(_since_start(study, key), study.plan.start)
        return Cell(short_date(day) if day else "beyond any calendar", key)
    if _stays_below(study, entry):
        limit = cell(study, f"{entry}spend_limit")
        return Cell(f"adds up to {limit.text}", limit.key)
    rest = cell(study, f"{entry}crossover.at_this_rate")
    return Cell(f"{rest.text} at last rate", rest.key)
