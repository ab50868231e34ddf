"""Names of several sites' parts: a standard one without its site's stands for that of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flopwatt.catalog import load_things
from flopwatt.catalog.leads import listed_leads
from flopwatt.model.value import Leaf
from flopwatt.plan.draft import Draft, listed
from flopwatt.problems import Problem

SITE, PHASE, SUPPLY, ACTIVITY = "site", "phase", "supply", "activity"


def slug(words: str) -> str:
    """A name for a key: ``gas engines`` is ``gas-engines``."""
    return words.replace(" ", "-")


def name_by_site(draft: Draft) -> None:
    """Where there are several sites, let a standard name stand for that of its site, or of each.

    ``shell`` is ``north-shell`` and ``south-shell``; with ``site: north`` it is the one alone.
    """
    sites = list(draft.instances.get(SITE, {}))
    if len(sites) <= 1:
        return
    kinds = {
        ACTIVITY: [thing.name for thing in listed_leads()],
        SUPPLY: [slug(kind) for kind in load_things("power_source")],
    }
    for entity, names in kinds.items():
        for name in names:
            if name not in draft.instances[entity]:
                continue
            word = draft.pointers.get((entity, name, SITE))
            chosen = [site for site in sites if word is None or word.text == site]
            if chosen and (entity, name, PHASE) not in draft.pointers:
                stand_for(draft, entity, name, [f"{site}-{name}" for site in chosen])


def stand_for(draft: Draft, entity: str, own: str, names: Iterable[str]) -> None:
    """What the plan says under one name goes to others, in which what they say themselves holds."""
    place = draft.instances[entity].pop(own)
    about = [leaf for leaf in draft.leaves if _is_of(draft, leaf, entity, own)]
    pointed = {key: word for key, word in draft.pointers.items() if key[:2] == (entity, own)}
    draft.leaves = [leaf for leaf in draft.leaves if leaf not in about]
    for name in names:
        draft.instances[entity].setdefault(name, place)
        draft.leaves = [*(_moved(leaf, name) for leaf in about), *draft.leaves]
        for (_, _, field), word in pointed.items():
            draft.pointers.setdefault((entity, name, field), word)


def _is_of(draft: Draft, leaf: Leaf, entity: str, name: str) -> bool:
    return leaf.instance == name and draft.vocabulary.quantities[leaf.quantity].entity == entity


def _moved(leaf: Leaf, name: str) -> Leaf:
    """The same for another entry, drawn by itself."""
    around = leaf.range
    if around is not None:
        around = type(around)(around.low, around.high, around.shape, f"{leaf.quantity}/{name}")
    return Leaf(leaf.quantity, name, leaf.value, leaf.rank, leaf.origin, around)


def unsited(draft: Draft) -> Iterator[Problem]:
    """An activity of which nothing says at which of several sites it is."""
    for name, place in draft.instances[ACTIVITY].items():
        if any((ACTIVITY, name, target) in draft.pointers for target in (SITE, PHASE)):
            continue
        longer = [one for one in draft.instances[ACTIVITY] if one.endswith(f"-{name}")]
        fields = [f"`site: {site}`" for site in draft.instances[SITE]]
        yield Problem(
            "missing-quantity",
            "there are several sites, and none is named",
            place,
            f"activities.{name}.site",
            given="nothing",
            allowed=listed(fields, " or "),
            nearest=", ".join(longer),
        )
