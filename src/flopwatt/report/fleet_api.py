"""Own GPUs against an API: from which volume on they cost less, and whether they can make it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from flopwatt.report.cells import cell, make_table, month_cell
from flopwatt.report.fleet_texts import word_of
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import crossing_day, month_words, value_text
from flopwatt.studies.fleet_unit import FLEET, PRODUCT, Fleet, fleets_of
from flopwatt.studies.run import Study
from flopwatt.studies.stairs import Step, find_steps
from flopwatt.units import show

TITLE = "The same calls on own GPUs and at the API, calls a day"
TAKES, LESS, GOOD = (
    *("api.unit.calls_per_day", "api.break_even.volume", "api.break_even.lasting_volume"),
)
# key -> column head, and the words of the value's text that the head already says
COLUMNS = {
    "api.cost_per_call": ("API, a call", " per call"),
    "api.unit.cost_per_day": ("unit, a day", " per day"),
    TAKES: ("unit takes", " calls per day"),
    LESS: ("cheaper from", " calls per day"),
    GOOD: ("for good from", " calls per day"),
}
BUSY = {
    "api.break_even.utilisation": "busy to break even",
    "api.break_even.reachable": "busy at most",
    "fleet.utilisation": "in the last month",
}
FLOWS = {"api.cost": "API", "fleet.cost": "own", "api.saved": "saved"}
BY_DAY = (
    "A unit takes as many calls as leave headroom in the busiest hour; it is paid for all hours, "
    "used or not, and so are spares."
)
FOLLOWING = (
    "Capacity follows the load: paid is what each hour takes, one unit and whole spares at least."
)
APART = (
    "Where prompts and answers have units of their own, each phase rounds up by itself: the steps "
    "here are those of one pool, and a fleet may hold a unit more."
)
BOUGHT = (
    "Cached tokens are part of the prompt and billed at their price, reasoning like the answer. A "
    "discount for batches is not taken off.",
    "The same tokens are bought; another model's tokenizer may make more or fewer of a text.",
)
SERIES = ("api_cost", "fleet_cost", "api_saved", "mean_calls", "fleet_utilisation")
MOST_TOLD, MOST_OPEN = 3, 2  # fleets told one by one in the title, and in tables
LEGS = ("input", "output")


def api_section(study: Study, names: Sequence[str] | None = None) -> Section | None:
    """From which volume on each fleet, or each of those named, costs less than an API."""
    fleets = [
        fleet
        for fleet in fleets_of(study.plan, study.results)
        if any(fleet.knows(f"api.{leg}_price") for leg in LEGS)
        and (names is None or fleet.name in names)
    ]
    if not fleets:
        return None
    tables = [_break_even(study, fleets), _busy(study, fleets)]
    for fleet in fleets:
        folded = len(fleets) > MOST_OPEN
        steps = find_steps(study.results, f"{fleet.key}.")
        if steps and not _follows(study, fleet):
            tables.append(replace(_stairs(study, fleet, steps), folded=folded))
        tables.append(replace(_by_year(study, fleet), folded=folded))
    return Section("api", _finding(study, fleets), tuple(tables))


def _api(study: Study, fleet: Fleet) -> str:
    """What the fleet is set against, as a plan names it."""
    chosen = study.plan.bought.get((FLEET, fleet.name))
    return chosen.name if chosen else "the API"


def _follows(study: Study, fleet: Fleet) -> bool:
    capacity = study.results[f"{fleet.key}.capacity"]
    return value_text(capacity, study.plan.start) == "follows load"


def _break_even(study: Study, fleets: Sequence[Fleet]) -> Table:
    rows = [
        (Cell(fleet.name), *(_told(study, f"{fleet.key}.{key}", key) for key in COLUMNS))
        for fleet in fleets
    ]
    heads = ("fleet", *(head for head, _ in COLUMNS.values()))
    return make_table(study, "api", TITLE, heads, rows, "\n".join(_notes(study, fleets)))


def _told(study: Study, key: str, column: str) -> Cell:
    """A cell; a volume from 0 on is any."""
    found = cell(study, key, COLUMNS[column][1])
    return replace(found, text="any") if found.text == "0" else found


def _notes(study: Study, fleets: Sequence[Fleet]) -> Iterator[str]:
    follows = {_follows(study, fleet) for fleet in fleets}
    if False in follows:
        yield BY_DAY
    if True in follows:
        yield FOLLOWING
    if any(word_of(fleet, "phases") == "apart" for fleet in fleets):
        yield APART
    for fleet in fleets:
        yield f"{fleet.name} against {_api(study, fleet)}: {_prices(study, fleet)}."
    yield from BOUGHT


def _prices(study: Study, fleet: Fleet) -> str:
    """Of when the prices are, and up to which prompt they hold."""
    keys = [f"{fleet.key}.api.{leg}_price" for leg in LEGS if fleet.knows(f"api.{leg}_price")]
    dates = sorted({study.results[key].origin.as_of for key in keys} - {""})
    said = f"prices of {' and '.join(dates)}" if dates else "prices as given"
    if not any(study.results[key].is_series for key in keys):
        said += ", held through the plan"
    if fleet.knows("api.prompt_limit"):
        limit = cell(study, f"{fleet.key}.api.prompt_limit", " per call")
        said += f"; for prompts up to {limit.text}"
    return said


def _busy(study: Study, fleets: Sequence[Fleet]) -> Table:
    """Utilisation at which calls cost the same, and what can be reached."""
    months = range(len(study.plan.months))
    rows = []
    for fleet in fleets:
        needed, most, last = (f"{fleet.key}.{key}" for key in BUSY)
        follows = _follows(study, fleet)
        now = Cell("follows the load") if follows else month_cell(study, last, months)
        rows.append((Cell(fleet.name), cell(study, needed), cell(study, most), now))
    title = "How busy all units must be on average, spares included"
    return make_table(study, "api-utilisation", title, ("fleet", *BUSY.values()), rows)


def _stairs(study: Study, fleet: Fleet, steps: Sequence[Step]) -> Table:
    """Steps around the break-even: what they can do and cost, and what as much costs bought."""
    rows = tuple(
        (
            Cell(f"{step.units:,}" + (f" + {step.spares:,}" if step.spares else "")),
            Cell(_volume(step.most)),
            Cell(_money(step.own)),
            Cell(_money(step.bought)),
            Cell(_less(step)),
        )
        for step in steps
    )
    moving = any(study.results[f"{fleet.key}.{key}"].is_series for key in (LESS, GOOD))
    month = f" in {month_words(study.plan.start, 0)}" if moving else ""
    calls = f"whole units, and as many calls at {_api(study, fleet)}, a day{month}"
    heads = ("units + spares", "calls a day up to", "own", "API", "own is cheaper")
    title = f"{fleet.name} step by step: {calls}"
    return Table(f"api-steps-{fleet.name}", title, heads, rows, words=("own is cheaper",))


def _less(step: Step) -> str:
    """From which of the calls that only this step can do it costs less."""
    if math.isinf(step.from_):
        return "no"
    return f"from {_volume(step.from_)}" if step.from_ else "yes"


def _volume(calls: float) -> str:
    return show(calls, "call/day").removesuffix(" per day").removesuffix(" calls")


def _money(dollars: float) -> str:
    return show(dollars, "USD/day").removesuffix(" per day")


def _by_year(study: Study, fleet: Fleet) -> Table:
    """Calls at the end of each year, and what the year's calls cost either way."""
    years: dict[str, list[int]] = {}
    for index, month in enumerate(study.plan.months):
        years.setdefault(month[:4], []).append(index)
    rows = []
    for year, months in years.items():
        calls = month_cell(study, f"{fleet.key}.api.calls_per_day", months)
        calls = replace(calls, text=calls.text.removesuffix(" calls per day"))
        sums = (month_cell(study, f"{fleet.key}.{key}", months, added=True) for key in FLOWS)
        rows.append((Cell(year), calls, *sums))
    heads = ("year", "calls a day at its end", *FLOWS.values())
    return make_table(study, f"api-years-{fleet.name}", f"{fleet.name} by year", heads, rows)


def _finding(study: Study, fleets: Sequence[Fleet]) -> str:
    """The break-even of each fleet in a sentence; of many, how many have one."""
    if len(fleets) == 1:
        return _sentence(study, fleets[0], "Own GPUs")
    if len(fleets) <= MOST_TOLD:
        return " ".join(_sentence(study, one, f"Own GPUs of {one.name}") for one in fleets)
    count = sum(fleet.knows(LESS) and fleet.at(LESS) < math.inf for fleet in fleets)
    return f"{count or 'None'} of {len(fleets)} fleets cost less than an API at some volume."


def _sentence(study: Study, fleet: Fleet, who: str) -> str:
    api = _api(study, fleet)
    if not fleet.knows(LESS):
        return f"From which volume on {who[:1].lower()}{who[1:]} cost less than {api} is not known."
    who += " that follow the load" * _follows(study, fleet)
    unit, worth, first, last = (
        cell(study, f"{fleet.key}.{key}", " calls per day").text
        for key in (TAKES, "api.unit.worth_calls", LESS, GOOD)
    )
    if fleet.at(LESS) == math.inf:
        gpus = fleet.at("gpus")
        of = "a GPU" if gpus == 1 else f"a unit of {gpus:,.0f} GPUs"
        can = f"{of} takes {unit} calls a day, and costs with its spares what {worth} cost there"
        return f"{who} never cost less than {api}: {can}."
    good = f", for good from {last}" if fleet.at(GOOD) > fleet.at(LESS) else ""
    return f"{who} cost less than {api} from {first} calls a day{good}; {_in_plan(study, fleet)}."


def _in_plan(study: Study, fleet: Fleet) -> str:
    """Whether the plan comes to such a volume, and when."""
    first, lasting = (fleet.at(f"api.cheaper.{which}") for which in ("first", "lasting"))
    if math.isinf(first):
        return "the plan does not come to that"
    product = f"products.{fleet.of(PRODUCT)}"
    ages = study.results[f"{product}.age_at_start"].months
    if lasting <= ages[study.results[f"{fleet.key}.api.cost"].months > 0].min():
        return "the plan is above that in every month"
    when, rest = (lasting, "") if math.isfinite(lasting) else (first, ", not to its end")
    launch = study.results[f"{product}.launch"].central
    day = crossing_day(when + launch, study.plan.start)
    return f"the plan passes that {f'in {day:%B %Y}' if day else 'beyond any calendar'}{rest}"
