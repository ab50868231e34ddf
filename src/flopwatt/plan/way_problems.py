"""What is wrong with ways of buying, each with what would do instead."""

from __future__ import annotations

from collections.abc import Iterator

from flopwatt.catalog import find_thing
from flopwatt.model.value import Leaf
from flopwatt.plan.draft import Draft
from flopwatt.plan.purchases import PURCHASE
from flopwatt.problems import Problem
from flopwatt.units import from_canonical

WAY, ASSET, ACCELERATOR = "way", "asset", "accelerator"
PRICE, TERM, DISCOUNT = "way_price", "way_term", "way_discount"
ROUNDING = 1e-6


def check_stated(draft: Draft) -> None:
    """A way that the plan adds has a price, and a term of whole months."""
    for way in draft.instances.get(WAY, {}):
        said = {leaf.quantity: leaf for leaf in draft.leaves if leaf.instance == way}
        owned = (WAY, way, ASSET) in draft.pointers
        if PRICE not in said and DISCOUNT not in said and not owned:
            draft.problems.append(_unpriced(draft, way))
        if TERM in said:
            draft.problems += _broken_months(draft, way, said[TERM])


def _unpriced(draft: Draft, way: str) -> Problem:
    return Problem(
        "missing-quantity",
        "an offer without a price",
        draft.instances[WAY][way],
        f"ways.{way}.price",
        given="nothing",
        allowed="for example `price: $2.40 per GPU-hour`, or a `discount` from the price on "
        "demand; an `asset` where it is owned",
    )


def _broken_months(draft: Draft, way: str, term: Leaf) -> Iterator[Problem]:
    """Terms are bought by the month, so one of half a month would be paid for a whole one."""
    months = from_canonical(float(term.value), "month")
    whole = max(round(months), 1) if months else 0
    if abs(months - whole) <= ROUNDING:
        return
    yield Problem(
        "out-of-range",
        "terms are counted in whole months",
        draft.places.get(f"ways.{way}.term"),
        f"ways.{way}.term",
        given=term.origin.text,
        allowed=f"for example {whole} months; 0 months where hours are paid as used",
    )


def no_price(draft: Draft, purchase: str, accelerator: str) -> Problem:
    """Nothing says what an hour costs without commitment."""
    known = (
        f"the catalog has no offer for {accelerator} by then" if accelerator else "no GPU is named"
    )
    return Problem(
        "missing-quantity",
        f"no price on demand is known, by which every other is judged: {known}",
        draft.instances[PURCHASE][purchase],
        f"buying.{purchase}.on_demand",
        given="nothing",
        allowed="for example `on_demand: $4.00 per GPU-hour`",
    )


def bought_twice(draft: Draft, purchase: str, other: str, workload: str) -> Problem:
    """Two purchases would each buy all the hours of one run or fleet."""
    return Problem(
        "conflict",
        f"the GPU-hours of {workload} are bought by {other} already",
        draft.instances[PURCHASE][purchase],
        f"buying.{purchase}",
        given=purchase,
        allowed="one entry for each run and each fleet; other offers stand under `ways:`",
    )


def never_spot(draft: Draft, way: str) -> Problem:
    """The plan lets users be served from what may be taken away."""
    return Problem(
        "conflict",
        "users are never served from GPUs that may be taken away at short notice",
        draft.places.get(f"ways.{way}.allowed"),
        f"ways.{way}.allowed",
        given="yes",
        allowed="leave it out: the way is shown with its price, and not used",
    )


def check_owned(draft: Draft, purchase: str, accelerator: str) -> None:
    """What may be owned is of the workload's own GPUs, and of a sort that is sold."""
    if not accelerator:
        return
    entries = [(PURCHASE, purchase)]
    for way in draft.instances.get(WAY, {}):
        pointed = draft.pointers.get((WAY, way, PURCHASE))
        stated = "." not in way  # those made for a purchase have its name in front
        if stated and pointed is not None and pointed.text == purchase:
            entries.append((WAY, way))
    for entity, name in entries:
        asset = draft.pointers.get((entity, name, ASSET))
        if asset is None or asset.text not in draft.instances.get(ASSET, {}):
            continue
        section = "buying" if entity == PURCHASE else "ways"
        chosen = draft.chosen.get((ASSET, asset.text))
        message = ""
        if chosen and chosen.name != accelerator:
            message = f"what is bought for runs on {accelerator}, and {asset.text} is {chosen.name}"
        elif not chosen and find_thing(ACCELERATOR, accelerator).cells["own"] == "no":
            message = f"what is bought for runs on {accelerator}, which nobody can own"
        if message:
            allowed = f"an asset of {accelerator}" if chosen else "no `asset`"
            field = f"{section}.{name}.asset"
            draft.problems.append(
                Problem("conflict", message, asset.place, field, asset.text, allowed)
            )
