"""One fleet of a plan: what a unit of it is made of, whose it is, and its numbers by month."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from flopwatt.model.results import Results
from flopwatt.plan import Plan
from flopwatt.studies.links import SERVER, joined

FLEET, PRODUCT, MODEL = "fit", "product", "model"
RATES = ("prefill_rate", "decode_rate")
BETWEEN_TOKENS = ("batch.tpot", "tpot.expected", "tpot.floor")


@dataclass(frozen=True)
class Fleet:
    """One fleet of a plan with its results."""

    plan: Plan
    results: Results
    name: str

    @property
    def key(self) -> str:
        """The key of its entry; of a fit without a plan, ``fit``."""
        return self.results.entry(FLEET, self.name).removesuffix(".")

    @property
    def place(self) -> int:
        """Its position among the fleets."""
        return self.results.population.place(FLEET, self.name)

    def at(self, key: str, month: int = 0) -> float:
        """One of its numbers, in a month."""
        months = self.results[f"{self.key}.{key}"].months
        return float(months[min(month, len(months) - 1)])

    def knows(self, key: str) -> bool:
        """Whether one of its numbers is known."""
        return f"{self.key}.{key}" in self.results

    def of(self, entity: str) -> str:
        """The name of its product, or of its model."""
        population = self.results.population
        return population.names(entity)[population.references[FLEET, entity][self.place]]

    def is_given(self, quantity: str) -> bool:
        """Whether a quantity of it is stated, and not worked out."""
        return bool(self.results.columns[quantity].supplied[self.place])

    @property
    def is_measured(self) -> bool:
        """Whether both rates are given, so that nothing of its steps need be worked out."""
        return all(self.is_given(rate) for rate in RATES)

    @property
    def replicas(self) -> int:
        """Replicas of the model in one unit."""
        return int(self.at("dp"))

    def tells(self, key: str) -> bool:
        """Whether one of its numbers is known and says something.

        An answer of one token has no time between two.
        """
        return self.knows(key) and (key not in BETWEEN_TOKENS or self.at("answer", -1) > 1)

    @property
    def accelerator(self) -> str:
        """What the catalog calls its GPUs; empty where none of the catalog is named."""
        chosen = self.plan.chosen.get((FLEET, self.name))
        return chosen.name if chosen else ""

    @property
    def unit(self) -> str:
        """What one unit is made of: 8 x H100 SXM5 80GB."""
        gpus = int(self.at("gpus"))
        noun = "GPU" if gpus == 1 else "GPUs"
        return f"{gpus:,} x {self.accelerator}" if self.accelerator else f"{gpus:,} {noun}"

    @functools.cached_property
    def linked(self) -> int:
        """GPUs that links of the rate counted join; of a machine's without links, all."""
        return joined(self.accelerator) if self.accelerator else SERVER


def fleets_of(plan: Plan, results: Results) -> tuple[Fleet, ...]:
    """The fleets of a plan, in the order in which it has them."""
    return tuple(Fleet(plan, results, name) for name in plan.population.names(FLEET))
