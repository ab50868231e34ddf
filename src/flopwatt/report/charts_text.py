"""The crossover in plain signs, for a terminal of 80 columns without colour."""

from __future__ import annotations

import numpy as np

from flopwatt.report.charts import spread_apart
from flopwatt.report.charts_spend import INFERENCE, Spending, SpendLine
from flopwatt.report.texts import DAY_S, day_of

WIDTH, HEIGHT = 50, 11  # signs of the plot
NAMES = 27  # signs of a name with its sum, at the right
TRAINING, CROSSING, DROP = "-", "X", ":"
SLOPES = "*+o"  # of one line of inference, of the next, and of the third


def crossover_text(found: Spending) -> tuple[str, ...]:
    """Lines of signs: training, inference, where they cross, and under them the dates."""
    top = max(point.spent for line in found.lines for point in line.points) or 1.0
    rows = [[" "] * WIDTH for _ in range(HEIGHT)]
    signs = dict(zip((line.name for line in found.lines[1:]), SLOPES, strict=False))
    for line in reversed(found.lines):
        _draw(rows, found, line, top, signs.get(line.name, TRAINING))
    for one in found.crossings:
        column, row = _column(found, one.day), _row(one.spent, top)
        for below in range(row + 1, HEIGHT):
            rows[below][column] = DROP
        rows[row][column] = CROSSING
    names = _names(found, top, signs)
    lines = [f"{''.join(row)}  {name}".rstrip() for row, name in zip(rows, names, strict=True)]
    return (*lines, "_" * WIDTH, _dates(found))


def _column(found: Spending, day: float) -> int:
    return min(max(int(day / found.end * (WIDTH - 1) + 0.5), 0), WIDTH - 1)


def _row(spent: float, top: float) -> int:
    return HEIGHT - 1 - min(max(int(spent / top * (HEIGHT - 1) + 0.5), 0), HEIGHT - 1)


def _draw(rows: list[list[str]], found: Spending, line: SpendLine, top: float, sign: str) -> None:
    """A line in signs, one a column, from its first point on."""
    days = [point.day for point in line.points]
    spent = [point.spent for point in line.points]
    for column in range(_column(found, days[0]), WIDTH):
        day = column / (WIDTH - 1) * found.end
        if line.steps:
            place = max(int(np.searchsorted(days, day, side="right")) - 1, 0)
            number = spent[place]
        else:
            number = float(np.interp(day, days, spent))
        rows[_row(number, top)][column] = sign


def _names(found: Spending, top: float, signs: dict[str, str]) -> list[str]:
    """What stands beside each row: the name of a line and its sum, at its end or near it."""
    wanted = [float(_row(line.points[-1].spent, top)) for line in found.lines]
    places = spread_apart(wanted, [1.0] * len(wanted), HEIGHT)
    names = [""] * HEIGHT
    for line, place in zip(found.lines, places, strict=True):
        text = "never" if line.never else line.text
        name = line.name if line.work == INFERENCE else line.name.lower()
        room = NAMES - len(text) - 3
        if len(name) > room:  # names that begin alike often end apart
            name = f"{name[: room - room // 2 - 2]}..{name[-(room // 2) :]}"
        names[int(place)] = f"{signs.get(line.name, TRAINING)} {name} {text}"
    return names


def _dates(found: Spending) -> str:
    """The first day at the left, the last at the right, the first crossing under its sign."""
    first, last = (f"{day_of(day * DAY_S, found.start):%b %Y}" for day in (0.0, found.end - 1))
    line = [" "] * WIDTH
    line[: len(first)] = first
    line[WIDTH - len(last) :] = last
    if found.crossings:
        text = f" {found.crossings[0].text} "
        begin = _column(found, found.crossings[0].day) - len(text) // 2
        begin = min(max(begin, 0), WIDTH - len(text))
        if begin < len(first):
            line = [" "] * WIDTH
            line[WIDTH - len(last) :] = last
        if begin + len(text) > WIDTH - len(last):
            line[WIDTH - len(last) :] = " " * len(last)
        line[begin : begin + len(text)] = text
    return "".join(line).rstrip()
