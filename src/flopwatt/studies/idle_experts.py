"""Experts divided over GPUs for a model that has none: told, since nothing follows from it."""

from __future__ import annotations

from collections.abc import Iterator

from flopwatt.model.results import Results
from flopwatt.plan import Plan
from flopwatt.problems import Problem
from flopwatt.studies.fleet_unit import MODEL, fleets_of

EXPERTS, EP = "experts", "expert_parallel"


def idle_experts(plan: Plan, results: Results) -> Iterator[Problem]:
    """A warning for every fleet that states how experts are divided, of a model without any."""
    experts = results.columns[EXPERTS]
    for fleet in fleets_of(plan, results):
        model = fleet.of(MODEL)
        place = results.population.place(MODEL, model)
        some = experts.known[place] and experts.data[place].any()
        if some or not fleet.is_given(EP) or fleet.at("ep") <= 1:
            continue
        field = f"{fleet.key}.ep"
        yield Problem(
            "unlikely",
            f"no experts are known of {model}, so that there are none to divide",
            plan.places.get(field) or plan.places.get(fleet.key),
            field,
            given=f"{fleet.at('ep'):,.0f}",
            allowed="a model with experts, or no `ep`",
            warning=True,
        )
