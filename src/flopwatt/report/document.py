"""The public JSON document: every value of a plan by its key."""

from __future__ import annotations

import math
from typing import Any

from flopwatt.model.quantity import Kind
from flopwatt.model.results import Results
from flopwatt.model.value import Value
from flopwatt.report.explain import key_formula_text
from flopwatt.report.likely import likely
from flopwatt.report.ranges import summary_of
from flopwatt.report.sources import cited_documents
from flopwatt.report.texts import crossing_day, json_number
from flopwatt.studies.draws import DEFAULT_SEED
from flopwatt.studies.run import Study
from flopwatt.studies.sensitivity import Driver

SCHEMA = "flopwatt/1"
ENDS = ("p50", "low", "high")


def document(study: Study) -> dict[str, Any]:
    """All results as plain data; see docs/reference for the meaning of each field."""
    results, drivers = study.results, study.drivers
    return {
        "schema": SCHEMA,
        "plan": study.plan.name,
        "start": study.plan.start.isoformat() if study.plan.months else None,
        "draws": study.spread.draws if study.spread else 0,
        "series_draws": study.spread.series_draws if study.spread else 0,
        "seed": study.spread.seed if study.spread else DEFAULT_SEED,
        "results": {value.key: record(study, value) for value in results.values()},
        "drivers": {key: [_driver(key, one) for one in found] for key, found in drivers.items()},
        "sources": _sources(results),
        "warnings": [warning.as_dict() for warning in study.warnings],
    }


def _sources(results: Results) -> dict[str, dict[str, str]]:
    """The documents that values and formulas cite, by id."""
    origins = [value.origin for value in results.values()]
    cited = cited_documents(origin.source for origin in origins if not origin.place)
    return {one.id: {"title": one.title, "where": one.where, "date": one.date} for one in cited}


def record(study: Study, value: Value) -> dict[str, Any]:
    """One value as plain data: number or series, unit, range, origin, source, formula."""
    quantity = value.quantity
    if value.is_series:
        numbers: Any = [json_number(quantity, float(x)) for x in value.months]
        found: dict[str, Any] = {"months": list(study.plan.months), "value": numbers}
        summary, summaries = None, study.spread.summary(value.key) if study.spread else ()
        for name in ENDS if summaries else ():
            found[name] = [json_number(quantity, getattr(one, name)) for one in summaries]
    else:
        number = json_number(quantity, value.central)
        summary = summary_of(study, value)
        found = {"value": number} | dict.fromkeys(ENDS, number)
        for name in ENDS if summary else ():
            found[name] = json_number(quantity, getattr(summary, name))
    found["unit"] = f"{quantity.unit}/month" if quantity.flow else quantity.unit
    if quantity.kind is Kind.DATE:
        found["date"] = _iso(study, value.central)
        for name in ENDS if summary else ():
            found[f"date_{name}"] = _iso(study, getattr(summary, name))
    if quantity.kind is Kind.CROSSING and quantity.key == "crossover":
        found |= _crossing(study, value)
    found["origin"] = value.origin.kind
    found["source"] = value.origin.place or value.origin.source
    if value.origin.kind == "computed":
        found["formula"] = key_formula_text(study, value)
    if value.beside is not None and not value.is_series:
        found["beside"] = json_number(quantity, float(value.beside[0, 0, 0]))
    return found


def _driver(key: str, driver: Driver) -> dict[str, Any]:
    """One input's bearing on a result; ``elasticity_of`` where it is told of another value."""
    found: dict[str, Any] = {
        "input": driver.key,
        "rank_correlation": driver.correlation,
        "elasticity": driver.elasticity,
    }
    if driver.shared_by:
        found["shared_by"] = list(driver.shared_by)
    if driver.of != key:
        found["elasticity_of"] = driver.of
    return found


def _crossing(study: Study, value: Value) -> dict[str, Any]:
    """What a crossover says beyond its days: outcome, date, and what comes instead."""
    days = value.central
    outcome = outcome_of(days)
    entry = value.key.removesuffix("crossover")
    launch = study.results[f"{entry}launch"].central if entry else 0.0
    found: dict[str, Any] = {
        "outcome": outcome,
        "date": _iso(study, days + launch),
        "probability_never": float(outcome == "never"),
        "probability_already": float(outcome == "already"),
    }
    around = likely(study, entry)
    if around is not None:
        found["date_low"] = _iso(study, around.all.low)
        found["date_high"] = _iso(study, around.all.high)
        found["probability_never"] = around.all.never
        found["probability_already"] = around.all.already
    if outcome == "never" and has_bill(study, entry):
        rest = study.results[f"{entry}crossover.at_this_rate"]
        found["at_this_rate"] = json_number(rest.quantity, rest.central)
        if stays_below(study, entry):
            limit = study.results[f"{entry}spend_limit"]
            found["adds_up_to"] = json_number(limit.quantity, limit.central)
    lasting = study.results[f"{entry}crossover.holds_from"]
    if outcome == "crosses" or lasting.central != days:
        found["holds_from"] = json_number(lasting.quantity, lasting.central)
    return found


def outcome_of(seconds: float) -> str:
    """The outcome a crossing stands for: crosses, never or already."""
    if math.isinf(seconds):
        return "never" if seconds > 0 else "already"
    return "crosses"


def has_bill(study: Study, entry: str) -> bool:
    """Whether any bill that a crossing is set against falls due within the plan."""
    return study.results[f"{entry}training_bill"].central != 0


def stays_below(study: Study, entry: str) -> bool:
    """Whether spend shrinks so that its sum never reaches the bill."""
    limit, results = f"{entry}spend_limit", study.results
    return limit in results and results[limit].central < results[f"{entry}training_bill"].central


def _iso(study: Study, seconds: float) -> str | None:
    day = crossing_day(seconds, study.plan.start)
    return day.isoformat() if day else None
