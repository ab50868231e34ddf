"""Low-rank adapters beside the matrices of a model: which they stand beside, and their rank."""

from __future__ import annotations

from collections.abc import Sequence

from flopwatt.architecture.count import lora_sides, target_names
from flopwatt.architecture.leaves import Supply
from flopwatt.architecture.records import Architecture
from flopwatt.problems import PlanError, Problem

EVERY = "all-linear"  # where adapters go unless targets are named


def put_adapters(supply: Supply, architecture: Architecture, targets: Sequence[str]) -> None:
    """The sides of the matrices beside which adapters are put: all, where none are named."""
    said = f"beside {', '.join(targets or (EVERY,))} of all layers"
    if not targets:
        said += ", since no targets are named"
    sides, unmet = lora_sides(architecture, targets or (EVERY,))
    if unmet and targets:
        problem = Problem(
            "unknown-name",
            "no matrix of this model has this name",
            field="lora.targets",
            given=", ".join(unmet),
            allowed=", ".join((*target_names(architecture), EVERY)),
        )
        raise PlanError([problem])
    supply.put("lora_sides", sides, said)


def check_rank(architecture: Architecture | None, rank: object) -> None:
    """Refuse adapters of a rank above the model's width: they would hold more than it does."""
    width = architecture.hidden if architecture else None
    text = str(rank).strip()
    if not isinstance(width, int) or not text.isdecimal() or int(text[:20]) <= width:
        return
    message = f"is above the width of the model, {width}, which no adapter is of"
    problem = Problem("out-of-range", message, field="lora.rank", given=text[:60],
                      allowed=f"1 to {width}, such as 16")  # fmt: skip
    raise PlanError([problem])
