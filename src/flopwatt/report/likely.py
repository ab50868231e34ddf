"""When a crossing is likely to come, in how many draws it never does, in a sentence and a cell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from flopwatt.model.value import Array, Value
from flopwatt.report.ranges import date_texts, likely_text, percent_text
from flopwatt.studies.run import Study
from flopwatt.studies.spread import Summary, summarise

SPLIT = 0.1  # from here on an outcome is an end of the range itself, and is told as a count


@dataclass(frozen=True)
class Likely:
    """A crossing over all draws, in seconds since the plan's start.

    ``all`` counts every draw; ``coming`` those alone in which it comes within the plan.
    """

    all: Summary
    coming: Summary | None


def likely(study: Study, entry: str, which: str = "crossover") -> Likely | None:
    """When a crossing comes in the draws; None where it is the same in all of them."""
    draws = _since_start(study, entry, which)
    if draws is None:
        return None
    coming = draws[np.isfinite(draws)]
    return Likely(summarise(draws), summarise(coming) if len(coming) else None)


def _since_start(study: Study, entry: str, which: str) -> Array | None:
    spread = study.spread
    if spread is None:
        return None
    key, launch = f"{entry}{which}", f"{entry}launch"
    days = spread.samples.get(key)
    begun = spread.samples.get(launch) if entry else None
    if days is None and begun is None:
        return None
    later = study.results[launch].array[0, 0, :1] if entry else np.zeros(1)
    first = study.results[key].array[0, 0, :1] if days is None else days[0]
    found: Array = first + (later if begun is None else begun[0])
    return found


def when_texts(
    study: Study, seconds: float, found: Likely | None, *, long: bool = False
) -> tuple[str, str]:
    """The date of a crossing that comes, as precise as its range, and that range."""
    ends = (seconds, seconds)
    if found is not None and found.coming is not None:
        ends = (found.coming.low, found.coming.high)
    joint = "and" if long else "to"
    return date_texts(seconds, ends, study.plan.start, long=long, joint=joint)


def likely_phrase(study: Study, seconds: float, found: Likely | None) -> str:
    """What follows the date of a crossing in a sentence: its range, and how often it fails."""
    if found is None:
        return ""
    between = when_texts(study, seconds, found, long=True)[1]
    split = max(found.all.never, found.all.already) >= SPLIT
    said = []
    if between and not split:
        said.append(f", likely between {between}")
    said += [f"; in {text}" for text in _outcomes(found)]
    if between and split:
        said.append(f", otherwise likely between {between}")
    return "".join(said)


def _outcomes(found: Likely) -> list[str]:
    """How often a crossing that comes centrally does not, or had come before."""
    ways = {"never": found.all.never, "before the plan": found.all.already}
    return [f"{_draws(share)} {way}" for way, share in ways.items() if share]


def _draws(share: float) -> str:
    """A share of draws in a sentence: a per cent, and a count where outcomes are split."""
    return f"{_of_100(share)} draws" if share >= SPLIT else f"{percent_text(share)} of draws"


def after_all(study: Study, found: Likely | None) -> str:
    """What is added to a crossing that does not come centrally: how often it does."""
    if found is None or found.coming is None:
        return ""
    share = _draws(1 - found.all.never - found.all.already)
    between = when_texts(study, found.coming.p50, found, long=True)[1]
    when = f", likely between {between}" if between else ""
    return f"; in {share} it does{when}"


def cell_range(study: Study, seconds: float, found: Likely | None) -> str:
    """The second line of a date cell: the range, or in how many draws of 100 it fails."""
    if found is None:
        return ""
    never, already = found.all.never, found.all.already
    if seconds == np.inf:
        share = 1 - never - already
        return f"comes in {_of_100(share)}" if share > 0 else ""
    if max(never, already) >= SPLIT:
        word, share = ("never", never) if never >= already else ("before", already)
        return f"{word} in {_of_100(share)}"
    return when_texts(study, seconds, found)[1]


def likely_aside(study: Study, value: Value, entry: str) -> str:
    """What stands beside a crossover: its range, or how often it comes if centrally never.

    ``entry`` is that of what crosses, with its launch.
    """
    found = likely(study, entry)
    if value.central != np.inf or found is None or found.coming is None:
        return likely_text(study, value)
    between = when_texts(study, found.coming.p50, found, long=True)[1]
    when = f", between {between}" if between else ""
    return f"{cell_range(study, value.central, found)}{when}"


def _of_100(share: float) -> str:
    return "under 1 of 100" if share < 0.01 else f"{100 * share:.0f} of 100"
