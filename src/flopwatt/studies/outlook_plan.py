"""Where a plan sits: its GPUs, power, shares and dollars beside what forecasters state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from flopwatt.catalog.outlook import Forecast, find_forecasts
from flopwatt.plan import PlanSource
from flopwatt.problems import PlanError
from flopwatt.studies.loads import load_power
from flopwatt.studies.run import Study, evaluate_plan, load_plan
from flopwatt.units import parse_unit

LOAD, SHARE = "load", "inference_share"
FACILITY = "facility.peak"
SITE, SITES = "site", "power of sites"
CALENDAR = 12  # months of a year


@dataclass(frozen=True)
class Work:
    """A kind of work, the entity that does it, and the plan's GPUs in it by month."""

    name: str
    entity: str
    series: str


TRAINING = Work("training", "run", "training_gpus")
SERVING = Work("serving", "fit", "serving_gpus")


@dataclass(frozen=True)
class Placed:
    """One number of a plan in canonical units, its key, and how it was come by."""

    what: str
    value: float
    unit: str
    how: str
    key: str = ""


@dataclass(frozen=True)
class Beside:
    """A number of the plan beside a figure that somebody states.

    ``figure`` is in canonical units; ``times`` is None where the two count different things.
    """

    placed: Placed
    forecast: Forecast
    figure: float
    times: float | None


def place_plan(
    source: PlanSource, settings: Mapping[str, Any] | None = None
) -> tuple[Study, tuple[Placed, ...]]:
    """A plan worked out, with the numbers of it that the outlook speaks of.

    Its power is that of the loads that it has, and of those that are made for its runs and
    fleets. Raises PlanError where the plan cannot be used.
    """
    try:
        plan, _ = load_power(source, settings)
    except PlanError:  # nothing in it draws power, or it cannot be used at all
        plan = load_plan(source, settings)
    study = evaluate_plan(plan, to_goals=False)
    return study, tuple(_placed(study))


def _placed(study: Study) -> Iterator[Placed]:
    for what in (TRAINING, SERVING):
        if most := _most(study, what):
            yield Placed(f"GPUs for {what.name}", most, "GPU", "at most", what.series)
    yield from _power(study)
    for key, name in (("training_total", "training"), ("inference_total", "inference")):
        if key in study.results:
            value = study.results[key].central
            yield Placed(f"spent on {name}", value, "USD", "over the whole plan", key)
    if SHARE in study.results:
        share = study.results[SHARE].central
        yield Placed("inference in spend", share, "%", "of dollars, not of compute", SHARE)
    spend = _most_in_a_year(study)
    if spend:
        yield Placed("spend", spend, "USD", "most in twelve months, training and inference")


def _most(study: Study, what: Work) -> float:
    """The most GPUs at once: of a month, or of one entry, which may not fill its month."""
    section = study.results.entry(what.entity, "*").partition(".")[0]
    own = [
        study.results[key].months.max()
        for name in study.plan.population.names(what.entity)
        if (key := f"{section}.{name}.gpus") in study.results
    ]
    return max([_peak(study, what.series), *map(float, own)])


def _peak(study: Study, key: str) -> float:
    return float(study.results[key].months.max()) if key in study.results else 0.0


def _most_in_a_year(study: Study) -> float:
    """The most that training and inference take in twelve months of the plan in a row."""
    keys = [key for key in ("training_spend", "inference_spend") if key in study.results]
    if not keys:
        return 0.0
    months = np.sum([study.results[key].months for key in keys], axis=0)
    starts = range(max(len(months) - CALENDAR, 0) + 1)
    return float(max(months[at : at + CALENDAR].sum() for at in starts))


def _power(study: Study) -> Iterator[Placed]:
    """Highest power at the meter of all loads together, from chip to meter."""
    names = study.results.population.instances.get(LOAD, ())
    keys = [f"power.{name}.{FACILITY}" for name in names]
    known = [key for key in keys if key in study.results]
    if known:
        months = np.sum([study.results[key].months for key in known], axis=0)
        key = known[0] if len(known) == 1 else ""
        how = "facility, at its peak, from chip to meter"
        yield Placed("power", float(months.max()), "MW", how, key)
    sites = [f"sites.{name}.mw" for name in study.plan.population.names(SITE)]
    laid_out = [key for key in sites if key in study.results]
    if laid_out:
        whole = sum(study.results[key].central for key in laid_out)
        key = laid_out[0] if len(laid_out) == 1 else ""
        yield Placed(SITES, whole, "MW", "what its sites are laid out for, drawn or not", key)


def beside(placed: tuple[Placed, ...]) -> tuple[Beside, ...]:
    """What the plan's power, share and dollars are beside the newest figure of each kind."""
    found = {one.what: one for one in placed}
    if "power" in found:  # what is drawn is compared, where it is known
        found.pop(SITES, None)
    asked = (
        ("power", "AI power", "US", "GW"),
        ("power", "campus power", "Abilene", "GW"),
        ("power", "campus power", "Colossus phase 1", "GW"),
        (SITES, "campus power", "Abilene", "GW"),
        (SITES, "campus power", "Colossus phase 1", "GW"),
        ("spend", "capex", "Top-5 US", "BUSD"),
        ("inference in spend", "inference share of compute", "World", "%"),
    )
    return tuple(
        one
        for what, metric, scope, unit in asked
        if what in found
        for one in _over(found[what], metric, scope, unit)
    )


def _over(placed: Placed, metric: str, scope: str, unit: str) -> Iterator[Beside]:
    rows = [one for one in find_forecasts(metric, scope=scope) if one.value is not None]
    for newest in sorted(rows, key=lambda one: (one.as_of, one.year))[-1:]:
        figure = (newest.value or 0.0) * parse_unit(unit).factor
        alike = placed.key != SHARE  # a share of dollars is none of compute
        yield Beside(placed, newest, figure, placed.value / figure if alike else None)
