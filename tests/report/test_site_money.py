"""What waits for power, and capital by year, as people read them."""

import pytest

from flopwatt.report.site_money import capital_table, waiting_table
from flopwatt.studies.run import evaluate_plan
from flopwatt.studies.sites import load_sites
from tests.formulas.test_site_capital import SETTINGS
from tests.formulas.test_site_dates import PLAN


@pytest.fixture(scope="module")
def study():
    return evaluate_plan(load_sites(PLAN, SETTINGS)[0], to_goals=False)


def cells(table):
    return {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}


def test_what_waits_is_told_with_its_worth_and_its_interest(study):
    table = waiting_table(study, "s")
    assert [head for head in table.columns if "wait" in head] == [
        *("they wait, months", "hall waits, months")
    ]
    # 50,000 GPUs for three months at 2 USD; 3.18 billion for as long at a per cent a month
    assert cells(table)["phase-1"] == ["50k", "3.0", "$220M", "3.0", "$95M"]
    # 365 million of hours, 20.5 million of energy
    assert table.note.endswith(
        "In all $365M, 18 times the $20.5M that the energy of those hours would cost."
    )


def test_capital_is_told_by_year_and_per_named_megawatt(study):
    table = capital_table(study, "s")
    found = cells(table)
    # of the halls 304 and 365 of their 761 days, and all servers: 471 + 566 + 4,000 million
    assert found["2028"] == ["$5.04B", "$6.36B"]
    assert found["2029"] == ["$300M", "$0"]
    assert "$31.8M per MW of facility, $39.8M per IT MW" in table.note


def test_where_power_is_first_nothing_waits():
    plan = {**PLAN, "supplies": {"grid-firm": {"ready": "2026-10-01"}}}
    table = waiting_table(evaluate_plan(load_sites(plan)[0], to_goals=False), "s")
    assert table.note.endswith("No GPU waits.")


def test_gpus_of_the_plans_own_work_are_told_beside_those_of_the_phases(study):
    assert "runs and fleets here" not in waiting_table(study, "s").note
    loads = {"hall": {"site": "s", "facility.peak": "60 MW", "gpus": "30000 GPUs"}}
    found = evaluate_plan(load_sites({**PLAN, "power": loads}, SETTINGS)[0], to_goals=False)
    assert (
        "Of those of the runs and fleets here, hours worth $1.2" in waiting_table(found, "s").note
    )
