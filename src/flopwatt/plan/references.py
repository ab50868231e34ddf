"""What refers to what: a run and a product to their model."""

from __future__ import annotations

from flopwatt.plan.draft import Draft, listed, shown
from flopwatt.problems import Place, Problem, nearest
from flopwatt.reader import Text


def read_references(draft: Draft) -> dict[tuple[str, str], tuple[int, ...]]:
    """Positions of what each instance refers to; the only candidate may be left unsaid."""
    references = {}
    for entity in draft.vocabulary.entities.values():
        for target in entity.refers:
            names = list(draft.instances.get(target, {}))
            found = []
            for instance, place in draft.instances.get(entity.name, {}).items():
                word = draft.pointers.get((entity.name, instance, target))
                if word is None and len(names) == 1:
                    found.append(0)
                elif word is not None and word.text in names:
                    found.append(names.index(word.text))
                elif word is not None or names:
                    path = f"{entity.section}.{instance}.{target}"
                    draft.problems.append(_bad_reference(path, word, place, names))
            references[entity.name, target] = tuple(found)
    return references


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
