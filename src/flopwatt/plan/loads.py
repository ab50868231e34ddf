"""Which run or fleet a load of power is of, and which GPUs draw it."""

from __future__ import annotations

import re
from dataclasses import replace

from flopwatt.catalog import choose_thing
from flopwatt.model.value import Leaf
from flopwatt.plan.draft import Draft
from flopwatt.problems import Problem
from flopwatt.reader import Text

LOAD, RUN, FLEET, ACCELERATOR = "load", "run", "fit", "accelerator"
WORKLOADS = (RUN, FLEET)
VERSION = re.compile(r"(.+)(-v\d+)")  # a run repeated


def place_loads(draft: Draft) -> None:
    """Add to the draft, for each load, the run or fleet that it is of, and what its GPUs draw.

    One that names no run and no fleet is of the one of its own name, or of the only one if it
    says nothing of itself; any other stands alone. Where its run is repeated, so is the load.
    """
    for load in list(draft.instances.get(LOAD, {})):
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
        if entity == RUN:
            _repeat(draft, load, workload)


def _repeat(draft: Draft, load: str, run: str) -> None:
    """A load for each version of a run, with all that the load of the run has."""
    runs, loads = draft.instances[RUN], draft.instances[LOAD]
    told = {word.text for key, word in draft.pointers.items() if key[::2] == (LOAD, RUN)}
    for version in list(runs):
        match = VERSION.fullmatch(version)
        if not match or match[1] != run or version in told or runs[version] != runs[run]:
            continue
        name = f"{load}{match[2]}"
        if name in loads:
            continue
        loads[name] = loads[load]
        draft.leaves += [replace(leaf, instance=name) for leaf in _leaves(draft, load)]
        draft.pointers[LOAD, name, RUN] = Text(version, loads[load])
        if (LOAD, load) in draft.chosen:
            draft.chosen[LOAD, name] = draft.chosen[LOAD, load]


def _leaves(draft: Draft, load: str) -> list[Leaf]:
    """Everything that is given or known of a load."""
    quantities = draft.vocabulary.quantities
    own = [leaf for leaf in draft.leaves if leaf.instance == load]
    return [leaf for leaf in own if quantities[leaf.quantity].entity == LOAD]


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
    alone = (LOAD, load) in draft.chosen or bool(_leaves(draft, load))
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
