"""A plan becomes instances, references and given values, or one list of all that is wrong."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from flopwatt.catalog import Chosen
from flopwatt.model.population import PLAN, Population
from flopwatt.model.value import Leaf
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.plan.currencies import CURRENCIES, read_rates
from flopwatt.plan.draft import Draft, not_single
from flopwatt.plan.entries import read_entry
from flopwatt.plan.fields import fields_of, sections_of
from flopwatt.plan.layers import EXTENDS, Layer
from flopwatt.plan.loads import place_loads
from flopwatt.plan.months import plan_months
from flopwatt.plan.purchases import name_workloads
from flopwatt.plan.references import read_references
from flopwatt.plan.sections import check_sections, read_section
from flopwatt.plan.sites import lay_out_sites
from flopwatt.plan.tables import table_conflicts
from flopwatt.plan.versions import repeat_runs
from flopwatt.plan.ways import offer_ways
from flopwatt.problems import Place, PlanError, Problem
from flopwatt.reader import Entry, Table, Text
from flopwatt.units import UnitError, read_date

START, NAME = "start", "name"
SOME_DAY = datetime.date(2026, 1, 1)  # stands in for a start that is refused, to read on


@dataclass(frozen=True)
class Plan:
    """What a plan file says: who there is, who refers to whom, and what was given.

    ``places`` says where entries and given values stand, by public key; none in Python data.
    ``chosen`` are the things of the catalog that entries name, by entity and instance;
    ``bought`` the token prices, ``placed`` the grids. ``written`` are the shorthands by which
    values were given, by public key: ``pue`` for ``peak_pue``.
    """

    name: str
    file: str
    start: datetime.date
    months: tuple[str, ...]
    population: Population
    leaves: tuple[Leaf, ...]
    warnings: tuple[Problem, ...]
    places: Mapping[str, Place | None]
    chosen: Mapping[tuple[str, str], Chosen] = field(default_factory=dict)
    bought: Mapping[tuple[str, str], Chosen] = field(default_factory=dict)
    placed: Mapping[tuple[str, str], Chosen] = field(default_factory=dict)
    written: Mapping[str, str] = field(default_factory=dict)


def read_plan(layers: Sequence[Layer], vocabulary: Vocabulary) -> Plan:
    """Turn the layers of a plan into the plan.

    Raises PlanError with every problem of all files at once, in file order.
    """
    draft = Draft(vocabulary, layers[0].document.file, [])
    names = [_read_top(draft, layer) for layer in layers]
    if draft.start is None and not any(problem.field == START for problem in draft.problems):
        draft.problems.append(_no_start())
    try:
        months = plan_months(vocabulary, draft.start or SOME_DAY, draft.leaves)
    except OverflowError:
        raise PlanError([_ends_too_late(draft)]) from None
    draft.months = months.names
    sections = sections_of(vocabulary)
    draft.instances |= {entity: {} for entity in sections.values()}
    for layer in layers:
        _read_sections(draft, layer, sections)
    check_sections(draft, [layer.document.root for layer in layers if not layer.closed])
    draft.problems += table_conflicts(draft)
    _add_what_follows(draft, months.end)
    references = read_references(draft)
    if draft.problems or draft.start is None:
        raise PlanError(in_file_order(draft.problems))
    file = next(x.document.file for x in reversed(layers) if not x.closed)
    instances = {entity: tuple(found) for entity, found in draft.instances.items()}
    return Plan(
        name=next((name for name in reversed(names) if name), file),
        file=file,
        start=draft.start,
        months=draft.months,
        population=Population(instances, references),
        leaves=(*draft.leaves, *months.leaves),
        warnings=tuple(draft.warnings),
        places=draft.places,
        chosen=draft.chosen,
        bought=draft.bought,
        placed=draft.placed,
        written=draft.written,
    )


def _add_what_follows(draft: Draft, end: datetime.date) -> None:
    """Entries that others lead to: versions of runs, ways to buy, loads, and parts of sites."""
    name_workloads(draft)
    repeat_runs(draft, draft.start or SOME_DAY, end)
    offer_ways(draft)
    place_loads(draft)
    lay_out_sites(draft)


def in_file_order(problems: Iterable[Problem]) -> list[Problem]:
    """Problems by line and column; those of the whole plan last."""
    return sorted(problems, key=lambda problem: (problem.place is None, problem.place))


def _read_top(draft: Draft, layer: Layer) -> str:
    """Read the plan's own fields of one layer; returns its name, which is no quantity."""
    draft.problems += layer.document.problems
    sections = sections_of(draft.vocabulary)
    tops = {entry.key.text: entry for entry in layer.document.root.entries}
    own = {key: entry for key, entry in tops.items() if key not in sections}
    name = own.pop(NAME, None)
    own.pop(EXTENDS, None)
    if CURRENCIES in own:
        draft.rates = {**draft.rates, **read_rates(own.pop(CURRENCIES), draft.problems)}
    fields = fields_of(draft.vocabulary, PLAN)
    words = [NAME, EXTENDS, CURRENCIES, *sections]
    draft.start = _day(tops.get(START)) or draft.start
    draft.file, draft.rank = layer.document.file, layer.rank
    read_entry(draft, PLAN, PLAN, "", own.values(), fields, words)
    if name is None or isinstance(name.node, Text):
        return name.node.text if name and isinstance(name.node, Text) else ""
    draft.problems.append(not_single(name, NAME, "one text"))
    return ""


def _read_sections(draft: Draft, layer: Layer, sections: Mapping[str, str]) -> None:
    draft.file, draft.rank = layer.document.file, layer.rank
    draft.folder, draft.within = layer.folder, layer.within
    for entry in layer.document.root.entries:
        section = entry.key.text
        if section in sections:
            read_section(draft, sections[section], section, entry, closed=layer.closed)


def _ends_too_late(draft: Draft) -> Problem:
    return Problem(
        "out-of-range",
        f"the plan ends after the year {datetime.MAXYEAR}",
        draft.places.get(START),
        START,
        given=str(draft.start),
        allowed="an earlier start, for example 2026-01-01",
    )


def _no_start() -> Problem:
    return Problem(
        "missing-quantity",
        "the plan has no start, from which every date is counted",
        field=START,
        given="nothing",
        allowed="a line such as `start: 2026-01-01`",
    )


def _day(entry: Entry | None) -> datetime.date | None:
    """The plan's first day, which comes first: every other date is counted from it."""
    node = entry.node if entry else None
    if isinstance(node, Table):
        node = next((part.node for part in node.entries if part.key.text == "value"), node)
    try:
        return read_date(node.text) if isinstance(node, Text) else None
    except UnitError:
        return None  # told with the plan's other fields
