"""What tables of published economics call things, and the quantities that these are here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flopwatt.problems import nearest

# sections whose keys name an entry: training.run.cost
NAMED = {
    "training": "training",
    "models": "models",
    "products": "products",
    "reliability": "training",
    "own": "asset",
    "buying": "offer",
    "asset": "asset",
    "assets": "asset",
    "offer": "offer",
    "offers": "offer",
}
ENTRIES = ("training", "models", "products", "assets", "offers")  # of others none is named
ALONE = ("assets", "offers")  # of these there is one, whatever its name
# what is another word here; all else is called the same
GIVEN = {
    "training.wall_clock": "held_for",
    "training.duration": "held_for",
    "training.peak_flops": "peak",
    "products.spend": "cost_per_day",
    "reliability.duration": "observed_for",
    "reliability.accelerators": "gpus",
    "reliability.mtbf_per_accelerator": "mtbf_per_gpu",
    "reliability.overhead": "checkpoint_overhead",
    "own.capital": "capital.per_gpu",
    "own.cost_of_capital": "discount",
    "own.opex_share": "operating",
    "own.cost_per_gpu_hour": "owned_hour_price",
    "own.rental_price": "rent",
    "own.price": "rent",
    "buying.discount": "reserved_discount",
    "buying.threshold_utilisation": "break_even",
}
ASKED = {
    "training.wall_clock": ("duration",),
    "training.duration": ("duration",),
    # where no space and no power are stated, capital and operating are all that an hour costs
    "own.cost_per_gpu_hour": ("hour.capital", "hour.operating"),
    "own.break_even_utilisation": ("break_even",),
}
COUNTED, IMPLIED = "reliability.mtbf_per_accelerator", "implied_mtbf"
MEAN = "mean_time_between_interruptions"
# rates of tokens, which are those of a call elsewhere
RATES, TOKENS = ("input_tokens", "output_tokens"), "tokens_per_day"


class UnsaidError(Exception):
    """A row does not say what a prediction needs; the text is the reason."""


@dataclass(frozen=True)
class Key:
    """A key of a table: the section here, the entry it names, and what of it."""

    section: str
    entry: str
    names: tuple[str, ...]

    @property
    def fields(self) -> tuple[str, ...]:
        """The keys that work it out where there is one entry of everything."""
        return tuple(f"{self.section}.{name}" for name in self.names)


def read_key(text: str, *, asked: bool = False, given: Mapping[str, object] | None = None) -> Key:
    """A key of a table. Raises UnsaidError where its section is none that is known."""
    section, *rest = text.strip().split(".")
    if section not in NAMED or not rest or not all(rest):
        near = nearest(section, NAMED)
        hint = f", nearest: {near}" if near and near != section else ""
        raise UnsaidError(f"the key {text!r} names nothing that is known here{hint}")
    named = section in ENTRIES and len(rest) > 1
    entry, name = (rest[0], ".".join(rest[1:])) if named else ("", ".".join(rest))
    told = f"{section}.{name}"
    if not named and len(rest) > 1 and told not in {*GIVEN, *ASKED}:
        without = f"{section}.{'.'.join(rest[1:])}"
        told = without if without in {*GIVEN, *ASKED} else told  # own.gpu.capital
        name = told.partition(".")[2]
    names: tuple[str, ...] = (GIVEN.get(told, name),)
    if asked:
        names = ASKED.get(told, names)
        if told == COUNTED and any(one.endswith(MEAN) for one in given or ()):
            names = (IMPLIED,)
    return Key(NAMED[section], "" if section in ALONE else entry, names)
