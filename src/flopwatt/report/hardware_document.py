"""The public JSON document of hardware: every run and product on every accelerator."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from flopwatt.report.document import SCHEMA
from flopwatt.report.hardware_texts import NOT_TRADED, is_by_market
from flopwatt.studies.hardware import Hardware, cheapest, fastest, thriftiest
from flopwatt.studies.hardware_parts import Part
from flopwatt.studies.hardware_rows import Rated, ServingRow
from flopwatt.studies.hardware_training import STATES, RatedRun, TrainingRow
from flopwatt.units import from_canonical

Record = dict[str, Any]
NO_PRICE = "the catalog holds none of that day"
BEST = {"by_cost": cheapest, "by_time": fastest, "by_energy": thriftiest}


def hardware_document(hardware: Hardware) -> Record:
    """All that is rated as plain data; null is not known, and ``why`` says what is missing."""
    runs = {run.name: [_training(run, row) for row in run.rows] for run in hardware.runs}
    products = {one.name: [_serving(row) for row in one.rows] for one in hardware.products}
    return {
        "schema": SCHEMA,
        "plan": hardware.plan.name,
        "start": hardware.plan.start.isoformat(),
        "hardware": {
            "training": runs,
            "products": products,
            "best": {
                "training": {run.name: _best_run(run) for run in hardware.runs},
                "products": {one.name: _best_product(one) for one in hardware.products},
            },
            "not_rated": dict(_lacking(hardware)),
        },
        "warnings": [warning.as_dict() for warning in hardware.warnings],
    }


def _best_run(run: RatedRun) -> Record:
    found = {by: pick(run.rows) for by, pick in BEST.items()}
    return {by: _training(run, row) if row else None for by, row in found.items()}


def _best_product(one: Rated) -> Record:
    found = {by: pick(one.rows) for by, pick in BEST.items()}
    return {by: _serving(row) if row else None for by, row in found.items()}


def _lacking(hardware: Hardware) -> Iterator[tuple[str, str]]:
    for run in hardware.runs:
        if run.lacks:
            yield f"training.{run.name}", f"to add: {run.lacks}"
    for product in hardware.products:
        if product.lacks:
            yield f"products.{product.name}", f"to add: {product.lacks}"


def _training(run: RatedRun, row: TrainingRow) -> Record:
    """A run on one accelerator."""
    why = [f"not known: {row.lacks}"] if row.lacks else []
    if math.isnan(row.least):
        why.append("the size of the model is not known")
    if math.isnan(run.gpus):
        why.append("the GPUs of the run are not known")
    if row.fits is False:
        why.append(f"states need {row.least:,.0f} GPUs, and the run has {run.gpus:,.0f}")
    return {
        **_part(row.part, planned=row.part.name == run.own),
        "fits": row.fits,
        "wall": STATES if row.fits is False else None,
        "why": _why(row, row.energy, why),
        "gpus": _number(run.gpus, "1"),
        "gpus_at_least": _number(row.least, "1"),
        "days": _number(row.time, "day"),
        "gpu_hours": _number(row.hours, "GPU-hour"),
        **_price(row),
        "cost": _number(row.cost, "USD"),
        "energy_mwh": _number(row.energy, "MWh"),
    }


def _serving(row: ServingRow) -> Record:
    """A product on one accelerator, as planned or by its cheapest unit, or what gets furthest."""
    why = [f"not known: {row.lacks}"] if row.lacks and not row.does else []
    if row.measured:
        why.append("rates are given, so steps are not worked out")
    if row.wall:
        why.append(f"a unit of {row.unit:,} fails at: {row.wall}")
    return {
        **_part(row.part, planned=row.planned),
        "fits": row.fits,
        "wall": row.wall if row.fits is False else None,
        "why": _why(row, row.energy if row.does else 0.0, why),
        "unit_gpus": row.unit or None,
        **{way: getattr(row.size, way, None) for way in ("tp", "pp", "dp", "ep")},
        "batch": _number(row.batch, "1"),
        "batch_limit": row.limit or None,
        "rates_given": row.measured,
        "ttft_s": _number(row.ttft, "s"),
        "tpot_s": _number(row.tpot, "s"),
        "output_tokens_per_second_per_gpu": _number(row.rate, "token/s"),
        "gpus": _number(row.gpus, "GPU"),
        **_price(row),
        "cost_per_million_tokens": _number(row.dollars, "USD/Mtoken"),
        "full_load_cost_per_million_tokens": _number(row.full_cost, "USD/Mtoken"),
        "energy_kwh_per_million_tokens": _number(row.energy, "kWh/Mtoken"),
    }


def _price(row: TrainingRow | ServingRow) -> Record:
    """What an hour of a GPU costs, and the offers of the catalog that it is the middle of."""
    offers = row.part.offers if is_by_market(row) else ()
    return {
        "price_per_gpu_hour": _number(row.hourly, "USD/GPU/hour"),
        "price_offers": [
            {"provider": one.provider, "price_per_gpu_hour": one.price, "as_of": one.as_of}
            for one in offers
        ],
    }


def _part(part: Part, *, planned: bool) -> Record:
    return {
        "accelerator": part.name,
        "status": part.status,
        "release": part.release,
        "can_be_had": part.offered,
        "planned": planned,
    }


def _why(row: TrainingRow | ServingRow, energy: float, why: Sequence[str]) -> str | None:
    """Why something is null, or does not fit."""
    said = list(why)
    if math.isnan(row.hourly) and math.isnan(row.part.price):
        traded = NO_PRICE if row.part.traded else NOT_TRADED
        said.append(f"no price: {traded}")
    if math.isnan(energy) and not why:
        said.append("power is not known")
    return "; ".join(said) or None


def _number(number: float, unit: str) -> float | None:
    """A number in a unit, to the digits that were meant; None where it is not known."""
    if not math.isfinite(number):
        return None
    return float(f"{from_canonical(number, unit):.15g}")
