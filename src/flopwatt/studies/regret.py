"""Regret: what commitments cost where demand turns out otherwise, and what would have been best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from flopwatt.model.variation import make_variation
from flopwatt.studies.run import Study

PURCHASE, DEMAND, TOTAL = "purchase", "demand_factor", "purchase_total"
FACTORS = (0.5, 2.0)  # of the demand that the plan works out


@dataclass(frozen=True)
class Regret:
    """One purchase at another demand: the bill of what was committed, and the least there is.

    ``factor`` is that demand over the plan's; bills are in dollars over the plan. ``kept`` has
    the commitments of the plan, with what is needed beyond them paid as used; ``best`` those
    that would have been taken had the demand been known.
    """

    purchase: str
    factor: float
    kept: float
    best: float

    @property
    def share(self) -> float:
        """What is paid too much, as a share of the least."""
        return self.kept / self.best - 1 if self.best else 0.0


def regrets(study: Study, purchases: Sequence[str]) -> Iterator[Regret]:
    """Each purchase with its demand halved and doubled."""
    results = study.results
    known = [name for name in purchases if f"buying.{name}.total_cost" in results]
    if not known:
        return
    names = results.population.names(PURCHASE)
    vary = make_variation(results, (DEMAND,), (TOTAL,))
    decide = make_variation(results, (DEMAND,), (TOTAL,), decide=True)
    given = {name: results[f"buying.{name}.demand"].central for name in names}
    for factor in FACTORS:
        varied = {name: np.full((1, 1, 1), factor * given[name]) for name in names}
        kept, best = (each({DEMAND: varied})[TOTAL][:, 0, 0, 0] for each in (vary, decide))
        for name in known:
            place = results.population.place(PURCHASE, name)
            yield Regret(name, factor, float(kept[place]), float(best[place]))
