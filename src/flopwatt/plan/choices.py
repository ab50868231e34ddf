"""Fields that name something: another entry of the plan, or a thing of the catalog."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flopwatt.catalog import Chosen, choose_thing, find_thing, supplied_by
from flopwatt.model.value import Leaf, Rank
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.plan.configs import read_config, shape_leaves
from flopwatt.plan.draft import Draft, shown
from flopwatt.plan.fields import Field
from flopwatt.plan.origins import given_origin
from flopwatt.problems import CatalogError, Problem
from flopwatt.reader import Text

# a count in a name, as in 8xH100
COUNTS = {
    "run": "accelerators",
    "fit": "fit_accelerators",
    "asset": "owned_accelerators",
    "load": "load_gpus",
}
CONFIG, MODEL, TOKEN_PRICE, GRID = "config file", "model", "token price", "grid"
ACCELERATOR, ASSET, LOAD = "accelerator", "asset", "load"
CHIPS = (ACCELERATOR, "server")  # what says which GPUs a load has
NO = "no"


def read_choice(
    draft: Draft, entity: str, instance: str, path: str, found: Field, word: Text
) -> None:
    """A field that names another instance or a catalog thing."""
    if found.refers or found.many:
        draft.pointers[entity, instance, found.refers or found.many] = word
        return
    if found.chooses in (CONFIG, MODEL) and _has_sizes(draft, instance, path, word):
        return
    if found.chooses == CONFIG:
        read_config(draft, instance, path, word)
        return
    chips = entity == LOAD and found.chooses in CHIPS
    if chips and _has_chips(draft, instance, path, word):
        return
    chosen = _look_up(draft, entity, instance, path, found, word)
    if chosen is None:
        return
    if entity == ASSET and found.chooses == ACCELERATOR:
        draft.problems += _not_sold(path, chosen.name, word)
    kept = {TOKEN_PRICE: draft.bought, GRID: draft.placed}.get(found.chooses, draft.chosen)
    before = kept.get((entity, instance))
    if before:  # an earlier layer's, of which nothing may be left where the new one is silent
        gone = set(map(id, before.leaves))
        draft.leaves = [leaf for leaf in draft.leaves if id(leaf) not in gone]
    if found.chooses == MODEL:
        draft.leaves += shape_leaves(draft, instance, chosen.name)
    draft.leaves += chosen.leaves
    kept[entity, instance] = chosen
    draft.warnings += [
        Problem("unlikely", note, word.place, path, given=shown(word.text), warning=True)
        for note in chosen.notes
    ]
    if chosen.count is not None:
        rank = draft.rank if chosen.whole else Rank.CATALOG
        origin = given_origin(draft, path, word)
        draft.leaves.append(Leaf(COUNTS[entity], instance, float(chosen.count), rank, origin))


def _look_up(
    draft: Draft, entity: str, instance: str, path: str, found: Field, word: Text
) -> Chosen | None:
    """The thing of the catalog, or a problem with what it would have given."""
    try:
        return choose_thing(
            draft.vocabulary, entity, instance, found.chooses, word.text, draft.start
        )
    except CatalogError as error:
        problem = error.problems[0]
        if problem.code != "unknown-name":
            raise  # the catalog's own files are broken, not the plan
        keys = gives(draft.vocabulary, entity, found.chooses)
        allowed = f"{problem.allowed}; or leave it out and give {keys}"
        draft.problems.append(
            replace(problem, place=word.place, field=path, given=shown(word.text), allowed=allowed)
        )
        return None


def _has_sizes(draft: Draft, instance: str, path: str, word: Text) -> bool:
    """Whether a model has its sizes by another field already, which is told."""
    other = draft.shaped.setdefault(instance, path)
    if other != path:
        message = "the model has its sizes by another field too"
        given = f"{path} and {other}"
        problem = Problem("conflict", message, word.place, path, given, "either of the two")
        draft.problems.append(problem)
    return other != path


def _has_chips(draft: Draft, instance: str, path: str, word: Text) -> bool:
    """Whether a load has its GPUs by another field already, which is told."""
    other = draft.shaped.setdefault(f"{LOAD}.{instance}", path)
    if other != path:
        message = "a server holds its accelerator: one of the two says which GPUs draw the power"
        given = f"{path} and {other}"
        problem = Problem("conflict", message, word.place, path, given, "either of the two")
        draft.problems.append(problem)
    return other != path


def _not_sold(path: str, name: str, word: Text) -> Iterator[Problem]:
    """What cannot be bought, by the catalog, cannot be owned: captive parts above all."""
    cells = find_thing(ACCELERATOR, name).cells
    if cells["own"] != NO:
        return
    vendor, sold = cells["vendor"], "an accelerator with own: yes in `flopwatt catalog NAME`"
    why, allowed = f"by the catalog it is {cells['status']}", sold
    if cells["rent"] != NO:
        why = f"{vendor} rents it out and sells none"
        allowed = f"its offers, `flopwatt prices {name!r}`; or {sold}"
    message = f"the {name} cannot be owned: {why}"
    yield Problem("not-for-sale", message, word.place, path, shown(word.text), allowed)


def gives(vocabulary: Vocabulary, entity: str, kind: str) -> str:
    """The plan lines of an entity that a name of the catalog stands for.

    Of prices those alone that nothing else stands in for.
    """
    found = (vocabulary.quantities.get(name) for name in supplied_by(kind))
    own = [quantity for quantity in found if quantity and quantity.entity == entity]
    if kind == TOKEN_PRICE:
        needed = (one for one in own if one.unit.startswith("USD"))
        own = [one for one in needed if not vocabulary.formulas.get(one.name)]
    return " and ".join(f"`{quantity.key}: {quantity.example}`" for quantity in own)
