"""Which run or fleet a load of power is of, and which GPUs draw it."""

from __future__ import annotations

from flopwatt.catalog import choose_thing
from flopwatt.plan.draft import Draft
from flopwatt.problems import Problem
from flopwatt.reader import Text

LOAD, RUN, FLEET, ACCELERATOR = "load", "run", "fit", "accelerator"
WORKLOADS = (RUN, FLEET)


def place_loads(draft: Draft) -> None:
    """Add to the draft, for each load, the run or fleet that it is of, and what its GPUs draw.

    One that names no run and no fleet is of the one of its own name, or of the only one if it
    says nothing of itself; any other stands alone.
    """
    for load in draft.instances.get(LOAD, {}):
        found = _workload(draft, load)
        if found is None:
            continue
        entity, workload = found
        draft.pointers[LOAD, load, entity] = Text(workload, draft.instances[LOAD][load])
        chosen = draft.chosen.get(found)
        if chosen and (LOAD, load) not in draft.chosen:
            own = choose_thing(draft.vocabulary, LOAD, load, ACCELERATOR, chosen.name, draft.start)
            draft.leaves += own.leaves
            draft.chosen[LOAD, load] = own


def _workload(draft: Draft, load: str) -> tuple[str, str] | None:
    said = {one: draft.pointers.get((LOAD, load, one)) for one in WORKLOADS}
    named = [(one, word.text) for one, word in said.items() if word is not None]
    every = [(one, name) for one in WORKLOADS for name in draft.instances.get(one, {})]
    if len(named) > 1:
        draft.problems.append(_both(draft, load, [name for _, name in named]))
        return None
    if named:  # whether there is one of that name is told where references are read
        return named[0] if named[0] in every else None
    own = [found for found in every if found[1] == load]
    alone = (LOAD, load) in draft.chosen or any(
        leaf.instance == load and draft.vocabulary.quantities[leaf.quantity].entity == LOAD
        for leaf in draft.leaves
    )
    found = own or ([] if alone else every)
    return found[0] if len(found) == 1 else None


def _both(draft: Draft, load: str, names: list[str]) -> Problem:
    return Problem(
        "conflict",
        "the power of a load is that of a run or of a fleet, not of both",
        draft.instances[LOAD][load],
        f"power.{load}",
        given=" and ".join(names),
        allowed="one of the two lines; the other may have a load of its own",
    )
