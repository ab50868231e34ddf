"""What serves a product on one accelerator, and on all of them."""

from __future__ import annotations

import math
from dataclasses import dataclass

from flopwatt.studies.hardware_parts import Part
from flopwatt.studies.hardware_units import Size

WALL, RULE, PRICE = "serving_wall", "batch_rule", "fleet_price"
# the numbers of a row, by the quantities that they are
NUMBERS = {
    "batch": "unit_sequences",
    "ttft": "ttft",
    "tpot": "tpot",
    "rate": "output_rate_per_gpu",
    "gpus": "launch_gpus",
    "hourly": PRICE,
    "cost": "launch_token_cost",
    "full_cost": "full_token_cost",
    "energy": "fleet_token_energy",
}


@dataclass(frozen=True)
class ServingRow:
    """One product on one accelerator, in canonical units; NaN for what is not known.

    ``fits`` says whether any unit serves it, None where that is not known; of several the one
    that costs least for the load of the day of launch is told. ``wall`` is what that unit fails
    at which gets furthest, ``lacks`` what no datasheet says, in words. ``batch`` is of all
    replicas of the unit, ``limit`` what sets it, ``hourly`` what an hour of one GPU costs.
    ``planned`` says that it is the fleet of the plan as it is, ``measured`` that its rates are
    given.
    """

    part: Part
    fits: bool | None
    wall: str = ""
    lacks: str = ""
    size: Size | None = None
    limit: str = ""
    batch: float = math.nan
    ttft: float = math.nan
    tpot: float = math.nan
    rate: float = math.nan
    gpus: float = math.nan
    hourly: float = math.nan
    cost: float = math.nan
    full_cost: float = math.nan
    energy: float = math.nan
    planned: bool = False
    measured: bool = False

    @property
    def unit(self) -> int:
        """GPUs of one unit."""
        return self.size.gpus if self.size else 0

    @property
    def does(self) -> bool:
        """Whether some unit is known to serve."""
        return bool(self.fits)

    @property
    def dollars(self) -> float:
        """What it costs: for the load of the day of launch, at full load where none is known."""
        return self.full_cost if math.isnan(self.cost) else self.cost

    @property
    def pace(self) -> float:
        """How long it takes, for a comparison: time of one GPU for each token of an answer."""
        return 1 / self.rate if self.rate else math.inf


@dataclass(frozen=True)
class Rated:
    """A product, or one of its fleets, on every accelerator; first as planned, if it serves so.

    ``at_launch`` says that units are those that cost least for the load of the day of launch,
    and not at full load. ``lacks`` are the lines that a plan lacks to be rated; there are no
    rows then. ``own`` is the accelerator that the plan names.
    """

    name: str
    rows: tuple[ServingRow, ...]
    at_launch: bool = False
    own: str = ""
    lacks: str = ""
