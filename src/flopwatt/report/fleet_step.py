"""One unit of each fleet: what it has at once, what a step of it takes, and what it delivers."""

from __future__ import annotations

from collections.abc import Sequence

from flopwatt.report.cells import make_table
from flopwatt.report.fleet_texts import MOST_OPEN, chosen_fleets, last_cell, unit_text, word_of
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import listed
from flopwatt.studies.fleet_unit import Fleet
from flopwatt.studies.fleet_walls import wall_told
from flopwatt.studies.nameless import NAMELESS
from flopwatt.studies.run import Study

TITLE = "One unit of each fleet, without a queue"
HEADS, BESIDE = ("of one unit", "is", "set by, or asked"), "set by, or asked"
# what is told of a unit: label, key, and the key of what sets it or of what was asked for
STEPS = (
    ("calls at once", "batch.unit", "batch.limit"),
    ("- of each replica", "batch.at_once", ""),
    ("- that memory holds", "batch.memory", ""),
    ("- that the engine admits", "batch_limit", ""),
    ("- that keep the TPOT asked", "batch.tpot", ""),
    ("- that keep the TTFT asked", "batch.ttft", ""),
    ("one decoding step", "step.time", "step.bound"),
    ("- weights read", "step.weights_time", ""),
    ("- caches read", "step.caches_time", ""),
    ("- arithmetic", "step.arithmetic_time", ""),
    ("- links", "step.links_time", ""),
    ("- overhead", "step.overhead_time", ""),
    ("time to the first token (TTFT)", "ttft.expected", "ttft"),
    ("time per output token (TPOT)", "tpot.expected", "tpot"),
)
RATES = (
    ("prompts, if it reads alone", "prefill_rate", ""),
    ("answers, if it writes alone", "decode_rate", ""),
    ("prompts, at full load", "input_rate", ""),
    ("answers, at full load", "output_rate", ""),
    ("- of each GPU", "output_rate_per_gpu", ""),
)
PER_GPU, PER_SECOND = "output_rate_per_gpu", " tokens per second"
# rows that say nothing where no objective was given
ASKED = {"batch.tpot": "tpot", "batch.ttft": "ttft"}
# of a unit of several replicas, what is told of one of them
REPLICA = "batch.at_once"
OF_REPLICA = ("batch.memory", "batch_limit", "batch.tpot", "batch.ttft", "step.time")
SIDE_BY_SIDE = {
    "batch.unit": "at once",
    "batch.limit": "limit",
    "step.bound": "step",
    "ttft.expected": "TTFT",
    "tpot.expected": "TPOT",
    PER_GPU: "tokens/s/GPU",
}
WORDS = ("limit", "step")
LIMITS = {
    "memory": "as many as memory holds",
    "engine": "as many as the engine admits",
    "TPOT": "as many as keep the time per output token asked",
    "TTFT": "as many as keep the time to the first token asked",
}
NOTE = (
    "Without a queue: near saturation the time to the first token grows many times over. "
    "At full load prompts and answers share the unit's time as calls have them."
)
FLOORS = (
    ("time to the first token (TTFT)", "ttft.floor", "ttft"),
    ("time per output token (TPOT)", "tpot.floor", "tpot"),
)
LEAST = "The least that one call alone takes"
OF_MEMORY, OBJECTIVES = ("weights", "activations", "kv cache"), ("TTFT", "TPOT")
GIVEN = "Its rates are given, so its steps and the times a call waits are not worked out."
LAST = "Of what differs by month, the plan's last month."


def fleet_step_section(study: Study, names: Sequence[str] | None = None) -> Section | None:
    """What one unit of each fleet does, and what bounds it; folded where they are many.

    Of those named nothing is folded: it is left out.
    """
    fleets = chosen_fleets(study, names)
    if not fleets:
        return None
    folded = len(fleets) > MOST_OPEN
    told = fleets if names is None or not folded else ()
    tables = [_table(study, fleet, folded=folded) for fleet in told]
    if len(fleets) > 1:
        tables.insert(0, _side_by_side(study, fleets))
    return Section("fleet-step", _finding(study, fleets), tuple(tables))


def fit_step_section(study: Study) -> Section | None:
    """What one unit does in a fit without a plan, where the lengths of its calls are known.

    Where an objective cannot be kept, the times that can; a model that does not fit is told so
    elsewhere.
    """
    fleet = Fleet(study.plan, study.results, NAMELESS)
    if not fleet.knows("output_rate"):
        return None
    wall = word_of(fleet, "serving_wall") if fleet.knows("serving_wall") else ""
    if wall in OF_MEMORY and not fleet.is_measured:
        return None
    if wall not in OBJECTIVES or fleet.is_measured:
        return Section("step", "Speed", (_table(study, fleet, folded=False),))
    rows = [
        (Cell(label), last_cell(study, f"{fleet.key}.{key}"), _beside(study, fleet, key, beside))
        for label, key, beside in FLOORS
    ]
    note = f"It cannot be served so: {wall_told(fleet, wall, 0)[0]}."
    table = make_table(study, "unit", LEAST, HEADS, rows, note, words=(BESIDE,))
    return Section("step", "Speed", (table,))


def _table(study: Study, fleet: Fleet, *, folded: bool) -> Table:
    """All of one unit, line by line; where too little is known, what to add."""
    of = f" of {fleet.name}" if fleet.name else ""
    title = f"One unit{of}: {unit_text(fleet)}"
    if not fleet.knows("call_time"):
        told = (one.allowed for one in study.warnings if one.field == fleet.key)
        note = f"Not known; to add: {next(told, 'its rates')}"
        return Table(f"unit-{fleet.name}", title, HEADS, (), note, folded=folded)
    parts = RATES if fleet.is_measured else (*STEPS, *RATES)
    rows = [
        (
            Cell(_label(fleet, label, key)),
            last_cell(study, f"{fleet.key}.{key}"),
            _beside(study, fleet, key, beside),
        )
        for label, key, beside in parts
        if _is_told(fleet, key)
    ]
    by_month = any(study.results[found.key].is_series for _, found, _ in rows)
    notes = [GIVEN if fleet.is_measured else NOTE, LAST if by_month else ""]
    return make_table(
        study,
        f"unit-{fleet.name}",
        title,
        HEADS,
        rows,
        "\n".join(note for note in notes if note),
        words=(BESIDE,),
        folded=folded,
    )


def _is_told(fleet: Fleet, key: str) -> bool:
    """Whether a row says something: of objectives asked for, of replicas if many."""
    if key == REPLICA and fleet.replicas == 1:
        return False
    return fleet.tells(key) and (key not in ASKED or fleet.knows(ASKED[key]))


def _label(fleet: Fleet, label: str, key: str) -> str:
    """What a row is of; of one replica, where a unit has several."""
    return f"{label}, of each" if key in OF_REPLICA and fleet.replicas > 1 else label


def _beside(study: Study, fleet: Fleet, key: str, beside: str) -> Cell:
    """What sets a value, or was asked for it; that it is given, where it is."""
    origin = study.results[f"{fleet.key}.{key}"].origin.kind
    if origin != "computed":
        return Cell(origin)
    known = beside and fleet.knows(beside)
    return last_cell(study, f"{fleet.key}.{beside}") if known else Cell("")


def _side_by_side(study: Study, fleets: Sequence[Fleet]) -> Table:
    """What the units of several fleets do, one line each."""
    rows = []
    for fleet in fleets:
        # of a fleet whose rates are given, steps are not worked out
        told = [key for key in SIDE_BY_SIDE if not fleet.is_measured or key == PER_GPU]
        cells = (
            last_cell(study, f"{fleet.key}.{key}", PER_SECOND)
            if key in told and fleet.tells(key)
            else Cell("-")
            for key in SIDE_BY_SIDE
        )
        rows.append((Cell(fleet.name), *cells))
    heads = ("fleet", *SIDE_BY_SIDE.values())
    return make_table(study, "units", TITLE, heads, rows, words=WORDS)


def _finding(study: Study, fleets: Sequence[Fleet]) -> str:
    """What limits the units, by fleet."""
    if len(fleets) == 1:
        return _single(study, fleets[0])
    limits: dict[str, list[str]] = {}
    for fleet in fleets:
        if fleet.knows("batch.limit") and not fleet.is_measured:
            limits.setdefault(word_of(fleet, "batch.limit"), []).append(fleet.name)
    said = "; ".join(
        f"{limit} limits the calls at once of {listed(names, 'fleet')}"
        for limit, names in limits.items()
    )
    return f"{said[0].upper()}{said[1:]}." if said else f"{len(fleets)} fleets, by given rates."


def _single(study: Study, fleet: Fleet) -> str:
    if not fleet.knows("call_time"):
        return f"What a unit of {fleet.name} does is not known."
    if fleet.is_measured:
        read, wrote = (
            last_cell(study, f"{fleet.key}.{key}", PER_SECOND).text
            for key in ("prefill_rate", "decode_rate")
        )
        return f"A unit of {fleet.name} reads {read} or writes {wrote} tokens/s, as given."
    calls, each = (last_cell(study, f"{fleet.key}.{key}").text for key in ("batch.unit", REPLICA))
    noun = "call" if calls == "1" else "calls"
    limit = LIMITS[word_of(fleet, "batch.limit")]
    if fleet.replicas > 1:
        limit = f"{each} in each of {fleet.replicas:,} replicas, {limit}"
    return f"A unit of {fleet.name}, {fleet.unit}, has {calls} {noun} at once, {limit}."
