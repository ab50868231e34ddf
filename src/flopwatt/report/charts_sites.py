"""What a site needs month by month against what is energised, from the results of a plan."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from flopwatt.model.value import Array
from flopwatt.report.charts_site import Energised, SitePower, draw_site
from flopwatt.report.charts_stack import Layer
from flopwatt.report.power_texts import PEAK
from flopwatt.report.records import Cell, Chart, Section, Table
from flopwatt.report.site_texts import month_text, numbers_of, year_cell
from flopwatt.report.texts import DAY_S, month_name, month_words, number_text
from flopwatt.studies.loads import LOAD
from flopwatt.studies.run import Study
from flopwatt.studies.sites import SITE, parts_of
from flopwatt.studies.works import kind_of_work
from flopwatt.units import from_canonical

PHASES = "phases-"  # begins the id of the table of a site's phases
TOLD = 3  # sites that are drawn
COLUMNS = 4  # loads that have a column of their own
GIGA = 1e9
TRAINING, INFERENCE, OTHER = "training", "inference", "other"
NAMES = {INFERENCE: "Inference", TRAINING: "Training", OTHER: "Needed"}
WORKS = {"run": TRAINING, "fit": INFERENCE}
SHADES = {OTHER: ("line", "ink2")}  # by work: fill and ink; of the others that of the work itself


def site_charts(study: Study, section: Section) -> tuple[Chart, ...]:
    """Need against supply of each site that the section tells of, up to a few."""
    ids = [table.id for table in section.tables if table.id.startswith(PHASES)]
    charts = (_chart(study, section, name.removeprefix(PHASES)) for name in ids[:TOLD])
    return tuple(chart for chart in charts if chart is not None)


def _chart(study: Study, section: Section, name: str) -> Chart | None:
    needed = _by_month(study, f"sites.{name}.needed")
    energised = _ends(study, f"sites.{name}.mw.energised")[1]
    if not np.isfinite(needed).all() or not (needed.any() or energised.any()):
        return None
    edges = (0.0, *(study.results["month_end"].months / DAY_S).tolist())
    unit = "GW" if max(needed.max(), energised.max()) >= GIGA else "MW"
    found = SitePower(
        start=study.plan.start,
        edges=edges,
        needs=tuple(_needs(study, name, unit)),
        steps=tuple(_steps(study, name, edges, unit)),
        supply=f"Energised {_text(study, name, -1)}" if energised.any() else "",
        short=short_text(study, name),
        unit=unit,
    )
    drawn = ", by the median of each month; pale box: 8 in 10 draws fall inside"
    line = f"Line: energised{drawn if study.spread else ''}."
    hatched = " Hatched: needed and not energised." if found.short else ""
    return Chart(
        id=f"site-{name}",
        title=f"{name}: power needed against power energised",
        subtitle=f"{unit} of the facility at its peak. {line}{hatched}",
        description=section.title,
        make_table=lambda: _table(study, name),
        draw=lambda chart, look: draw_site(found, chart, look),
    )


def _steps(study: Study, name: str, edges: tuple[float, ...], unit: str) -> Iterator[Energised]:
    """Each rise of what is energised, by the median of each month, and when it may come."""
    late, middle, early = _ends(study, f"sites.{name}.mw.energised")
    before = 0.0
    for month, power in enumerate(middle.tolist()):
        if power > before and _is_drawn(study, name, month, power):
            text = f"{_text(study, name, month)}, {month_words(study.plan.start, month)}"
            low, high = (_reached(numbers, power, edges) for numbers in (early, late))
            yield Energised(edges[month], from_canonical(power, unit), text, low, high)
            before = power


def _is_drawn(study: Study, name: str, month: int, power: float) -> bool:
    """Whether some draw has just so much: a median may lie between two phases, on neither."""
    kept = study.spread.samples.get(f"sites.{name}.mw.energised") if study.spread else None
    return kept is None or bool(np.isclose(kept[min(month, len(kept) - 1)], power).any())


def _reached(numbers: Array, power: float, edges: tuple[float, ...]) -> float:
    """The day of the first month with so much power; the last day where there is none."""
    months = np.flatnonzero(numbers >= power)
    return edges[months[0]] if len(months) else edges[-1]


def _needs(study: Study, name: str, unit: str) -> Iterator[Layer]:
    """What runs and fleets need, each a layer; where none is at the site what its phases do."""
    loads = loads_of(study, name)
    works: dict[str, Array] = {}
    for load in loads:
        work = WORKS.get(kind_of_work(study.plan, LOAD, load) or "", OTHER)
        works[work] = works.get(work, 0.0) + _by_month(study, f"power.{load}.{PEAK}")
    works = works or {OTHER: _by_month(study, f"sites.{name}.needed")}
    for work in NAMES:
        if work in works and works[work].any():
            fill, ink = SHADES.get(work, (work, work))
            numbers = tuple(from_canonical(float(one), unit) for one in works[work])
            yield Layer(NAMES[work], numbers, fill, ink, _most(study, name, works[work]))
    if not any(one.any() for one in works.values()):
        yield Layer(NAMES[OTHER], (0.0,) * len(study.plan.months), *SHADES[OTHER])


def _most(study: Study, name: str, numbers: Array) -> str:
    quantity = study.results[f"sites.{name}.needed"].quantity
    return f"up to {number_text(quantity, float(numbers.max()), study.plan.start)}"


def loads_of(study: Study, name: str) -> list[str]:
    """The loads at a site whose power is known."""
    loads = parts_of(study.results, LOAD, SITE, name)
    return [load for load in loads if f"power.{load}.{PEAK}" in study.results]


def _text(study: Study, name: str, month: int) -> str:
    """What is energised by the end of a month."""
    month = range(len(study.plan.months))[month]
    return year_cell(study, f"sites.{name}.mw.energised", [month]).text


def short_text(study: Study, name: str) -> str:
    """The month with the most power short, how much, and the GPUs that wait; else nothing.

    Where the first power comes after the plan, that.
    """
    first = numbers_of(study, f"sites.{name}.first_power")[1]
    if first >= float(study.results["month_end"].months[-1]):
        when = month_text(study, first)
        return "Never energised" if not math.isfinite(first) else f"First power only in {when}"
    key = f"sites.{name}.mw.short"
    short = _ends(study, key)[1]
    month = int(np.argmax(short))
    if not short[month] > 0:
        return ""
    when = month_words(study.plan.start, month)
    return f"{year_cell(study, key, [month]).text} short in {when}{_waiting(study, name, month)}"


def _waiting(study: Study, name: str, month: int) -> str:
    """The GPUs that wait for the power that is short in a month."""
    share = _ends(study, f"sites.{name}.mw.short")[1][month]
    share /= float(_by_month(study, f"sites.{name}.needed")[month]) or math.inf
    keys = [f"power.{load}.gpus" for load in loads_of(study, name)]
    known = [key for key in keys if key in study.results]
    if keys and len(known) == len(keys):
        gpus = sum(float(_by_month(study, key)[month]) for key in known)
        quantity = study.results[known[0]].quantity
    elif not keys and f"sites.{name}.gpus" in study.results:
        value = study.results[f"sites.{name}.gpus"]
        whole = study.results[f"sites.{name}.mw"].central
        needed = float(_by_month(study, f"sites.{name}.needed")[month])
        gpus, quantity = value.central * needed / whole, value.quantity
    else:
        return ""
    return f": {number_text(quantity, min(share, 1.0) * gpus, study.plan.start)} wait"


def _ends(study: Study, key: str) -> tuple[Array, Array, Array]:
    """The low end, the median and the high end of each month; the central case undrawn."""
    told = study.spread.summary(key) if study.spread else ()
    if not told:
        return (_by_month(study, key),) * 3
    months = len(study.plan.months)
    low, middle, high = (
        np.broadcast_to(np.array([getattr(one, end) for one in told]), (months,))
        for end in ("low", "p50", "high")
    )
    return low, middle, high


def _by_month(study: Study, key: str) -> Array:
    return np.broadcast_to(study.results[key].months, (len(study.plan.months),))


def _table(study: Study, name: str) -> Table:
    """What is needed, of it each load, what is energised and what is short, month by month."""
    loads = loads_of(study, name)
    of_loads = {load: f"power.{load}.{PEAK}" for load in loads if 1 < len(loads) <= COLUMNS}
    site = {"needed": "needed", "energised": "mw.energised", "short": "mw.short"}
    keys: dict[str, str] = {head: f"sites.{name}.{key}" for head, key in site.items()}
    heads = ["needed", *of_loads, "energised", "short"]
    keys |= of_loads
    rows = tuple(
        (Cell(month_name(study.plan.start, month)), *_row(study, [keys[h] for h in heads], month))
        for month in range(len(study.plan.months))
    )
    title = f"{name}: needed and energised, by month"
    return Table(f"needed-{name}-by-month", title, ("month", *heads), rows, folded=True)


def _row(study: Study, keys: Sequence[str], month: int) -> Iterator[Cell]:
    for key in keys:
        yield year_cell(study, key, [month])
