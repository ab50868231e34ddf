"""What refers to what: a run and a product to their model, a fleet to its product."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from flopwatt.model.quantity import Entity
from flopwatt.plan.draft import Draft, listed, shown
from flopwatt.problems import Place, Problem, nearest
from flopwatt.reader import Text

UNKNOWN = -1  # the place of nothing: of what a problem was told of, or of what need not be


def read_references(draft: Draft) -> dict[tuple[str, str], tuple[int, ...]]:
    """Positions of what each instance refers to.

    Unsaid may be left the only candidate, one of the instance's own name, and what another
    reference leads to: the model of a fleet is that of its product.
    """
    references: dict[tuple[str, str], tuple[int, ...]] = {}
    for entity in sorted(draft.vocabulary.entities.values(), key=lambda one: len(one.refers)):
        # what refers on comes first: a product, then its model
        ahead = sorted(entity.refers, key=lambda name: not draft.vocabulary.entities[name].refers)
        for target in ahead:
            references[entity.name, target] = tuple(_positions(draft, entity, target, references))
    return references


def _positions(
    draft: Draft, entity: Entity, target: str, known: Mapping[tuple[str, str], tuple[int, ...]]
) -> Iterator[int]:
    """For each instance, the position of the target that it refers to."""
    names = list(draft.instances.get(target, {}))
    through = next((one for one in entity.refers if (one, target) in known), None)
    for number, (instance, place) in enumerate(draft.instances.get(entity.name, {}).items()):
        word = draft.pointers.get((entity.name, instance, target))
        if word is not None and word.text in names:
            yield names.index(word.text)
        elif word is None and through:
            position = known[entity.name, through][number]
            yield UNKNOWN if position == UNKNOWN else known[through, target][position]
        elif word is None and target in entity.optional:
            yield UNKNOWN
        elif word is None and (len(names) == 1 or instance in names):
            yield 0 if len(names) == 1 else names.index(instance)
        else:
            path = f"{entity.section}.{instance}.{draft.vocabulary.pointer(target)}"
            if word is not None or names:
                draft.problems.append(_bad_reference(path, word, place, names))
            elif not draft.problems:  # unless a section is told to be missing
                section = draft.vocabulary.entities[target].section
                draft.problems.append(_nothing_to_refer_to(path, place, section))
            yield UNKNOWN


def _nothing_to_refer_to(path: str, place: Place | None, section: str) -> Problem:
    return Problem(
        "missing-quantity",
        f"the plan has no entry under {section}, and this belongs to one",
        place,
        path,
        given="nothing",
        allowed=f"an entry under `{section}:`",
    )


def _bad_reference(path: str, word: Text | None, place: Place | None, names: list[str]) -> Problem:
    if word is None:
        target = path.rpartition(".")[2]
        return Problem(
            "missing-quantity",
            "there are several, and none is named",
            place,
            path,
            given="nothing",
            allowed=listed([f"`{target}: {name}`" for name in names], " or "),
        )
    return Problem(
        "unknown-name",
        "no entry of this name in the plan",
        word.place,
        path,
        given=shown(word.text),
        allowed=listed(names) or "none are defined",
        nearest=nearest(word.text, names),
    )
