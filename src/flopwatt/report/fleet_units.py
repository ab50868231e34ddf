"""The same product on several units side by side: what each does, or which wall it meets."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from flopwatt.plan import Plan
from flopwatt.problems import PlanError
from flopwatt.report.cells import UNKNOWN
from flopwatt.report.document import SCHEMA
from flopwatt.report.explain import explain
from flopwatt.report.fleet_document import fleet_document
from flopwatt.report.fleet_months import PER_TOKEN
from flopwatt.report.fleet_step import PER_SECOND
from flopwatt.report.fleet_texts import last_cell, word_of
from flopwatt.report.lookup import key_page
from flopwatt.report.page import explain_all
from flopwatt.report.records import Cell, Parts, Report, Section, Table
from flopwatt.report.texts import counted, listed, long_date, number_text
from flopwatt.studies.fleet_unit import PRODUCT, Fleet
from flopwatt.studies.fleet_units import LAYOUT, NAMELESS, Tried
from flopwatt.studies.run import Study

LIMIT = "batch.limit"
RATE = "output_rate_per_gpu"
DOES = {
    "batch.unit": ("at once", ""),
    "ttft.expected": ("TTFT", ""),
    "tpot.expected": ("TPOT", ""),
    RATE: ("tokens/s/GPU", PER_SECOND),
}
DOES_NOTE = (
    "The wall keeps a unit from serving, or from more calls at once; TTFT and TPOT without a "
    "queue; tokens of answers at full load."
)
SIZES = ("GPUs at launch", "units", "GPUs", "$/month", "$/Mtoken")
SIZES_NOTE = "In the plan's last month, spares included; dollars per million tokens of all kinds."
REFUSED = ("unit", "wall", "the nearest thing that works")
ABSENT = "-"  # where nothing is served, or known
# walls that are no limits of a unit but of what is known, or of how it divides a model
REFUSES = {ABSENT: "too little is known", LAYOUT: "the layout", NAMELESS: "no such accelerator"}
GIVEN = "none: rates given"
SAID = "cannot be served: "
ASKED = {"ttft": "TTFT", "tpot": "TPOT"}
LAUNCHED, GPUS = "fleet.launch_gpus", " GPUs"
UNITS, COST, PER_MILLION = "fleet.units", "fleet.cost", "fleet.cost_per_million_tokens"


def build_units_report(plan: Plan, tried: Sequence[Tried]) -> Report:
    """Everything a face needs to show fleets on several units."""
    names = list(dict.fromkeys(one.fleet for one in tried))
    groups = [[one for one in tried if one.fleet == name] for name in names]
    first = next((one for one in tried if one.study), None)
    warnings = [w for one in tried if one.study for w in one.study.warnings]
    return Report(
        title=plan.name,
        subtitle=f"{counted(len(groups[0]), 'unit')} side by side, from {long_date(plan.start)}",
        make_parts=lambda: Parts(
            answer=" ".join(_answer(group) for group in groups),
            lede="",
            sections=tuple(_section(group) for group in groups),
            example=f"fleets.{first.fleet}.batch.unit" if first else "",
        ),
        warnings=tuple(dict.fromkeys(warnings)),
        known=lambda key: False,
        make_document=functools.partial(units_document, plan, tried),
        **_explaining(first),
    )


def _explaining(first: Tried | None) -> dict[str, Any]:
    """What is explained is that of the first unit that serves."""
    if first is None or first.study is None:
        page = Section("keys", "No unit serves.", ())
        return {"explain": _no_key, "explain_all": lambda keys: (), "key_page": lambda: page}
    return {
        "explain": functools.partial(explain, first.study),
        "explain_all": functools.partial(explain_all, first.study),
        "key_page": functools.partial(key_page, first.study),
        "ask": ("flopwatt fleet", "{subject}", f"--on {first.on!r}", "--explain {key}"),
    }


def _no_key(key: str) -> Any:
    """Nothing follows where no unit serves. Raises PlanError."""
    raise PlanError([])


def _section(group: Sequence[Tried]) -> Section:
    """One fleet on every unit: what each does, what it comes to, and what cannot serve."""
    name = group[0].fleet
    served = [(one, one.study) for one in group if one.study]
    refused = [one for one in group if not one.study]
    heads = ("unit", "serves", "wall", *(head for head, _ in DOES.values()))
    rows = tuple(
        (Cell(one.unit), Cell(_serves(one)), Cell(_wall(one)), *(_does(one, key) for key in DOES))
        for one in group
    )
    note = "\n".join([*([_asked(served[0][1], name)] if served else []), DOES_NOTE])
    tables = [
        Table(f"units-{name}", f"{name}: what one unit does", heads, rows, note,
              words=("serves", "wall"))
    ]  # fmt: skip
    if served:
        rows = tuple((Cell(one.unit), *_sizes(study, name)) for one, study in served)
        title = f"{name}: what its fleet comes to"
        note = "\n".join(filter(None, (SIZES_NOTE, _unpriced(name, served))))
        tables.append(Table(f"sizes-{name}", title, ("unit", *SIZES), rows, note))
    if refused:
        rows = tuple(
            (Cell(one.unit), Cell(one.problems[0].message.removeprefix(SAID)),
             Cell(one.problems[0].allowed))
            for one in refused
        )  # fmt: skip
        title = f"{name}: what cannot serve it"
        tables.append(Table(f"walls-{name}", title, REFUSED, rows, words=REFUSED[1:]))
    return Section(f"units-{name}", _finding(group), tuple(tables))


def _serves(one: Tried) -> str:
    if one.study:
        return "yes"
    return UNKNOWN if one.wall in (UNKNOWN, NAMELESS) else "no"


def _wall(one: Tried) -> str:
    """What keeps a unit from serving, or from more calls at once."""
    if one.study is None:
        return ABSENT if one.wall == UNKNOWN else one.wall
    fleet = Fleet(one.study.plan, one.study.results, one.fleet)
    return GIVEN if fleet.is_measured else word_of(fleet, LIMIT)


def _unpriced(name: str, served: Sequence[tuple[Tried, Study]]) -> str:
    """How to give a price where the catalog has none."""
    lack = [one for one, study in served if f"fleets.{name}.price" not in study.results]
    if not lack:
        return ""
    line = f"--on {lack[0].on!r} --set 'fleets.{name}.price=$2.50 per GPU-hour'"
    what = listed([one.unit for one in lack], "unit")
    return f"What an hour of {what} costs is not known; with one unit alone it is set: {line}"


def _does(one: Tried, key: str) -> Cell:
    if one.study is None or (key != RATE and _wall(one) == GIVEN):
        return Cell(ABSENT)
    if not Fleet(one.study.plan, one.study.results, one.fleet).tells(key):
        return Cell(ABSENT)
    found = last_cell(one.study, f"fleets.{one.fleet}.{key}", DOES[key][1])
    return Cell(found.text)


def _sizes(study: Study, name: str) -> tuple[Cell, ...]:
    """How large a fleet is at launch and in the end, and what it costs in the end."""
    results, entry = study.results, f"fleets.{name}"

    def last(key: str, said: str = "") -> str:
        if f"{entry}.{key}" not in results:
            return UNKNOWN
        value = results[f"{entry}.{key}"]
        number = float(value.months[-1])
        return number_text(value.quantity, number, study.plan.start).replace(said, "")

    held = UNKNOWN
    if f"{entry}.fleet.gpus" in results:
        months = results[f"{entry}.fleet.gpus"].months
        used = months[months > 0]
        held = f"{used[-1]:,.0f}" if len(used) else "0"
    launched = last(LAUNCHED, GPUS)
    texts = (launched, last(UNITS), held, last(COST), last(PER_MILLION, PER_TOKEN))
    return tuple(map(Cell, texts))


def _asked(study: Study, name: str) -> str:
    """What is asked of a fleet: lengths of calls, and objectives."""
    fleet = Fleet(study.plan, study.results, name)
    lengths = (
        f"{what} of {fleet.at(key, -1):,.0f} tokens"
        for key, what in (("prompt", "prompts"), ("answer", "answers"))
        if fleet.knows(key)
    )
    asked = (
        f"{said} {last_cell(study, f'{fleet.key}.{key}').text}"
        for key, said in ASKED.items()
        if fleet.knows(key)
    )
    return f"Asked: {', '.join((*lengths, *asked))}."


def _finding(group: Sequence[Tried]) -> str:
    """What keeps units from serving, and what limits the others."""
    refused: dict[str, list[str]] = {}
    limited: dict[str, list[str]] = {}
    for one in group:
        (limited if one.study else refused).setdefault(_wall(one), []).append(one.unit)
    given = limited.pop(GIVEN, [])
    walls = (f"{_units(some)} ({REFUSES.get(wall, wall)})" for wall, some in refused.items())
    said = [
        *([f"Cannot serve: {', '.join(walls)}"] if refused else []),
        *(f"{wall} limits {_units(some)}" for wall, some in limited.items()),
        *([f"the rates of {_units(given)} are given"] if given else []),
    ]
    text = "; ".join(said)
    return f"{text[0].upper()}{text[1:]}."


def _units(names: Sequence[str]) -> str:
    return listed(names, "unit")


def _answer(group: Sequence[Tried]) -> str:
    """Which unit serves for the least."""
    name = group[0].fleet
    costs: dict[str, float] = {}
    for one in group:
        key = f"fleets.{name}.{COST}"
        if one.study and key in one.study.results:
            costs[one.unit] = float(one.study.results[key].months.sum())
    serving = [one.unit for one in group if one.study]
    if not serving:
        return f"{name} can be served on none of these units."
    if not costs:
        return f"{name} can be served on {_units(serving)}; its bill is not known."
    least = min(costs, key=lambda unit: costs[unit])
    study = next(one.study for one in group if one.unit == least and one.study)
    quantity = study.results[f"fleets.{name}.{COST}"].quantity
    bill = number_text(quantity, costs[least], study.plan.start)
    product = Fleet(study.plan, study.results, name).of(PRODUCT)
    product = product if name == product else f"the calls of {product} that {name} has"
    if len(serving) == 1:
        return f"{least} alone can serve {product}, for {bill} over the plan."
    of = "" if len(costs) == len(serving) else " of those whose price is known"
    return f"{least} serves {product} for the least{of}, {bill} over the plan."


def units_document(plan: Plan, tried: Sequence[Tried]) -> dict[str, Any]:
    """All units as plain data: the wall of each, its problems, and its results by key."""
    return {
        "schema": SCHEMA,
        "plan": plan.name,
        "start": plan.start.isoformat(),
        "units": [
            {
                "fleet": one.fleet,
                "on": one.on,
                "unit": one.unit,
                "wall": one.wall,
                "problems": [problem.as_dict() for problem in one.problems],
                "results": fleet_document(one.study)["results"] if one.study else {},
            }
            for one in tried
        ],
    }
