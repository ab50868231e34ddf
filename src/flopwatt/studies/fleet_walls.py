"""Fleets that cannot be served: which wall they meet, and the nearest thing that works."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from flopwatt.catalog import supplied_by
from flopwatt.model.results import Results
from flopwatt.model.value import Lack
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
OF_PRODUCT = "_of_product"  # how formulas that read a product's lengths are named
SHAPED = "hidden_bytes"  # known of every model whose layers are
SHEET = supplied_by("accelerator")


def wall_problems(plan: Plan, results: Results) -> Iterator[Problem]:
    """A problem for every fleet that cannot be served, or of which too little is known.

    The latter is a warning where the product has a price, and nothing hangs on its fleet.
    """
    for fleet in fleets_of(plan, results):
        asked = all(_is_asked(fleet, name) for name in LENGTHS)
        if not (fleet.knows("call_time") and asked):
            yield _unknown(fleet)
        elif (empty := _first_empty(fleet)) is not None:
            yield _empty(fleet, empty)
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


def _first_empty(fleet: Fleet) -> int | None:
    """The first month in which calls have no tokens at all."""
    prompt, answer = (fleet.results[f"{fleet.key}.{key}"].months for key in ("prompt", "answer"))
    empty = np.flatnonzero(prompt + answer == 0)
    return int(empty[0]) if len(empty) else None


def _empty(fleet: Fleet, month: int) -> Problem:
    since = f" in {fleet.plan.months[month]}" if month else ""
    field = f"products.{fleet.of(PRODUCT)}.input_tokens"
    return Problem(
        "out-of-range",
        f"calls have no tokens{since}, neither prompt nor answer, and a fleet that serves nothing "
        "takes no time for it",
        fleet.plan.places.get(field) or fleet.plan.places.get(fleet.key),
        field,
        given="0 tokens",
        allowed="tokens of a prompt or of an answer",
    )


def _walled(fleet: Fleet) -> Iterator[Problem]:
    wall = fleet.results[f"{fleet.key}.serving_wall"]
    words = wall.quantity.words
    open_way = float(len(words) - 1)
    months = wall.months
    if (months == open_way).all():
        return
    first = int(np.argmax(months != open_way))
    word = words[int(months[first])]
    message, field, given = wall_told(fleet, word, first)
    since = f" in {fleet.plan.months[first]}" if first else ""
    yield Problem(
        "no-serving",
        f"cannot be served{since}: {message}",
        fleet.plan.places.get(f"{fleet.key}.{field}") or fleet.plan.places.get(fleet.key),
        fleet.key,
        given=given,
        allowed="; or ".join(ways_out(fleet, word)) or _nothing(fleet),
    )


def wall_told(fleet: Fleet, word: str, month: int) -> tuple[str, str, str]:
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
    results, model = fleet.results, fleet.of(MODEL)
    quantities = results.vocabulary.quantities
    shaped = results.columns[SHAPED].known[results.population.place(MODEL, model)]
    lacking = _lacking(fleet, shaped=bool(shaped))
    lines = [_line(fleet, one) for one in lacking]
    why = f"{' and '.join(one.key for one in lacking)} is not known"
    if any(one.quantity.name in LENGTHS for one in lacking):
        why = f"the lengths of calls to products.{fleet.of(PRODUCT)} are not known"
    if not fleet.accelerator and any(one.quantity.name in SHEET for one in lacking):
        why = "its GPUs are not known"
        others = (one for one in lacking if one.quantity.name not in SHEET)
        lines = [f"`accelerator: 8xH100` under {fleet.key}", *(_line(fleet, one) for one in others)]
    if not shaped:
        why = f"the shape of models.{model} is not known, only its size"
        lines.insert(0, f"`config: config.json`, or `catalog: NAME`, under models.{model}")
    rates = " and ".join(f"`{rate}: {quantities[rate].example}`" for rate in RATES)
    measured = (
        ""
        if set(LENGTHS) & {one.quantity.name for one in lacking}
        else (f"; or the rates as measured, {rates}")
    )
    return Problem(
        "missing-quantity",
        f"cannot be worked out: {why}",
        fleet.plan.places.get(fleet.key),
        fleet.key,
        given="nothing",
        allowed=f"{' and '.join(dict.fromkeys(lines))}{measured}",
        warning=f"products.{fleet.of(PRODUCT)}.cost_from" not in results,
    )


def _lacking(fleet: Fleet, *, shaped: bool) -> list[Lack]:
    """What the plan would have to say of a fleet, its GPUs and its product, each once."""
    results, quantities = fleet.results, fleet.results.vocabulary.quantities
    found = leaves_of(results.missing(quantities["call_time"], fleet.name))
    found = [one for one in found if one.quantity.name not in (*OBJECTIVES, *LENGTHS)]
    # a model with a shape lacks nothing but what no model of its kind has
    own = [one for one in found if one.quantity.entity != MODEL]
    lengths = [name for name in LENGTHS if not _is_asked(fleet, name)]
    found = own or (found if shaped and not lengths else [])
    return [*found, *(Lack(f"{fleet.key}.{quantities[n].key}", quantities[n]) for n in lengths)]


def _is_asked(fleet: Fleet, quantity: str) -> bool:
    """Whether a length of calls is given, or is its product's; not all that a model can read."""
    formula = fleet.results.columns[quantity].formulas[fleet.place]
    return fleet.is_given(quantity) or (formula is not None and formula.name.endswith(OF_PRODUCT))


def _line(fleet: Fleet, lack: Lack) -> str:
    """The line to add; lengths of calls are their product's."""
    asked = LENGTHS.get(lack.quantity.name)
    if asked is None:
        return line_for(lack)
    quantity = fleet.results.vocabulary.quantities[asked]
    product = fleet.of(PRODUCT)
    return line_for(Lack(f"products.{product}.{quantity.key}", quantity))
