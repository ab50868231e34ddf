"""Published bills, prices, crossovers and intervals held against what is worked out here."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Mapping, Sequence
from typing import Any

from flopwatt.model.value import Value
from flopwatt.problems import FlopwattError
from flopwatt.studies.backtest import WHAT, Backtest, Row, Scored, Unmodelled, compare, read_truth
from flopwatt.studies.backtest_economics_keys import (
    RATES,
    TOKENS,
    Key,
    UnsaidError,
    read_key,
)
from flopwatt.studies.calculate import calculate_quantity
from flopwatt.studies.run import evaluate_plan, load_plan
from flopwatt.units import UnitError, from_canonical, read_quantity

COLUMNS = ("id", "value", "unit", "key", "given")
# a crossover far away must fall inside; the day itself does not matter
START = {"start": "2026-01-01", "horizon": "600 months"}
SPELLED = (
    (r"\s*\(.*?\)", ""),  # USD (2023)
    (r"(?i)^(fraction|share)( of .*)?$", "ratio"),
    (r"(?i)^percent$", "%"),
    (r"(?i)/ ?(M|million) tokens?", "/Mtoken"),
    (r"(?i)/ ?1?k tokens?", "/ktoken"),
    (r"(?i)^(events|count|x|ratio)$", "ratio"),
)
MOST_KEYS = 200
# a run of any size has its utilisation over paid hours, where only shares are given
ANY_RUN = {"training.flops": "1e24 FLOP", "training.peak": "1000 TFLOP/s"}
OVER_PAID, HOURS = "training.paid_hours_mfu", "training.accelerator_hours"
PAID, RENT, BREAK_EVEN = "asset.owned_hour_price", "asset.rent", "asset.break_even"
Given = Mapping[str, Any]


def backtest_economics(path: str | os.PathLike[str]) -> Backtest:
    """Work out every row of a table that can be. Raises PlanError for a bad table."""
    scored: list[Scored] = []
    left_out: list[Unmodelled] = []
    for row in read_truth(path, COLUMNS):
        try:
            scored.append(_scored(row))
        except UnsaidError as error:
            left_out.append(Unmodelled(row["id"], str(error)))
        except FlopwattError as error:
            left_out.append(Unmodelled(row["id"], _told(error)))
    return Backtest("economics", tuple(scored), tuple(left_out))


def _told(error: FlopwattError) -> str:
    """The first thing that is wrong, in one line."""
    first, *more = error.problems
    said = ": ".join(part for part in (first.field, first.message) if part)
    given = f" (given: {first.given})" if first.given and first.given not in said else ""
    return f"{said}{given}" + (f", and {len(more)} more" if more else "")


def _scored(row: Row) -> Scored:
    """One row predicted. Raises UnsaidError or FlopwattError with the reason where it is not."""
    if row.get("verified") == "no":
        raise UnsaidError("the value was not verified against its source")
    if not row["value"]:
        raise UnsaidError("the row has no single number: a range, a list or words")
    expected = _number(row["value"])
    if not row["key"] or not row["given"]:
        raise UnsaidError("the row does not say what it is worked out from")
    given = _given(row["given"])
    asked = read_key(row["key"], asked=True, given=given)
    predicted = _in_unit(_predicted(asked, given), row["unit"])
    cells = {WHAT: ".".join((asked.section, asked.names[0]))}
    cells["verified"] = row.get("verified") or "not stated"
    found = compare(row, expected, predicted, cells)
    if not math.isfinite(found.error):
        raise UnsaidError(f"{row['value']} is too little to hold anything to")
    return found


def _number(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise UnsaidError(f"the value {text!r} is no number")
    if found == 0:
        raise UnsaidError("errors are relative, and the value is 0")
    return found


def _given(text: str) -> dict[str, str | float]:
    """The inputs of a row: texts with units, or numbers, by key."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnsaidError("`given` is no JSON object") from error
    if not isinstance(found, dict) or not found:
        raise UnsaidError("`given` is no JSON object with keys and values")
    if len(found) > MOST_KEYS:
        raise UnsaidError(f"`given` has more than {MOST_KEYS} keys")
    for key, value in found.items():
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise UnsaidError(f"{key} is given neither as a text with its unit nor as a number")
    return found


def _predicted(asked: Key, given: Given) -> tuple[Value, ...]:
    """What a row asks for, by one calculation, by several added up, or by a plan."""
    fields: dict[str, dict[str, Any]] = {}
    for text, value in given.items():
        key = read_key(text)
        of_entry = fields.setdefault(f"{key.section}.{key.entry}", {})
        (name,) = key.names
        if name in of_entry:
            raise UnsaidError(f"{text} is given twice")
        of_entry[name] = value
    for name, found in fields.items():
        if name.startswith("products."):
            _join_rates(found)
    several = {name.partition(".")[0] for name in fields}
    if len(fields) > len(several):
        return _by_plan(asked, fields)
    flat = {
        f"{name.partition('.')[0]}.{field}": value
        for name, found in fields.items()
        for field, value in found.items()
    }
    if asked.fields == (BREAK_EVEN,) and PAID not in flat and RENT in flat:
        rent = flat.pop(RENT)
        paid = sum(one.central for one in _calculated(_OWN_HOUR, flat))
        flat = {PAID: f"{from_canonical(paid, 'USD/GPU/hour')!r} USD/GPU/hour", RENT: rent}
    if asked.fields == (OVER_PAID,) and not {*ANY_RUN, HOURS} & set(flat):
        flat |= ANY_RUN
    return _calculated(asked.fields, flat)


_OWN_HOUR = read_key("own.cost_per_gpu_hour", asked=True).fields


def _calculated(keys: Sequence[str], given: Given) -> tuple[Value, ...]:
    """Quantities that add up to what is asked; every line given must count for one of them."""
    found, idle = [], []
    for key in keys:
        dated = START if key.startswith("products.crossover") else {}
        study, value = calculate_quantity(key, {**dated, **given})
        idle.append({one.field for one in study.warnings if one.code == "unused"})
        found.append(value)
    unused = set.intersection(*idle)
    if unused:
        raise UnsaidError(f"it is not worked out from {', '.join(sorted(unused))}, which is given")
    return tuple(found)


def _by_plan(asked: Key, fields: Mapping[str, Mapping[str, Any]]) -> tuple[Value, ...]:
    """The same in a plan with an entry for each name: two runs, or two products."""
    plan: dict[str, Any] = dict(START)
    for name, found in fields.items():
        section, _, entry = name.partition(".")
        if section not in ("training", "models", "products"):
            raise UnsaidError(f"a plan has no section for {section}")
        plan.setdefault(section, {})[entry or asked.entry or section] = dict(found)
    plan.setdefault("models", {"m": {}})
    results = evaluate_plan(load_plan(plan), to_goals=False).results
    keys = [f"{asked.section}.{asked.entry}.{name}" for name in asked.names]
    lacking = [key for key in keys if key not in results]
    if lacking:
        raise UnsaidError(f"{lacking[0]} does not follow from what is given")
    return tuple(results[key] for key in keys)


def _join_rates(fields: dict[str, Any]) -> None:
    """Tokens per time of prompts and answers as tokens per day; those of a call stay."""
    rates = {}
    for name in RATES:
        try:
            rates[name] = read_quantity(str(fields[name]), "token/day") if name in fields else None
        except UnitError:
            return
    found = {name: rate for name, rate in rates.items() if rate is not None}
    if found and TOKENS not in fields:
        for name in found:
            del fields[name]
        fields[TOKENS] = f"{from_canonical(sum(found.values()), 'token/day')!r} tokens/day"


def _in_unit(values: tuple[Value, ...], unit: str) -> float:
    """The sum of what was worked out, in the unit of the row."""
    quantity = values[0].quantity
    number = sum(one.months[-1] if one.is_series else one.central for one in values)
    if not math.isfinite(number):
        raise UnsaidError(f"{quantity.key} comes out as no number")
    text = unit
    for pattern, spelled in SPELLED:
        text = re.sub(pattern, spelled, text).strip()
    try:
        worth = read_quantity(f"1 {text}", quantity.unit, quantity.accepts)
    except UnitError as error:
        said = f"{quantity.key} is told in {quantity.unit}, and not in {unit or 'no unit'}"
        raise UnsaidError(said) from error
    return float(number / worth)
