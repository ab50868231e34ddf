"""Own GPUs against an API: from which volume on they cost less, and whether they can make it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from flopwatt.report.cells import cell, make_table, month_cell
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import crossing_day, month_name, value_text
from flopwatt.studies.run import Study
from flopwatt.studies.stairs import Step, find_steps
from flopwatt.units import show

TITLE = "The same calls on own GPUs and at the API, calls a day"
# key -> column head, and the words of the value's text that the head already says
COLUMNS = {
    "api.cost_per_call": ("API, a call", " per call"),
    "api.unit.cost_per_day": ("unit, a day", " per day"),
    "api.unit.calls_per_day": ("unit takes", " calls per day"),
    "api.break_even.volume": ("cheaper from", " calls per day"),
    "api.break_even.lasting_volume": ("for good from", " calls per day"),
}
BUSY = {
    "api.break_even.utilisation": "busy to break even",
    "api.break_even.reachable": "busy at most",
    "fleet.utilisation": "in the last month",
}
BY_DAY = (
    "A unit takes as many calls as leave headroom in the busiest hour; it is paid for all hours, "
    "used or not, and so are spares."
)
FOLLOWING = "Capacity follows the load: what is paid is in use, but for headroom and spares."
BOUGHT = (
    "Cached tokens are part of the prompt and billed at their price, reasoning like the answer. A "
    "discount for batches is not taken off.",
    "The same tokens are bought; another model's tokenizer may make more or fewer of a text.",
)
SERIES = ("api_cost", "fleet_cost", "api_saved", "mean_calls", "fleet_utilisation")
MOST_TOLD = 3  # fleets told one by one in the title; beyond, they are counted
AGES, LEGS = "age_at_start", ("input", "output")
VOLUME, LASTING = "api.break_even.volume", "api.break_even.lasting_volume"


def api_section(study: Study) -> Section | None:
    """From which volume on each fleet costs less than buying the same calls."""
    names = [
        name
        for name in study.results.population.names("fit")
        if any(f"fleets.{name}.api.{leg}_price" in study.results for leg in LEGS)
    ]
    if not names:
        return None
    tables = [_break_even(study, names), _busy(study, names)]
    for name in names:
        steps = find_steps(study.results, f"fleets.{name}.")
        if steps and not _follows(study, name):
            tables.append(_stairs(study, name, steps))
        tables.append(_by_year(study, name))
    return Section("api", _finding(study, names), tuple(tables))


def _api(study: Study, name: str) -> str:
    """What the fleet is set against, as a plan names it."""
    chosen = study.plan.bought.get(("fit", name))
    return chosen.name if chosen else "the API"


def _follows(study: Study, name: str) -> bool:
    key = f"fleets.{name}.capacity"
    return value_text(study.results[key], study.plan.start) == "follows load"


def _break_even(study: Study, names: Sequence[str]) -> Table:
    rows = [
        (
            Cell(name),
            *(_told(study, f"fleets.{name}.{key}", said) for key, (_, said) in COLUMNS.items()),
        )
        for name in names
    ]
    heads = ("fleet", *(head for head, _ in COLUMNS.values()))
    note = "\n".join(_notes(study, names))
    return make_table(study, "api", TITLE, heads, rows, note)


def _told(study: Study, key: str, said: str) -> Cell:
    """A cell; a volume from 0 on is any."""
    found = cell(study, key, said)
    return replace(found, text="any") if found.text == "0" else found


def _notes(study: Study, names: Sequence[str]) -> Iterator[str]:
    follows = {_follows(study, name) for name in names}
    if False in follows:
        yield BY_DAY
    if True in follows:
        yield FOLLOWING
    for name in names:
        yield f"{name} against {_api(study, name)}: {_prices(study, f'fleets.{name}.api.')}."
    yield from BOUGHT


def _prices(study: Study, entry: str) -> str:
    """Of when the prices are, and up to which prompt they hold."""
    keys = [key for leg in LEGS if (key := f"{entry}{leg}_price") in study.results]
    origins = [study.results[key].origin for key in keys]
    dates = sorted({origin.as_of for origin in origins if origin.as_of})
    said = f"prices of {' and '.join(dates)}" if dates else "prices as given"
    if not any(study.results[key].is_series for key in keys):
        said += ", held through the plan"
    if f"{entry}prompt_limit" in study.results:
        said += f"; for prompts up to {cell(study, f'{entry}prompt_limit', ' per call').text}"
    return said


def _busy(study: Study, names: Sequence[str]) -> Table:
    """Utilisation at which calls cost the same, and what can be reached."""
    months = range(len(study.plan.months))
    rows = []
    for name in names:
        needed, most, last = (f"fleets.{name}.{key}" for key in BUSY)
        now = Cell("follows the load") if _follows(study, name) else month_cell(study, last, months)
        rows.append((Cell(name), cell(study, needed), cell(study, most), now))
    title = "How busy all units must be on average, spares included"
    return make_table(study, "api-utilisation", title, ("fleet", *BUSY.values()), rows)


def _stairs(study: Study, name: str, steps: Sequence[Step]) -> Table:
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
    month = ""
    if any(study.results[f"fleets.{name}.{key}"].is_series for key in (VOLUME, LASTING)):
        month = f" in {month_name(study.plan.start, 0)}"
    title = (
        f"{name} step by step: whole units, and as many calls at {_api(study, name)}, a day{month}"
    )
    heads = ("units + spares", "calls a day up to", "own", "API", "own is cheaper")
    return Table(f"api-steps-{name}", title, heads, rows, words=("own is cheaper",))


def _less(step: Step) -> str:
    """From which of the calls that only this step can do it costs less."""
    if math.isinf(step.from_):
        return "no"
    return f"from {_volume(step.from_)}" if step.from_ else "yes"


def _volume(calls: float) -> str:
    return show(calls, "call/day").removesuffix(" per day").removesuffix(" calls")


def _money(dollars: float) -> str:
    return show(dollars, "USD/day").removesuffix(" per day")


def _by_year(study: Study, name: str) -> Table:
    """Calls at the end of each year, and what the year's calls cost either way."""
    years: dict[str, list[int]] = {}
    for index, month in enumerate(study.plan.months):
        years.setdefault(month[:4], []).append(index)
    entry = f"fleets.{name}."
    rows = []
    for year, months in years.items():
        calls = month_cell(study, f"{entry}api.calls_per_day", months)
        flows = ("api.cost", "fleet.cost", "api.saved")
        sums = (month_cell(study, f"{entry}{key}", months, added=True) for key in flows)
        rows.append((Cell(year), Cell(calls.text.removesuffix(" calls per day"), calls.key), *sums))
    heads = ("year", "calls a day at its end", "API", "own", "saved")
    return make_table(study, f"api-years-{name}", f"{name} by year", heads, rows)


def _finding(study: Study, names: Sequence[str]) -> str:
    """The break-even of each fleet in a sentence; of many, how many have one."""
    if len(names) == 1:
        return _sentence(study, names[0], "Own GPUs")
    if len(names) <= MOST_TOLD:
        return " ".join(_sentence(study, name, f"Own GPUs of {name}") for name in names)
    found = [_central(study, name, VOLUME) for name in names]
    count = sum(volume is not None and volume < math.inf for volume in found)
    return f"{count or 'None'} of {len(names)} fleets cost less than an API at some volume."


def _central(study: Study, name: str, key: str) -> float | None:
    found = f"fleets.{name}.{key}"
    return float(study.results[found].months[0]) if found in study.results else None


def _sentence(study: Study, name: str, who: str) -> str:
    api, entry = _api(study, name), f"fleets.{name}."
    volume, lasting = (_central(study, name, key) for key in (VOLUME, LASTING))
    if volume is None or lasting is None:
        return f"From which volume on {who[:1].lower()}{who[1:]} cost less than {api} is not known."
    if _follows(study, name):
        follow = f"{who} that follow the load"
        return f"{follow} cost {'more' if volume else 'less'} than {api} at any volume."
    unit, worth, first, last = (
        cell(study, f"{entry}{key}", " calls per day").text
        for key in ("api.unit.calls_per_day", "api.unit.worth_calls", VOLUME, LASTING)
    )
    if volume == math.inf:
        gpus = study.results[f"{entry}gpus"].central
        of = "a GPU" if gpus == 1 else f"a unit of {gpus:,.0f} GPUs"
        can = f"{of} takes {unit} calls a day, and costs with its spares what {worth} cost there"
        return f"{who} never cost less than {api}: {can}."
    good = f", for good from {last}" if lasting > volume else ""
    return f"{who} cost less than {api} from {first} calls a day{good}; {_in_plan(study, name)}."


def _in_plan(study: Study, name: str) -> str:
    """Whether the plan comes to such a volume, and when."""
    results, entry = study.results, f"fleets.{name}.api."
    first, lasting = (results[f"{entry}cheaper.{which}"] for which in ("first", "lasting"))
    if math.isinf(first.central):
        return "the plan does not come to that"
    ages = next(key for one in first.inputs for key in one.keys if key.endswith(AGES))
    launch = results[f"{ages.removesuffix(AGES)}launch"].central
    live = results[ages].months[results[f"{entry}cost"].months > 0]
    if lasting.central <= live.min():
        return "the plan is above that in every month"
    which, rest = (lasting, "") if math.isfinite(lasting.central) else (first, ", not to its end")
    day = crossing_day(which.central + launch, study.plan.start)
    return f"the plan passes that {f'in {day:%B %Y}' if day else 'beyond any calendar'}{rest}"
