"""Runs whose failures are known: what is assumed of them alone, and what their hours are sold for.

A run that says nothing of failures, checkpoints, machines or ways of buying takes none of the
planning values for them, and loses no time unless it says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from flopwatt.catalog import canonical, load_table, market_offer, offer_leaf
from flopwatt.model.ranges import Range, default_shape
from flopwatt.model.results import Results
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.plan import Plan
from flopwatt.problems import Problem
from flopwatt.studies.goals import Places, missing_problem
from flopwatt.units import show

RUN, PART, RATE, NOTICE = "run", "accelerator", "preemption_rate", "spot_notice"
# what is known of a run only where its failures are: all of it is behind these
STOPS = "mean_time_between_interruptions"
PURCHASES = {
    "price_on_demand": "on_demand",
    "price_reserved_1y": "reserved_1y",
    "price_reserved_3y": "reserved_3y",
    "price_spot": "spot",
    "price_block": "capacity_block",
}
# what a run may state of failures and checkpoints, or of its machines and how they are bought
STATED = frozenset(
    (
        *("failure_model", "gpu_mtbf", "interruptions", "observed_time", "observed_accelerators"),
        *("mean_time_between_interruptions", "checkpoint_bytes_per_param", "checkpoint_size"),
        *("write_bandwidth_per_gpu", "write_bandwidth", "checkpoint_time", "checkpoint_interval"),
        *("restart_time", "machine_accelerators", "preemption_rate", "spot_notice"),
        *("spot_changeover", "machine_availability", "machines_together", "gang_availability"),
        *("block_longest", "block_machines", *PURCHASES),
    )
)


def stating(leaves: Iterable[Leaf]) -> Set[str]:
    """The runs that say anything of failures, or of what they lose and cost by them."""
    return {
        leaf.instance
        for leaf in leaves
        if leaf.quantity in STATED and leaf.rank not in (Rank.ASSUMED, Rank.CATALOG)
    }


def without_idle(assumed: Iterable[Leaf], runs: Set[str]) -> Iterator[Leaf]:
    """Defaults, less those of failures for runs that state none."""
    for leaf in assumed:
        if leaf.quantity not in STATED or leaf.instance in runs:
            yield leaf


def campaign_leaves(plan: Plan, vocabulary: Vocabulary) -> Iterator[Leaf]:
    """What the catalog knows of the machines of each run that states failures: bands, prices."""
    stated = stating(plan.leaves)
    for name in plan.population.names(RUN):
        chosen = plan.chosen.get((RUN, name))
        if chosen and name in stated:
            yield from _taken_back(vocabulary, chosen.name, name)
            for quantity in PURCHASES:
                yield from _price(plan, vocabulary, quantity, chosen.name, name)


def _price(
    plan: Plan, vocabulary: Vocabulary, quantity: str, accelerator: str, name: str
) -> Iterator[Leaf]:
    """What an hour cost by one way of buying when the plan starts, where the catalog knows."""
    found = market_offer(accelerator, plan.start, PURCHASES[quantity])
    if found is None:
        return
    detail = f"{accelerator}: the offer in the middle, {found.provider}"
    yield offer_leaf(vocabulary.quantities[quantity], name, found, detail)


def _taken_back(vocabulary: Vocabulary, accelerator: str, name: str) -> Iterator[Leaf]:
    """The band in which machines of an accelerator are taken back, and the notice."""
    cells = next((r.cells for r in load_table("spot").rows if r.cells[PART] == accelerator), None)
    if cells is None:
        return
    low, high = float(cells["preempted_low"]), float(cells["preempted_high"])
    texts = {RATE: f"{(low + high) / 2:g} %/month", NOTICE: f"{cells['notice']} s"}
    rate = vocabulary.quantities[RATE]
    least, most = (canonical(rate, f"{end} %/month") for end in (low, high))
    band = Range(least, most, default_shape(rate, least), f"{RATE} of {accelerator}")
    detail = f"{accelerator} at {cells['provider']}: {cells['note']}"
    for quantity, text in texts.items():
        value = canonical(vocabulary.quantities[quantity], text)
        origin = Origin("catalog", "", cells["source"], cells["as_of"], detail, text)
        around = band if quantity == RATE else None
        yield Leaf(quantity, name, value, Rank.CATALOG, origin, around)


def stalled_runs(results: Results, places: Places) -> Iterator[Problem]:
    """A problem for every run that loses all its time, and makes no progress."""
    for name in results.population.names(RUN):
        entry = f"training.{name}".removesuffix(".")
        keys = (f"{entry}.effective_time", f"{entry}.lost_share", f"{entry}.restart_share")
        if any(key not in results for key in keys):
            continue
        effective, lost, restarts = (results[key].central for key in keys)
        if effective > 0:
            continue
        between = show(results[f"{entry}.{STOPS}"].central, "minute")
        yield Problem(
            "no-progress",
            f"makes no progress: it stops every {between}, and checkpoints, repeated work and "
            f"restarts take {show(lost, '%')} of the time",
            places.get(entry),
            f"{entry}.effective_time",
            given=f"restarts alone take {show(restarts, '%')}",
            allowed="fewer GPUs, a longer `mtbf_per_gpu`, a shorter `restart_time` or "
            "`checkpoint_time`, no `checkpoint_interval` that is too long",
        )


def unmodelled_runs(plan: Plan, results: Results) -> Iterator[Problem]:
    """A warning for every run whose failures are to be modelled and do not follow."""
    quantity = results.vocabulary.quantities["lost_share"]
    stated = [leaf.instance for leaf in plan.leaves if leaf.quantity == "failure_model"]
    for name in dict.fromkeys(stated):
        key = f"training.{name}.failures"
        if results.key(quantity, name) not in results:
            allowed = missing_problem(results.missing(quantity, name)).allowed
            message = "what failures lose does not follow from this plan, so no time is lost"
            place = plan.places.get(key)
            yield Problem("unused", message, place, key, "modelled", allowed, warning=True)
