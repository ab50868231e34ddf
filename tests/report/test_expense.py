from flopwatt.report.expense import expense_section
from flopwatt.studies.run import run_plan


def test_years_and_months_of_the_worked_example(example, texts):
    section = expense_section(example("two-products"))
    assert section.title == "Inference is 90 % of all spend up to the plan's end."
    years, months = section.tables
    assert years.columns == (
        "year", "capital", "amortised", "operating", "inference share so far"
    )  # fmt: skip
    assert texts(years)[0] == ["2026", "$1.46M", "$729k", "$2.74M", "65 %"]
    assert texts(years)[-1] == ["2030", "$0", "$0", "$2.74M", "90 %"]
    assert (years.folded, months.folded) == (False, True)
    assert texts(months)[0] == ["2026-01", "$1.46M", "$61.9k", "$233k", "14 %"]
    assert [row[0] for row in texts(months)] == [
        f"{year}-{month:02}" for year in range(2026, 2031) for month in range(1, 13)
    ]


def test_a_run_is_booked_in_the_year_it_starts(plan, texts):
    plan["training"]["base"]["start"] = "2027-06-01"
    rows = texts(expense_section(run_plan(plan)).tables[0])
    assert [row[:2] for row in rows[:3]] == [["2026", "$0"], ["2027", "$1M"], ["2028", "$0"]]


def test_a_plan_that_only_trains(plan):
    del plan["products"]
    section = expense_section(run_plan(plan))
    assert section.title == "Training is all that this plan spends on."
    assert section.tables[0].columns == ("year", "capital", "amortised")


def test_a_plan_that_only_serves(plan):
    del plan["training"]
    section = expense_section(run_plan(plan))
    assert section.title == "Inference is all that this plan spends on."
    assert section.tables[0].columns == ("year", "operating")
    assert "training bill" not in section.tables[0].note


def test_a_plan_that_spends_nothing_known_has_no_such_section(plan):
    del plan["products"]
    plan["training"]["base"] = {"tokens": "2T tokens"}
    assert expense_section(run_plan(plan)) is None


def test_what_was_before_the_plan_has_its_own_row(plan, texts):
    plan["training"]["base"]["start"] = "2025-06-01"
    plan["products"]["chat"]["launch"] = "2025-12-01"
    years, months = expense_section(run_plan(plan)).tables
    assert texts(years)[0] == ["before the plan", "$1M", "not told", "$310k", "24 %"]
    assert texts(years)[1][:2] == ["2026", "$0"]
    assert texts(months)[0][0] == "before the plan"
    assert years.rows[0][1].key == "cumulative_training_spend"
