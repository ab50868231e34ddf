"""Training campaigns: how often a run stops, what that loses, and what its hours cost each way."""

from __future__ import annotations

import re

from flopwatt.report.cells import UNKNOWN, cell, make_table
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import counted, value_text
from flopwatt.studies.run import Study

STOPS = "mean_time_between_interruptions"
MOST = 3  # campaigns told side by side
WHOLE = {
    "gpus": "GPUs",
    "machines": "machines",
    "duration": "wall-clock",
    "accelerator_hours": "hours paid",
    "cost": "cost",
    STOPS: "between stops",
    "stops": "stops",
    "checkpoint_time": "a checkpoint takes",
    "checkpoint_interval": "one every",
    "checkpoint_overhead": "lost to saving and rework",
    "restart_share": "lost to restarts",
    "effective_time": "goodput",
    "useful_hours": "useful hours",
    "useful_flops": "useful FLOP",
    "every": "a version every",
}
# a way of buying, with the keys of its price, paid hours, time and cost
HOURS, DAYS = "accelerator_hours", "duration"
COMPUTED = "computed"
PLANNED, BOUGHT = "the plan's price", "as bought"
WAYS = {
    PLANNED: ("price", HOURS, DAYS, "cost"),
    "on demand": ("on_demand.price", HOURS, DAYS, "on_demand.cost"),
    "reserved 1 year": ("reserved_1y.price", HOURS, DAYS, "reserved_1y.cost"),
    "reserved 3 years": ("reserved_3y.price", HOURS, DAYS, "reserved_3y.cost"),
    "spot": ("spot.price", "spot.hours", "spot.duration", "spot.cost"),
    "capacity block": ("block.price", HOURS, DAYS, "block.cost"),
}
HEADS = ("bought", "per GPU-hour", "GPU-hours", "time", "cost")
SAID = (" per GPU-hour", " GPU-hours", "", "")
TERM = (
    "A term of one or three years is told by its price per hour; its other hours are paid too, "
    "used or not."
)
WHENEVER = (
    "Machines are taken to be there whenever they are wanted; `spot.availability` says how much of "
    "the time one is."
)
VERSION = re.compile(r"(.+)-v\d+")  # a run repeated
STUCK = "no progress"


def campaign_section(study: Study) -> Section | None:
    """What each run whose failures are known loses by them, and costs each way."""
    names = _campaigns(study)
    if not names:
        return None
    told = names[:MOST]
    tables = [_table(study, told, len(names))]
    tables += [_ways(study, name) for name in told if _knows(study, name, HOURS)]
    return Section("campaign", _finding(study, names), tuple(tables))


def _campaigns(study: Study) -> list[str]:
    """Runs whose failures are known; of those repeated the first version alone."""
    names = study.results.population.names("run")
    known = [name for name in names if _knows(study, name, "lost_share")]
    versions = (VERSION.fullmatch(name) for name in known)
    again = {
        found[0] for found in versions if found and _knows(study, found[0], "every")
        if found[1] in known
    }  # fmt: skip
    return [name for name in known if name not in again]


def _knows(study: Study, name: str, key: str) -> bool:
    return f"training.{name}.{key}" in study.results


def _text(study: Study, name: str, key: str) -> str:
    return value_text(study.results[f"training.{name}.{key}"], study.plan.start)


def _number(study: Study, name: str, key: str) -> float:
    return study.results[f"training.{name}.{key}"].central


def _table(study: Study, names: list[str], count: int) -> Table:
    """Campaigns side by side: what is held, how often it stops, what is left."""
    known = [key for key in WHOLE if any(_knows(study, name, key) for name in names)]
    rows = [(Cell(WHOLE[key]), *(_cell(study, name, key) for name in names)) for key in known]
    note = f"Of {counted(count, 'campaign')} the first {len(names)}." if count > len(names) else ""
    works = dict.fromkeys(names, "training")
    return make_table(
        study, "campaign", "What a campaign takes and loses", ("of the run", *names), rows, note,
        works=works,
    )  # fmt: skip


def _cell(study: Study, name: str, key: str, said: str = "") -> Cell:
    """A value, or that it is not known; without advice, which other tables give."""
    if not _knows(study, name, key):
        return Cell(UNKNOWN)
    return cell(study, f"training.{name}.{key}", said)


def _ways(study: Study, name: str) -> Table:
    """The same work by each way of buying."""
    rows = []
    for way, keys in WAYS.items():
        price, *rest = keys
        found = [cell(study, f"training.{name}.{price}", SAID[0])]
        known = _knows(study, name, price)
        for key, said in zip(rest, SAID[1:], strict=True):
            stuck = way == "spot" and known and not _number(study, name, "spot.goodput")
            unknown = Cell(STUCK if stuck else UNKNOWN)
            found.append(unknown if stuck or not known else _cell(study, name, key, said))
        bought = way == PLANNED and known and study.results[_price_of(name)].origin.kind == COMPUTED
        rows.append((Cell(BOUGHT if bought else way), *found))
    notes = [TERM, *_on_spot(study, name), *_in_blocks(study, name)]
    title = f"What the hours of {name} cost by each way of buying"
    return make_table(study, f"ways-{name}", title, HEADS, rows, "\n".join(notes))


def _price_of(name: str) -> str:
    return f"training.{name}.price"


def _on_spot(study: Study, name: str) -> list[str]:
    """How spot comes to its hours, and how seldom all machines are there at once."""
    if not _knows(study, name, "spot.goodput"):
        return []
    said = {
        key: _text(study, name, f"spot.{key}")
        for key in ("mean_time_between_preemptions", "goodput", "availability", "gang_independent")
    }
    price = ""
    if _knows(study, name, "spot.useful_price") and _number(study, name, "spot.goodput"):
        price = f", so a useful hour costs {_text(study, name, 'spot.useful_price')}"
    first = (
        f"Spot: a machine is taken back every {said['mean_time_between_preemptions']}, failures "
        f"besides; goodput {said['goodput']}{price.replace(' per GPU-hour', '')}."
    )
    gang = (
        f"All machines are there {said['gang_independent']} of the time if each comes by itself, "
        f"{said['availability']} if they come together."
    )
    there = _number(study, name, "spot.availability") >= 1
    return [first, WHENEVER if there else gang]


def _in_blocks(study: Study, name: str) -> list[str]:
    """How many blocks of capacity a campaign takes, at once and one after another."""
    keys = ("block.blocks", "block.machines", "block.turns", "block.longest")
    if not all(_knows(study, name, key) for key in keys):
        return []
    blocks, machines, turns, longest = (_text(study, name, key) for key in keys)
    after = f", {turns} times one after another" if _number(study, name, "block.turns") > 1 else ""
    return [
        f"Blocks of capacity: {blocks} at once{after}, for at most {machines} machines and "
        f"{longest} each."
    ]


def _finding(study: Study, names: list[str]) -> str:
    """How often the first stops, and what share of its time is left."""
    name = names[0]
    every, left = (_text(study, name, key) for key in (STOPS, "effective_time"))
    more = (
        f" Of {counted(len(names), 'campaign')} the others stand beside." if len(names) > 1 else ""
    )
    return f"{name} stops every {every}, and {left} of its time counts.{more}"
