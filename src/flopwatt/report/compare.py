"""Two plans side by side: what they say differently, what comes of it, and which input did it."""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterator

from flopwatt.model.quantity import Kind, Quantity
from flopwatt.report.cells import cell
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import counted, number_text
from flopwatt.studies.compare import MOST, Comparison, compare_plans
from flopwatt.studies.run import Study
from flopwatt.units import show

__all__ = ["compare_plans", "compare_section", "followed_keys"]

PLAN_KEYS = ("crossover", "training_total", "inference_total", "inference_share")
ENTRY_KEYS = {
    "run": ("cost", "duration"),
    "product": ("crossover", "cost_per_request", "cost_per_month"),
    "asset": ("owned_hour_price",),
    "site": ("first_power", "energised"),
}
UNSAID = "not said"
SAME = "the same"
COUNTED = 10  # per cent, from here on without a point
DAY = "day"
ANY_DAY = datetime.date(2026, 1, 1)  # a length has no date


def followed_keys(study: Study) -> tuple[str, ...]:
    """The results that two plans are held against each other by, the foremost first."""
    results = study.results
    found = [key for key in PLAN_KEYS if key in results]
    for entity, keys in ENTRY_KEYS.items():
        for name in results.population.instances.get(entity, ()):
            entry = results.entry(entity, name)
            found += [f"{entry}{key}" for key in keys if f"{entry}{key}" in results]
    return tuple(found)


def compare_section(comparison: Comparison, names: tuple[str, str]) -> Section:
    """What comes of two plans, and below it what differs between them, which may be long."""
    tables = [_results(comparison, names)]
    if comparison.differences:
        tables.append(_inputs(comparison, names))
    return Section("compare", _title(comparison, names), tuple(tables))


def _title(comparison: Comparison, names: tuple[str, str]) -> str:
    count = len(comparison.differences)
    if not count:
        return f"{names[1]} says the same as {names[0]}."
    said = f"Against {names[0]}, {names[1]} says {counted(count, 'thing')} differently"
    if not comparison.key:
        return f"{said}."
    values = [study.results[comparison.key] for study in (comparison.first, comparison.second)]
    change = difference_text(values[0].quantity, values[0].central, values[1].central)
    return f"{said}; {_words(comparison.key)}: {change}."


def _inputs(comparison: Comparison, names: tuple[str, str]) -> Table:
    moved = comparison.moved
    heads = ("input", *names) + ((f"moves {_words(comparison.key)}",) if moved else ())
    rows = []
    quantity = comparison.first.results[comparison.key].quantity if moved else None
    for index, one in enumerate(comparison.differences):
        row = [Cell(one.key), Cell(one.first or UNSAID), Cell(one.second or UNSAID)]
        if quantity is not None:
            row.append(Cell(_part(quantity, moved, index)))
        rows.append(tuple(row))
    note = "Inputs change one after the other in the order of the plan's text." if moved else ""
    if len(comparison.differences) > MOST and moved:
        note += f"\nThose after the first {MOST} change together."
    return Table("compare-inputs", "What differs", heads, tuple(rows), note, words=("input",))


def _part(quantity: Quantity, moved: tuple[float, ...], index: int) -> str:
    """What one input does; the last part is that of all that is left."""
    if index + 1 >= len(moved):
        return "with the above"
    return difference_text(quantity, moved[index], moved[index + 1])


def _results(comparison: Comparison, names: tuple[str, str]) -> Table:
    first, second = comparison.first, comparison.second
    keys = dict.fromkeys((*followed_keys(first), *followed_keys(second)))
    rows = [_row(first, second, key) for key in keys]
    differing = tuple(row for row in rows if row[-1].text != SAME)
    alike = len(rows) - len(differing)
    note = f"{counted(alike, 'result')} {'is' if alike == 1 else 'are'} the same." if alike else ""
    heads = ("result", *names, "difference")
    return Table("compare-results", "What comes of it", heads, differing, note)


def _row(first: Study, second: Study, key: str) -> tuple[Cell, ...]:
    """One result of both plans; only the second plan's, which the page shows, opens."""
    told = [cell(study, key) if key in study.results else Cell(UNSAID) for study in (first, second)]
    change = ""
    if key in first.results and key in second.results:
        values = [study.results[key] for study in (first, second)]
        change = difference_text(values[0].quantity, values[0].central, values[1].central)
    here = Cell(told[1].text, told[1].key, told[1].range)
    return Cell(_words(key)), Cell(told[0].text, "", told[0].range), here, Cell(change)


def difference_text(quantity: Quantity, before: float, after: float) -> str:
    """How far a number is from another, in words: ten days sooner, $350k less."""
    if before == after or (math.isnan(before - after) and not math.isinf(before)):
        return SAME
    if quantity.kind in (Kind.CROSSING, Kind.DATE):
        return "; ".join(_time(before, after))
    if not math.isfinite(after - before) or quantity.kind in (Kind.WORD, Kind.GROWTH):
        return "differs"
    size, word = abs(after - before), "more" if after > before else "less"
    if quantity.unit == "%":  # a share of a share would be read as a share
        points = number_text(quantity, size, ANY_DAY).removesuffix("%").strip()
        return f"{points} points {word}"
    share = f", {_percent(100 * (after - before) / abs(before))} %" if before else ""
    text = number_text(quantity, size, ANY_DAY)
    return f"{text} {word}{share.replace('-', '−')}"


def _percent(share: float) -> str:
    """Two digits with a sign, and no exponent however large: +0.52, -83, +110."""
    rounded = float(f"{share:.2g}")
    return f"{rounded:+,.0f}" if abs(rounded) >= COUNTED else f"{rounded:+g}"


def _time(before: float, after: float) -> Iterator[str]:
    ends = {math.inf: "never", -math.inf: "already"}
    if before in ends and after in ends:
        yield SAME if before == after else ends[after]
    elif after in ends:
        yield f"now {ends[after]}"
    elif before in ends:
        yield f"no longer {ends[before]}"
    else:
        yield f"{show(abs(after - before), DAY)} {'later' if after > before else 'sooner'}"


def _words(key: str) -> str:
    """A key as words: products.chat.crossover is crossover of chat."""
    _, _, rest = key.partition(".")
    name, _, field = rest.partition(".")
    return f"{field} of {name}".replace("_", " ") if field else key.replace("_", " ")
