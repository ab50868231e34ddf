import datetime
import itertools

from flopwatt.report.charts_crossover_texts import date_rows, end_rows
from flopwatt.report.charts_spend import Crossing, Point, Spending, SpendLine
from flopwatt.report.records import Look

START = datetime.date(2026, 1, 1)


def spending(day, names=("chat",)):
    flat = (Point(0, 1e6, 1e6, 1e6), Point(365, 1e6, 1e6, 1e6))
    lines = [SpendLine("Training", "training", flat, "$1M", steps=True)]
    lines += [SpendLine(name, "inference", flat, "$1M") for name in names]
    one = Crossing("chat", day, 1e6, "3 Jan 2026", "3 days after launch", day, day, "")
    return Spending(START, 365, tuple(lines), (one,), ())


def test_a_date_stands_where_it_has_room():
    (late,) = date_rows(spending(300), Look())
    assert late["align"] == "right"
    (early,) = date_rows(spending(3), Look())
    assert early["align"] == "left"
    (narrow,) = date_rows(spending(3), Look(width=358))
    assert narrow["note"] == "3 days after launch"
    assert late["note"] == "inference passes training, 3 days after launch"


def test_names_at_the_ends_of_lines_do_not_overlap():
    rows = end_rows(spending(3, ("a-product-with-a-very-long-name", "other")), Look(), 2e6, 300)
    places = [300 * (1 - row["at"] / 2e6) for row in rows]
    assert sorted(places) == places
    assert min(b - a for a, b in itertools.pairwise(places)) >= 30
    assert rows[1]["name"][0] == "Inference,"
    narrow = end_rows(spending(3), Look(width=358), 2e6, 260)
    assert narrow[1]["name"] == ["Inference, chat $1M"]


def test_the_day_of_a_sum_is_the_last_one_drawn():
    assert end_rows(spending(3), Look(), 2e6, 300)[0]["text"] == "$1M by Dec 2026"
