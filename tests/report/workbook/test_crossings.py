"""Crossings in steps, for every way in which one can come out."""

import pytest

from flopwatt.report.workbook.write import write_book
from flopwatt.studies.run import run_plan

OUTCOMES = (
    *("crosses", "uncrossed", "undone", "already", "already undone", "never", "shrinking"),
    "nothing spent",
)
KEYS = ("crossover", "crossover.holds_from", "products.chat.crossover")


@pytest.mark.parametrize("name", OUTCOMES)
def test_every_outcome_is_written_and_comes_to_what_the_engine_says(name, outcome, desk):
    study = outcome(name)
    on = desk(study)
    for key in KEYS:
        assert on.formula(study.results[key]).texts, key


def test_libreoffice_says_the_same_of_every_outcome(outcome, book, recalculated, same):
    studies = [outcome(name) for name in OUTCOMES]
    books = [book(study) for study in studies]
    found = recalculated([(write_book(one), {}) for one in books])
    for name, one, got in zip(OUTCOMES, books, found, strict=True):
        for sheet in one.sheets[:4]:
            for (row, column), cell in sheet.cells.items():
                if cell.formula:
                    told = got[sheet.name].cell(row + 1, column + 1).value
                    assert same(told, cell.value), (name, sheet.name, row, column, told, cell)


def test_several_products_that_begin_inside_months_cross_together(plan, desk):
    plan["training"]["more"] = {"cost": "$2M", "start": "2026-07-10"}
    plan["products"] |= {
        "late": {"cost_per_day": "$30k", "launch": "2026-05-20", "growth": "10 %/month"},
        "later": {"cost_per_day": "$9k", "launch": "2026-08-15", "growth": "-5 %/month"},
    }
    study = run_plan(plan)
    on = desk(study)
    for key in KEYS:
        assert on.formula(study.results[key]).texts, key
    assert "Crossing of crossover" in str([cell.value for cell in on.sheet.cells.values()])


def test_the_two_crossings_of_a_thing_share_their_steps(example, desk):
    study = example("two-products")
    on = desk(study)
    on.formula(study.results["crossover"])
    rows = on.row
    assert on.formula(study.results["crossover.holds_from"]).texts
    assert on.row == rows


def test_a_plan_of_one_month_has_no_crossing_to_search(plan, desk):
    study = run_plan(plan | {"horizon": "1 month"})
    assert "one month" in desk(study).formula(study.results["crossover"]).why
