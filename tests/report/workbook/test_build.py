"""The whole workbook: what it holds, and that it moves as the engine does."""

import random
from dataclasses import replace

import pytest

from flopwatt.model.quantity import Kind
from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.problems import PlanError
from flopwatt.report.workbook import build
from flopwatt.report.workbook.book import column_name
from flopwatt.report.workbook.holding import holding_of
from flopwatt.report.workbook.places import INPUTS, STEPS, place_values
from flopwatt.report.workbook.write import write_book
from flopwatt.studies.run import evaluate_plan

NAMES = (
    *("campaign-100k-h100", "campaign-24k-h100", "deepseek-day", "deepseek-v3-and-r1"),
    *("deepseek-v3", "llama-3.1-405b", "mix-of-offers", "own-h100", "own-or-api", "start-up"),
    *("ten-thousand-users", "two-products"),
)
CHANGES, SEED = 10, 8
TIMES = ("horizon", "plan_start", "average_month")
SEARCHES = ("beyond it", "not before", "not after")  # what is left of a search is noise


def is_search(sheet, row):
    return sheet.name == STEPS and sheet.cells[row, 0].value.endswith(SEARCHES)


def test_the_workbook_of_every_example_comes_to_the_same_in_libreoffice(
    example, book, recalculated, same
):
    books = [book(example(name)) for name in NAMES]
    found = recalculated([(write_book(one), {}) for one in books])
    for name, one, got in zip(NAMES, books, found, strict=True):
        live = 0
        for sheet in one.sheets:
            for (row, column), cell in sheet.cells.items():
                if cell.formula and not is_search(sheet, row):
                    live += 1
                    told = got[sheet.name].cell(row + 1, column + 1).value
                    assert same(told, cell.value), (name, sheet.name, row, column, cell, told)
        assert live > 100


def changed(study, random):
    """The study with some inputs changed, and the same changes as cells."""
    values = [v for v in study.results.values() if may_change(v)]
    chosen = random.sample(values, random.randint(1, 4))
    leaves, cells = [], {}
    spots = place_values(study.results).spots
    for value in chosen:
        number = value.central * random.uniform(0.6, 1.5)
        held = holding_of(value, study.plan.start).held(number)
        cells[INPUTS, f"B{spots[value.key].row + 1}"] = held
        for name in copies(study, value):
            origin = Origin("given", place="changed")
            leaves.append(Leaf(value.quantity.name, name, number, Rank.COMMAND, origin))
    plan = replace(study.plan, leaves=[*study.plan.leaves, *leaves])
    return evaluate_plan(plan), cells


def may_change(value):
    quantity = value.quantity
    # counts of a model contradict each other when one alone is changed
    free = value.origin.kind != "computed" and quantity.entity != "model"
    free = free and quantity.kind in (Kind.NUMBER, Kind.GROWTH)
    small = quantity.maximum is None or quantity.maximum >= 2
    return (
        free
        and small
        and not quantity.whole
        and not value.is_series
        and value.central != 0
        and quantity.name not in TIMES
        and "-v" not in value.instance
    )


def copies(study, value):
    """The instance, and the runs that repeat it."""
    names = study.results.population.names(value.quantity.entity)
    return [
        name for name in names if name == value.instance or name.startswith(f"{value.instance}-v")
    ]


@pytest.mark.parametrize("name", ["two-products", "start-up"])
def test_ten_changes_of_inputs_move_the_workbook_as_they_move_the_engine(
    name, example, book, desk, recalculated, same
):
    study = example(name)
    one, chance = book(study), random.Random(SEED)
    changes = [changed(study, chance) for _ in range(CHANGES)]
    data = write_book(one)
    found = recalculated([(data, cells) for _, cells in changes])
    crossovers = set()
    for (after, cells), got in zip(changes, found, strict=True):
        spots = place_values(study.results).spots
        for value in after.results.values():
            spot, holding = spots[value.key], holding_of(study.results[value.key], study.plan.start)
            for month, number in enumerate(value.months):
                at = f"{column_name(spot.column(month))}{spot.row + 1}"
                told, wanted = got[spot.sheet][at].value, holding.held(float(number))
                assert same(told, wanted), (value.key, at, told, wanted, cells)
        crossovers.add(after.results["crossover"].central)
    assert len(crossovers) > CHANGES / 2


def test_every_value_of_the_plan_stands_in_the_workbook_once(example, book):
    study = example("start-up")
    one = book(study)
    inputs, workings = one.sheets[1:3]
    held = [cell for sheet in (inputs, workings) for cell in sheet.cells.values() if cell.key]
    assert {cell.key for cell in held} == set(study.results.keys())
    assert all(cell.formula for cell in workings.cells.values() if cell.key)


def test_what_has_no_formula_says_so(example, book):
    workings = book(example("mix-of-offers")).sheets[2]
    for (row, _), cell in workings.cells.items():
        if cell.key:
            told = workings.cells[row, 3].value
            assert told.startswith("live" if cell.formula else "worked out by flopwatt; does not")


def test_a_workbook_beyond_use_is_refused(example, book, monkeypatch):
    monkeypatch.setattr(build, "MOST_CELLS", 100)
    with pytest.raises(PlanError, match="the workbook would have"):
        book(example("two-products"))


def test_cells_have_names_that_no_two_share(example, book):
    names = book(example("start-up")).names
    assert names["training_fine_tune_price"].startswith("Inputs!$B$")
    assert len({name.lower() for name in names}) == len(names)
