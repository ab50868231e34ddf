"""What a plan holds and spends over time: GPUs in use, the mix of ways to buy, and expense."""

from __future__ import annotations

import numpy as np

from flopwatt.model.value import Array
from flopwatt.report.buying_ways import way_text, ways_of
from flopwatt.report.charts import AMOUNT, MONEY
from flopwatt.report.charts_stack import Layer, Stack, draw_stack
from flopwatt.report.ranges import percent_texts
from flopwatt.report.records import Cell, Chart, Section, Table
from flopwatt.report.texts import DAY_S, month_name, month_words, number_text
from flopwatt.studies.run import Study

TRAINING_GPUS, SERVING_GPUS = "training_gpus", "serving_gpus"
LEAST_MONTHS, MOST_BARS = 6, 24
NO_MORE = "none by then"
LEAST_IDLE = 1e-6  # of what is held: less is rounding
# the shade of each sort of offer, firmest first: the firmer the commitment, the stronger
SHADES = {
    **{"owned": "", "owned in colocation": "", "owned on own site": ""},
    **{"reserved 3 years": "-3y", "reserved 1 year": "-1y", "capacity block": "-1y"},
    **{"other": "-other", "on demand": "-use", "spot": "-spot"},
}
FIRMNESS = tuple(SHADES)


def fleet_chart(study: Study, section: Section) -> Chart | None:
    """The GPUs that serving and training hold, month by month."""
    results = study.results
    series = {
        name: _by_month(study, key)
        for name, key in (("inference", SERVING_GPUS), ("training", TRAINING_GPUS))
        if key in results
    }
    if not any(numbers.any() for numbers in series.values()):
        return None
    if not all(np.isfinite(numbers).all() for numbers in series.values()):
        return None
    if all(len(set(numbers.tolist())) == 1 for numbers in series.values()):
        return None  # a level line says nothing that its number does not
    edges = _edges(study)
    names = {"inference": "Serving", "training": "Training"}
    layers = tuple(
        Layer(names[work], tuple(numbers.tolist()), work, work, _held(study, work, numbers))
        for work, numbers in series.items()
    )
    found = Stack(study.plan.start, edges, layers, label=AMOUNT)
    return Chart(
        id="gpus-in-use",
        title="GPUs in use, month by month",
        subtitle="GPUs; training, on average of the month, on top of serving.",
        description=section.title,
        make_table=lambda: _table(study, "gpus-by-month", "GPUs in use, by month", {
            "serving": SERVING_GPUS, "training": TRAINING_GPUS}),
        draw=lambda chart, look: draw_stack(found, chart, look),
    )  # fmt: skip


def _held(study: Study, work: str, numbers: Array) -> str:
    """What is said of the GPUs of a work: what serving ends with, what training has at most."""
    if work == "inference":
        return f"{_gpus(study, SERVING_GPUS, -1)} at the end"
    return f"up to {_gpus(study, TRAINING_GPUS, int(numbers.argmax()))} on a month's average"


def mix_charts(study: Study, section: Section) -> tuple[Chart, ...]:
    """How the GPUs of each purchase are bought, month by month: a panel each, on its own scale."""
    names = study.results.population.names("purchase")
    found = (_mix(study, section, name) for name in names)
    return tuple(chart for chart in found if chart is not None)


def _mix(study: Study, section: Section, name: str) -> Chart | None:
    ways = {
        way: _by_month(study, f"ways.{way}.gpus")
        for way in ways_of(study, name)
        if f"ways.{way}.gpus" in study.results
    }
    held = np.sum(list(ways.values()), axis=0) if ways else np.zeros(1)
    if not held.any() or not np.isfinite(held).all():
        return None
    work = "training" if _is_run(study, name) else "inference"
    chosen = _used_months(held)
    edges = _edges(study)[chosen.start : chosen.stop + 1]
    lot = study.results[f"buying.{name}.lot"].central
    busy = _by_month(study, f"buying.{name}.lots_busy") * lot
    ordered = sorted(ways, key=lambda way: FIRMNESS.index(_firmness(study, way)))
    last = int(np.flatnonzero(held)[-1]) if held.any() else 0
    shares = percent_texts([ways[way][last] / held[last] for way in ordered])
    layers = tuple(
        Layer(way_text(study, way), tuple(ways[way][chosen].tolist()),
              f"{work}{SHADES[_firmness(study, way)]}", work,
              f"{_gpus(study, f'ways.{way}.gpus', last)}, {share}" if ways[way][last] else NO_MORE)
        for way, share in zip(ordered, shares, strict=True)
        if ways[way].any()
    )  # fmt: skip
    idles = (held - busy > LEAST_IDLE * held)[chosen].any()
    line = tuple(busy[chosen].tolist()) if idles else ()
    found = Stack(study.plan.start, edges, layers, line, "busy" if line else "")
    when = month_words(study.plan.start, last)
    own = " Its own scale." if len(study.results.population.names("purchase")) > 1 else ""
    return Chart(
        id=f"mix-{name}",
        title=f"{name}: how its GPUs are bought",
        subtitle=f"GPUs, average of the month; number and share of {when} beside.{own}",
        description=section.title,
        make_table=lambda: _table(study, f"mix-{name}-by-month", f"{name}: GPUs by way, by month",
                     {way_text(study, way): f"ways.{way}.gpus" for way in ordered}),
        draw=lambda chart, look: draw_stack(found, chart, look),
    )  # fmt: skip


def _firmness(study: Study, way: str) -> str:
    """What sort of offer a way is, by which it is shaded."""
    value = study.results[f"ways.{way}.kind"]
    kind = value.quantity.words[int(value.central)]
    return kind if kind in SHADES else "other"


def _is_run(study: Study, name: str) -> bool:
    population = study.results.population
    places = population.references.get(("purchase", "run"))
    return places is not None and places[population.place("purchase", name)] >= 0


def expense_chart(study: Study, section: Section) -> Chart | None:
    """Capital and operating expense, by year or by month."""
    keys = {"inference": "operating_expense", "training": "capital_expense"}
    known = {work: key for work, key in keys.items() if key in study.results}
    if not known:
        return None
    ends = study.results["month_end"].months / DAY_S
    months = len(study.plan.months)
    groups = _groups(study) if months > MOST_BARS else [[index] for index in range(months)]
    edges = (0.0, *(float(ends[group[-1]]) for group in groups))
    names = {"inference": "Operating (inference)", "training": "Capital (training)"}
    layers = tuple(
        Layer(
            names[work],
            tuple(float(_by_month(study, key)[group].sum()) for group in groups),
            work,
            work,
        )
        for work, key in known.items()
    )
    if not all(np.isfinite(one.numbers).all() for one in layers):
        return None
    found = Stack(study.plan.start, edges, layers, bars=True, label=MONEY)
    by = "year" if months > MOST_BARS else "month"
    table = next((one for one in section.tables if one.folded == (by == "month")), None)
    return Chart(
        id="expense",
        title=f"Capital and operating expense by {by}",
        subtitle=f"US dollars a {by}. A training bill is booked on the day its run starts.",
        description=section.title,
        make_table=lambda: table or section.tables[0],
        draw=lambda chart, look: draw_stack(found, chart, look),
    )


def _groups(study: Study) -> list[list[int]]:
    """The months of each calendar year."""
    years: dict[str, list[int]] = {}
    for index, month in enumerate(study.plan.months):
        years.setdefault(month[:4], []).append(index)
    return list(years.values())


def _by_month(study: Study, key: str) -> Array:
    return np.broadcast_to(study.results[key].months, (len(study.plan.months),))


def _edges(study: Study) -> tuple[float, ...]:
    """The days on which months begin, and the last one's end."""
    return (0.0, *(study.results["month_end"].months / DAY_S).tolist())


def _used_months(held: Array) -> slice:
    """The months in which anything is held, and a few more where those are few."""
    used = np.flatnonzero(held)
    if not len(used):
        return slice(0, len(held))
    first, last = int(used[0]), int(used[-1])
    lacking = max(LEAST_MONTHS - (last - first + 1), 0)
    first = max(first - lacking // 2, 0)
    return slice(first, min(max(last + 1, first + LEAST_MONTHS), len(held)))


def _gpus(study: Study, key: str, month: int) -> str:
    value = study.results[key]
    return number_text(value.quantity, float(_by_month(study, key)[month]), study.plan.start)


def _table(study: Study, name: str, title: str, keys: dict[str, str]) -> Table:
    """The numbers of a stack by month."""
    known = {head: key for head, key in keys.items() if key in study.results}
    rows = tuple(
        (
            Cell(month_name(study.plan.start, month)),
            *(Cell(_gpus(study, key, month), key) for key in known.values()),
        )
        for month in range(len(study.plan.months))
    )
    works = {"serving": "inference", "training": "training"}
    return Table(name, title, ("month", *known), rows, works=works, folded=True)
