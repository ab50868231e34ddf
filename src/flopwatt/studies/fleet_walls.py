"""Fleets that cannot be served: which wall they meet, and the nearest thing that works."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from flopwatt.model.results import Lack, Results
from flopwatt.plan import Plan
from flopwatt.problems import Problem
from flopwatt.studies.fleet_unit import MODEL, PRODUCT, RATES, Fleet, fleets_of
from flopwatt.studies.fleet_ways import ways_out
from flopwatt.studies.goals import leaves_of, line_for
from flopwatt.units import show

# what is not needed, though a way that lacks other things would take it
OBJECTIVES = ("ttft_objective", "tpot_objective")
# what a fleet has of the lengths of its product, and who is asked for them
LENGTHS = {"fit_prompt": "input_tokens", "fit_answer": "output_tokens"}
LENGTHS |= {"fit_context": "output_tokens"}


def wall_problems(plan: Plan, results: Results) -> Iterator[Problem]:
    """A problem for every fleet that cannot be served, or of which too little is known.

    The latter is a warning where the product has a price, and nothing hangs on its fleet.
    """
    for fleet in fleets_of(plan, results):
        if not fleet.knows("call_time"):
            yield _unknown(fleet)
        elif not fleet.is_measured and fleet.knows("serving_wall"):
            yield from _walled(fleet)


def unless_walled(
    goals: Iterable[Problem], walls: Iterable[Problem], plan: Plan, results: Results
) -> list[Problem]:
    """The goals that are missed for another reason than a fleet that is told already."""
    told = {problem.field for problem in walls}
    served = tuple(
        f"products.{fleet.of(PRODUCT)}." for fleet in fleets_of(plan, results) if fleet.key in told
    )
    return [problem for problem in goals if not problem.field.startswith(served)]


def _walled(fleet: Fleet) -> Iterator[Problem]:
    wall = fleet.results[f"{fleet.key}.serving_wall"]
    words = wall.quantity.words
    open_way = float(len(words) - 1)
    months = wall.months
    if (months == open_way).all():
        return
    first = int(np.argmax(months != open_way))
    word = words[int(months[first])]
    message, field, given = _told(fleet, word, first)
    since = f" in {fleet.plan.months[first]}" if first else ""
    yield Problem(
        "no-serving",
        f"cannot be served{since}: {message}",
        fleet.plan.places.get(f"{fleet.key}.{field}") or fleet.plan.places.get(fleet.key),
        fleet.key,
        given=given,
        allowed="; or ".join(ways_out(fleet, word)) or _nothing(fleet),
    )


def _told(fleet: Fleet, word: str, month: int) -> tuple[str, str, str]:
    """A wall in words, the field that it is about, and what was asked for."""

    def size(key: str) -> str:
        return show(fleet.at(key, month), "GB")

    def tokens(key: str) -> str:
        return f"{fleet.at(key, month):,.0f}"

    on = fleet.unit
    length = f"{tokens('context')} tokens"
    call = f"a call of {length}"
    match word:
        case "weights":
            taken = f"weights and libraries take {size('held_by_weights')}"
            return f"{taken} of the {size('usable')} on each GPU of {on}", "accelerator", on
        case "activations":
            step = f"a step of {tokens('batched_tokens')} tokens takes {size('activations')}"
            left = size("room.weights")
            return f"{step} of the {left} that weights leave on each GPU of {on}", "accelerator", on
        case "kv cache":
            taken = f"the cache of {call} takes {size('cache_bytes_per_sequence')}"
            return f"{taken} of the {size('cache')} left on each GPU of {on}", "accelerator", on
        case "context":
            longest = fleet.at("context", month) + fleet.at("room.context", month)
            return f"{call} is longer than the model's {longest:,.0f}", "context", length
    what = "time to the first token" if word == "TTFT" else "time per output token"
    key = word.lower()
    least, asked = show(fleet.at(f"{key}.floor", month), "s"), show(fleet.at(key, month), "s")
    return f"the {what} is at least {least} on {on}, above the {asked} asked", key, asked


def _nothing(fleet: Fleet) -> str:
    other = f"another GPU than {fleet.accelerator}" if fleet.accelerator else "other GPUs"
    return f"{other}, or a smaller model; nothing nearer was found"


def _unknown(fleet: Fleet) -> Problem:
    """A fleet of which too little is known, with the lines that would tell."""
    quantities, results = fleet.results.vocabulary.quantities, fleet.results
    lacking = leaves_of(results.missing(quantities["call_time"], fleet.name))
    lacking = [one for one in lacking if one.quantity.name not in OBJECTIVES]
    model = fleet.of(MODEL)
    shapeless = any(one.quantity.entity == MODEL for one in lacking)
    lines = [_line(fleet, one) for one in lacking if one.quantity.entity != MODEL]
    why = f"{' and '.join(one.key for one in lacking)} is not known"
    if shapeless:
        why = f"the shape of models.{model} is not known, only its size"
        lines.insert(0, f"`config: config.json`, or `catalog: NAME`, under models.{model}")
    rates = " and ".join(f"`{rate}: {quantities[rate].example}`" for rate in RATES)
    priced = f"products.{fleet.of(PRODUCT)}.cost_from" not in results
    return Problem(
        "missing-quantity",
        f"cannot be worked out: {why}",
        fleet.plan.places.get(fleet.key),
        fleet.key,
        given="nothing",
        allowed=f"{' and '.join(dict.fromkeys(lines))}; or the rates as measured, {rates}",
        warning=priced,
    )


def _line(fleet: Fleet, lack: Lack) -> str:
    """The line to add; lengths of calls are their product's."""
    asked = LENGTHS.get(lack.quantity.name)
    if asked is None:
        return line_for(lack)
    quantity = fleet.results.vocabulary.quantities[asked]
    product = fleet.of(PRODUCT)
    return line_for(Lack(f"products.{product}.{quantity.key}", quantity))


def link_warnings(plan: Plan, results: Results) -> Iterator[Problem]:
    """A warning for every fleet whose layers are shared by more GPUs than its links join."""
    for fleet in fleets_of(plan, results):
        shared = int(fleet.at("tp"))
        if fleet.is_measured or not fleet.accelerator or shared <= fleet.linked:
            continue
        yield Problem(
            "unlikely",
            f"{shared:,} GPUs share each layer, and the links counted join {fleet.linked:,} of "
            "them",
            plan.places.get(f"{fleet.key}.tp") or plan.places.get(fleet.key),
            f"{fleet.key}.tp",
            given=fleet.unit,
            allowed=f"`tp: {fleet.linked:,}` with replicas (`dp`) or stages (`pp`)",
            warning=True,
        )
