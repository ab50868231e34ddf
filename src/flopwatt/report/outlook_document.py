"""The public JSON document of the outlook: forecasts, quoted figures, agreements, plans."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from flopwatt.catalog import find
from flopwatt.catalog.outlook import METRIC, Deal, Forecast, load_deals, load_forecasts
from flopwatt.report.document import document
from flopwatt.report.outlook_quoted import verdict_text
from flopwatt.studies.evidence import Evidence
from flopwatt.studies.outlook_plan import Beside, Placed
from flopwatt.studies.quoted import Tested, hold_all
from flopwatt.studies.run import Study
from flopwatt.units import from_canonical

Record = dict[str, Any]


def outlook_document(
    study: Study,
    rows: Sequence[Forecast],
    tested: Sequence[Tested] | None,
    placed: Sequence[Placed] = (),
    beside: Sequence[Beside] = (),
) -> Mapping[str, Any]:
    """What is asked for as plain data; null is not known, and ``high`` null is open above."""
    quoted = hold_all() if tested is None and not rows and not placed else tested or ()
    forecasts = rows or (() if placed or tested else load_forecasts())
    return {
        **document(study),
        "outlook": {
            "forecasts": [_forecast(one) for one in forecasts],
            "quoted": [_tested(one) for one in quoted],
            "deals": [_deal(one) for one in (() if rows or placed else load_deals())],
            "plan": [_placed(one) for one in placed],
            "beside": [_beside(one) for one in beside],
        },
    }


def _forecast(one: Forecast) -> Record:
    return {
        "metric": one.metric,
        "scope": one.scope,
        "forecaster": one.forecaster,
        "year": one.year,
        "value": one.value,
        "low": one.low,
        "high": one.high,
        "unit": find(METRIC, one.metric).thing.cells["counted_in"],
        "stage": one.stage,
        "scenario": one.scenario,
        "as_of": one.as_of,
        "source": one.source,
        "verified": one.verified,
        "note": one.note,
    }


def _tested(one: Tested) -> Record:
    return {
        "name": one.quoted.name,
        "text": one.quoted.text,
        "metric": one.quoted.metric,
        "low": one.quoted.low,
        "high": one.quoted.high,
        "unit": one.unit,
        "verdict": str(one.verdict),
        "said": verdict_text(one),
        "evidence": [_evidence(found) for found in one.evidence],
    }


def _evidence(found: Evidence) -> Record:
    return {
        "who": found.said,
        "year": found.year,
        "low": found.low,
        "high": None if math.isinf(found.high) else found.high,
        "unit": found.unit,
        "stands": str(found.stand),
        "how": found.how,
        "key": found.key or None,
        "as_of": found.as_of,
        "source": found.source,
        "not_re_read": found.recalled,
    }


def _deal(one: Deal) -> Record:
    return {
        "buyer": one.buyer,
        "counterparty": one.counterparty,
        "what": one.what,
        "power": one.power,
        "unit": "MW",
        "from": one.first or None,
        "full": one.full,
        "stage": one.stage,
        "as_of": one.as_of,
        "source": one.source,
        "verified": one.verified,
        "note": one.note,
    }


def _placed(one: Placed) -> Record:
    return {
        "what": one.what,
        "value": from_canonical(one.value, one.unit),
        "unit": one.unit,
        "how": one.how,
        "key": one.key or None,
    }


def _beside(one: Beside) -> Record:
    return {"what": one.placed.what, "times": one.times, "forecast": _forecast(one.forecast)}
