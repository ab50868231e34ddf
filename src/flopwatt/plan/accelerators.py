"""What an entry says of its accelerator, held together: counts, and what a price is of."""

from __future__ import annotations

from flopwatt.catalog import Chosen, dear_from, market_price
from flopwatt.model.quantity import Quantity
from flopwatt.model.value import Leaf
from flopwatt.plan.choices import COUNTS
from flopwatt.plan.currencies import in_dollars
from flopwatt.plan.draft import Draft
from flopwatt.problems import Problem
from flopwatt.units import UnitError, from_canonical, read_quantity

PRICE = "accelerator_price"


def check_accelerator(draft: Draft, entity: str, instance: str, where: str, before: int) -> None:
    """Hold what was read of an entry since ``before`` against the accelerator it names."""
    chosen = draft.chosen.get((entity, instance))
    said = [leaf for leaf in draft.leaves[before:] if leaf.instance == instance]
    count = COUNTS.get(entity, "")
    _check_counts(draft, where, [x for x in said if x.quantity == count and x.rank is draft.rank])
    for leaf in said:
        if chosen and leaf.quantity == PRICE and leaf.origin.kind == "given":
            _check_price(draft, where, leaf, chosen)


def _key(draft: Draft, where: str, name: str) -> tuple[Quantity, str]:
    quantity = draft.vocabulary.quantities[name]
    return quantity, f"{where}.{quantity.key}"


def _check_counts(draft: Draft, where: str, said: list[Leaf]) -> None:
    """A count in a name and a count of its own, one or by month, must not disagree."""
    if len({leaf.value if isinstance(leaf.value, float) else "by month" for leaf in said}) > 1:
        _, key = _key(draft, where, said[0].quantity)
        texts = " and ".join(leaf.origin.text for leaf in said)
        message = "the name of the accelerator says another count"
        place = draft.places.get(key)
        draft.problems.append(Problem("conflict", message, place, where, texts, "one count"))


def _check_price(draft: Draft, where: str, leaf: Leaf, chosen: Chosen) -> None:
    """A price beside a machine's name says whether it is of the machine or of one GPU."""
    quantity, key = _key(draft, where, PRICE)
    if chosen.machine and not _says_gpu(draft, leaf.origin.text, quantity):
        problem = Problem(
            "bad-number",
            f"is it the price of one GPU, or of the whole {chosen.machine}?",
            draft.places.get(key),
            key,
            given=leaf.origin.text,
            allowed="a price per GPU-hour, for example $2.50 per GPU-hour",
        )
        draft.problems.append(problem)
        return
    market, dear = market_price(chosen.name), dear_from(chosen.name)
    hourly = from_canonical(float(leaf.value), quantity.unit)
    if market and dear and hourly > dear:
        problem = Problem(
            "unlikely",
            f"is {hourly / market:.1f} times what a {chosen.name} costs in the catalog's offers: "
            "the price of a whole machine?",
            draft.places.get(key),
            key,
            given=leaf.origin.text,
            allowed=f"the median over providers is ${market:.2f} per GPU-hour",
            warning=True,
        )
        draft.warnings.append(problem)


def _says_gpu(draft: Draft, text: str, quantity: Quantity) -> bool:
    """Whether a price names the GPU it is per, and leaves no word out."""
    try:
        read_quantity(in_dollars(text, draft.rates)[0], quantity.unit)
    except UnitError:
        return False
    return True
