"""What loads draw at the meter, in a sentence each, and all of them together in a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from flopwatt.model.value import Value
from flopwatt.plan.loads import VERSION
from flopwatt.report.cells import cell, month_cell
from flopwatt.report.records import Cell
from flopwatt.report.texts import counted, is_even, month_words
from flopwatt.studies.load_warnings import LIMIT, passes_limit
from flopwatt.studies.loads import LOAD
from flopwatt.studies.run import Study
from flopwatt.studies.works import kind_of_work, work_of

PEAK, AVERAGE, MEAN = "facility.peak", "facility.average", "facility.mean"
ALL_AT_ONCE = "facility_peak"  # the key of what all loads of a plan draw together
TOLD = 3  # loads whose answer is a sentence


def once(names: Sequence[str]) -> list[str]:
    """Loads, those of versions of a run left out: they draw what the first draws."""
    versions = {name: VERSION.fullmatch(name) for name in names}
    return [name for name, found in versions.items() if not found or found[1] not in versions]


def power_text(study: Study, names: Sequence[str]) -> str:
    """What the loads draw, in a sentence each; of many only the first."""
    return " ".join(_text(study, name) for name in once(names)[:TOLD])


def _text(study: Study, name: str) -> str:
    results, entry = study.results, f"power.{name}"
    if f"{entry}.{PEAK}" not in results:
        return _unknown_text(study, name)
    month = busiest(study, name)
    peak = likely_at(study, f"{entry}.{PEAK}", month)
    said = f"{name} draws {peak} at the meter at its peak"
    if f"{entry}.gpus" in results:
        gpus = text_at(study, f"{entry}.gpus", month)
        said = f"{name}: {gpus} draw {peak} at the meter at their peak"
    said += _average_text(study, name)
    if f"{entry}.cooling.way" in results:
        way = cell(study, f"{entry}.cooling.way").text
        said += f"; {way} cooling, peak PUE {cell(study, f'{entry}.peak_pue').text}"
    return f"{said}{_limit_text(study, name)}."


def _unknown_text(study: Study, name: str) -> str:
    lines = lines_to_add(study, name)
    lacks = f": it lacks {lines}" if lines else ""
    return f"What {name} draws does not follow from this plan{lacks}."


def _average_text(study: Study, name: str) -> str:
    """What a load draws on average; where GPUs run for a part of some month, while they do."""
    entry = f"power.{name}"
    if f"{entry}.{AVERAGE}" not in study.results:
        return ""
    said = f", {likely_at(study, f'{entry}.{AVERAGE}', busiest(study, name))} on average"
    parts = f"{entry}.running_share" in study.results and differs(study, name, MEAN, AVERAGE)
    return f"{said} while it runs" if parts else said


def _limit_text(study: Study, name: str) -> str:
    if not passes_limit(study.results, name):
        return ""
    return f"; that is more than the {cell(study, f'power.{name}.{LIMIT}').text} to be had"


def power_title(study: Study, names: Sequence[str]) -> str:
    """The power at the meter at its peak, and when that is; of several loads also all at once."""
    chosen = once(names)
    known = [name for name in chosen if f"power.{name}.{PEAK}" in study.results]
    if len(known) == 1:
        (name,) = known
        peak = _peak_text(study, study.results[f"power.{name}.{PEAK}"])
        said = [f"{name} draws {peak}{_average_text(study, name)}{_limit_text(study, name)}."]
    else:
        said = list(_together(study, known))
    said += [_unknown_text(study, name) for name in chosen if name not in known][:TOLD]
    return " ".join(said)


def _together(study: Study, names: Sequence[str]) -> Iterator[str]:
    """What several loads draw at most, all at once and each by itself."""
    if not names:
        return
    each = [
        f"{name} {likely_at(study, f'power.{name}.{PEAK}', busiest(study, name))}"
        for name in names[:TOLD]
    ]
    each += [f"{counted(len(names) - TOLD, 'more load')}"] if len(names) > TOLD else []
    listed = f"{', '.join(each[:-1])} and {each[-1]}"
    if ALL_AT_ONCE in study.results and len(names) == len(once(_every(study))):
        peak = _peak_text(study, study.results[ALL_AT_ONCE])
        yield f"All at once draw {peak}; each at its own peak: {listed}."
    else:
        yield f"At the meter, each at its own peak: {listed}."


def _every(study: Study) -> Sequence[str]:
    return study.results.population.names(LOAD)


def _peak_text(study: Study, value: Value) -> str:
    """The most of a series with its month; of one that is even the number alone."""
    month = int(np.argmax(value.months)) if value.is_series else 0
    text = likely_at(study, value.key, month)
    said = f"{text} at the meter at the peak"
    if not value.is_series or is_even(value, study.plan.start):
        return said
    return f"{said}, in {month_words(study.plan.start, month)}"


def power_number(study: Study, names: Sequence[str]) -> str:
    """What all loads draw at the meter at their peak; empty where that is not known."""
    known = [name for name in names if f"power.{name}.{PEAK}" in study.results]
    key = ALL_AT_ONCE if ALL_AT_ONCE in study.results else ""
    if len(known) == 1:
        key = f"power.{known[0]}.{PEAK}"
    if not known or not key:
        return ""
    return text_at(study, key, int(np.argmax(study.results[key].months)))


def lines_to_add(study: Study, name: str) -> str:
    """The line that says which GPUs draw the power, where neither load nor work says it."""
    if f"power.{name}.server.nameplate" in study.results:
        return ""
    kind = kind_of_work(study.plan, LOAD, name)
    entry = study.results.entry(kind, work_of(study.plan, LOAD, name)) if kind else f"power.{name}."
    return f"`accelerator: H100 SXM` under {entry.rstrip('.')}"


def busiest(study: Study, name: str) -> int:
    """The month in which a load draws the most."""
    key = f"power.{name}.{PEAK}"
    if key not in study.results or not study.results[key].is_series:
        return 0
    return int(np.argmax(study.results[key].months))


def text_at(study: Study, key: str, month: int) -> str:
    """A value as a table has it, with as many digits as its range leaves; of a series a month's."""
    return _cell_at(study, key, month).text


def likely_at(study: Study, key: str, month: int) -> str:
    """A value in a sentence, with what it is likely to lie between where that is known."""
    found = _cell_at(study, key, month)
    return f"{found.text} ({found.range})" if found.range else found.text


def _cell_at(study: Study, key: str, month: int) -> Cell:
    series = study.results[key].is_series
    return month_cell(study, key, [month]) if series else cell(study, key)


def differs(study: Study, name: str, key: str, than: str) -> bool:
    """Whether a number is another than that of a second key; without one, than nothing."""
    results, other = study.results, f"power.{name}.{than}"
    same = results[other].months if other in results else 0.0
    return bool((results[f"power.{name}.{key}"].months != same).any())
