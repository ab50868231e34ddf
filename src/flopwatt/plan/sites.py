"""The sites of a plan: their phases, supplies and activities, of the catalog where it is silent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flopwatt.catalog import Thing, load_things
from flopwatt.catalog.leads import WAITS, lead_leaves, listed_leads, supply_leaves
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.plan.activities import Standard, follow
from flopwatt.plan.draft import Draft
from flopwatt.plan.sections import NAME
from flopwatt.plan.site_names import name_by_site, slug, stand_for, unsited
from flopwatt.problems import Problem, nearest
from flopwatt.reader import Text

SITE, PHASE, SUPPLY, ACTIVITY, OPTION = "site", "phase", "supply", "activity", "option"
FEED, ALTERNATIVE = "feed", "alternative"
PLACE, PHASES, ROLE = "phase_place", "site_phases", "supply_role"
REQUESTED, STUDY = "site_requested", "study"
LET, HOUSES = "phase_let", "supply_houses"
SPARED = ("shell_capital", "gear_capital", "building_spent")  # of what is let
CONVENTION = "convention#sites"


def lay_out_sites(draft: Draft) -> None:
    """Add to the draft what each site is made of: phases, supplies, activities and their order.

    What the plan says of a phase, a supply or an activity of the standard network holds, by its
    name; an activity named as all phases have it stands for that of every phase.
    """
    name_by_site(draft)
    standards: dict[str, Standard] = {}
    for site in list(draft.instances.get(SITE, {})):
        before = "" if len(draft.instances[SITE]) == 1 else f"{site}-"
        phases = _phases(draft, site, before)
        supplies = _supplies(draft, site, before)
        for phase in phases:
            for supply in supplies.values():
                _option(draft, phase, supply)
        let = _let(draft, supplies)
        if let:
            _spare(draft, phases)
        standards |= _standards(draft, _Layout(site, before, phases, supplies, let))
    if draft.instances.get(SITE):
        draft.problems += unsited(draft)
        follow(draft, standards)


@dataclass(frozen=True)
class _Layout:
    """A site with the names of its phases, and of its supplies by kind; whether it is let."""

    site: str
    before: str
    phases: list[str]
    supplies: dict[str, str]
    let: bool


def _own(draft: Draft, entity: str, site: str) -> list[str]:
    """The entries of the plan that belong to a site, by their field or because it is the only."""
    only = len(draft.instances[SITE]) == 1
    found = []
    for name in draft.instances.get(entity, {}):
        word = draft.pointers.get((entity, name, SITE))
        if word.text == site if word else only:
            found.append(name)
    return found


def _add(draft: Draft, entity: str, name: str, site: str) -> None:
    """An entry that the plan need not have, of a site."""
    draft.instances[entity].setdefault(name, draft.instances[SITE][site])
    draft.pointers.setdefault((entity, name, SITE), Text(site, None))


def said(draft: Draft, quantity: str, instance: str) -> Leaf | None:
    """What the plan says of something; of several lines the one that holds."""
    found = draft.lines_of(quantity, instance)
    return max(reversed(found), key=lambda leaf: leaf.rank, default=None)


def word_of(draft: Draft, quantity: str, instance: str) -> str:
    """A word that the plan says, or that holds where it is silent."""
    about, leaf = draft.vocabulary.quantities[quantity], said(draft, quantity, instance)
    if leaf is None:
        return about.default.text if about.default else ""
    return about.words[int(float(leaf.value))]


def assume(draft: Draft, quantity: str, instance: str, value: float, detail: str) -> None:
    """A value that follows from how the site is laid out."""
    origin = Origin("assumed", source=CONVENTION, detail=detail, text=f"{value:g}")
    draft.leaves.append(Leaf(quantity, instance, value, Rank.CATALOG, origin))


def _phases(draft: Draft, site: str, before: str) -> list[str]:
    """The phases of a site: its own in the plan, or as many equal ones as it says."""
    own = _own(draft, PHASE, site)
    count = said(draft, PHASES, site)
    if own and count and int(float(count.value)) != len(own):
        draft.problems.append(_miscounted(draft, site, len(own)))
    if not own:
        number = int(float(count.value)) if count else 1
        own = [f"{before}phase-{place + 1}" for place in range(number)]
    elif count is None:
        assume(draft, PHASES, site, float(len(own)), "the phases that the plan names")
    for place, name in enumerate(own):
        _add(draft, PHASE, name, site)
        assume(draft, PLACE, name, float(place), "its place among the phases of the site")
    return own


def _miscounted(draft: Draft, site: str, named: int) -> Problem:
    field = f"sites.{site}.phases"
    count = said(draft, PHASES, site)
    return Problem(
        "conflict",
        "is not as many as the phases that the plan names",
        draft.places.get(field),
        field,
        given=count.origin.text if count else "",
        allowed=f"{named}, one for each under `phases:`, or no such line",
    )


def _supplies(draft: Draft, site: str, before: str) -> dict[str, str]:
    """The supplies of a site by kind; what the plan adds goes by its own name."""
    named = {word_of(draft, "site_bridge", site): 1.0, word_of(draft, "site_permanent", site): 2.0}
    found = {name: name for name in _own(draft, SUPPLY, site)}
    for kind, thing in load_things("power_source").items():
        name = f"{before}{slug(kind)}"
        found.pop(name, None)
        found[kind] = name
        _add(draft, SUPPLY, name, site)
        if kind in named and said(draft, ROLE, name) is None:
            detail = "the site names it as what powers it"
            assume(draft, ROLE, name, named[kind], detail)
        draft.leaves += supply_leaves(draft.vocabulary, name, thing)
    roles = [name for name in found.values() if word_of(draft, ROLE, name) == "permanent"]
    if len(roles) > 1 and said(draft, "site_permanent", site) is None:
        # what the plan makes permanent takes the place of what is assumed to be
        assumed = found[word_of(draft, "site_permanent", site)]
        draft.leaves = [x for x in draft.leaves if not _is_role(x, assumed)]
    return found


def _let(draft: Draft, supplies: dict[str, str]) -> bool:
    """Whether what powers the site in the end comes with the building."""
    return any(
        word_of(draft, ROLE, name) == "permanent" and word_of(draft, HOUSES, name) == "yes"
        for name in supplies.values()
    )


def _spare(draft: Draft, phases: list[str]) -> None:
    """Where space is let nothing is built: no capital but that of IT."""
    detail = "its permanent supply comes with the building"
    for phase in phases:
        assume(draft, LET, phase, 1.0, detail)
        for quantity in SPARED:
            assume(draft, quantity, phase, 0.0, detail)


def _is_role(leaf: Leaf, name: str) -> bool:
    return (leaf.quantity, leaf.instance, leaf.rank) == (ROLE, name, Rank.CATALOG)


def _option(draft: Draft, phase: str, supply: str) -> None:
    """One phase on one supply; and once more where the supply is in use."""
    name = f"{phase}.{supply}"
    used = word_of(draft, ROLE, supply) != ALTERNATIVE
    for entity in (OPTION, FEED) if used else (OPTION,):
        draft.instances.setdefault(entity, {})[name] = None
        draft.pointers[entity, name, PHASE] = Text(phase, None)
        draft.pointers[entity, name, SUPPLY] = Text(supply, None)
    draft.pointers[FEED, name, OPTION] = Text(name, None)


def _standards(draft: Draft, layout: _Layout) -> dict[str, Standard]:
    """The standard activities of a site, added to the draft with what the catalog knows of each."""
    found: dict[str, Standard] = {}
    every: dict[str, list[str]] = {}
    for thing in listed_leads():
        every[thing.name] = []
        for name, phase in _places(layout, thing):
            found[name] = Standard(thing, layout.site, phase, layout.before)
            every[thing.name].append(name)
    _spread(draft, every, layout)
    for name, standard in found.items():
        _add(draft, ACTIVITY, name, layout.site)
        if standard.phase:
            draft.pointers[ACTIVITY, name, PHASE] = Text(standard.phase, None)
        if standard.thing.cells["of"] == SUPPLY:
            supply = layout.supplies[standard.thing.cells["supply"]]
            draft.pointers[ACTIVITY, name, SUPPLY] = Text(supply, None)
        draft.leaves += lead_leaves(draft.vocabulary, name, standard.thing)
        draft.leaves += _since_request(draft, name, standard)
    for name in _own(draft, ACTIVITY, layout.site):
        _add(draft, ACTIVITY, name, layout.site)
        if name not in found:
            draft.problems += _lacking(draft, name, [*found, *every])
    draft.problems += _undated(draft, layout)
    return found


def _since_request(draft: Draft, name: str, standard: Standard) -> Iterator[Leaf]:
    """Where the plan says when power is requested, study and wait run from that day."""
    day = said(draft, REQUESTED, standard.site)
    if day is not None and standard.thing.name in (STUDY, WAITS):
        yield replace(day, quantity="activity_not_before", instance=name, rank=Rank.CATALOG)


def _places(layout: _Layout, thing: Thing) -> Iterator[tuple[str, str]]:
    """The names of an activity of the catalog at a site, each with its phase if it has one."""
    if thing.cells["of"] == PHASE:
        for phase in layout.phases if not layout.let else ():
            yield f"{phase}-{thing.name}", phase
    else:
        yield f"{layout.before}{thing.name}", ""


def _spread(draft: Draft, every: dict[str, list[str]], layout: _Layout) -> None:
    """What the plan says of an activity that each phase has goes to that of every phase."""
    for kind, names in every.items():
        own = f"{layout.before}{kind}"
        if names == [own] or own not in draft.instances[ACTIVITY]:
            continue
        if not names:
            draft.warnings.append(_needless(draft, own))
        stand_for(draft, ACTIVITY, own, names)


def _needless(draft: Draft, name: str) -> Problem:
    return Problem(
        "unused",
        "plays no part: the permanent supply comes with the building",
        draft.instances[ACTIVITY][name],
        f"activities.{name}",
        warning=True,
    )


def _undated(draft: Draft, layout: _Layout) -> Iterator[Problem]:
    """A supply of the plan's own that has neither a day nor an activity."""
    pointed = {
        word.text
        for (entity, _, target), word in draft.pointers.items()
        if (entity, target) == (ACTIVITY, SUPPLY)
    }
    for name in layout.supplies.values():
        if name not in pointed and said(draft, "supply_ready", name) is None:
            yield Problem(
                "missing-quantity",
                "nothing says when this supply has its power",
                draft.instances[SUPPLY][name],
                f"supplies.{name}.ready",
                given="nothing",
                allowed="for example `ready: 2028-01-01`, or an activity with "
                f"`supply: {name}` and a duration",
                nearest=nearest(name, [slug(kind) for kind in load_things("power_source")]),
            )


def _lacking(draft: Draft, name: str, known: list[str]) -> Iterator[Problem]:
    """An activity of the plan's own that says nothing of its duration: perhaps a slip in a name."""
    if said(draft, "activity_duration", name) is not None or not NAME.fullmatch(name):
        return
    yield Problem(
        "missing-quantity",
        "an activity that the standard network does not have needs a duration",
        draft.instances[ACTIVITY][name],
        f"activities.{name}.duration",
        given="nothing",
        allowed="for example `duration: 6 months`",
        nearest=nearest(name, known),
    )
