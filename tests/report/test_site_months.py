"""Megawatts of a site by year."""

from flopwatt.report.site import SERIES
from flopwatt.report.site_money import capital_table
from flopwatt.report.site_months import power_table
from flopwatt.report.site_texts import numbers_of
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan
from tests.formulas.test_site_dates import PLAN


def test_each_year_ends_with_what_is_needed_and_where_it_stands():
    table = power_table(run_plan(PLAN), "s")
    found = {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}
    assert found["2027"] == ["0 W", "200 MW", "200 MW", "0 W", "0 W", "0 W"]
    assert found["2028"] == ["200 MW", "200 MW", "200 MW", "0 W", "200 MW", "0 W"]
    assert found["2029"] == ["200 MW", "200 MW", "200 MW", "200 MW", "100 MW", "172 MW"]
    assert table.columns[0] == "year"


def test_where_there_are_draws_the_years_show_their_medians():
    # the connection of the central case comes a year before the median of the draws
    plan = {
        "start": "2026-10-01",
        "horizon": "96 months",
        "sites": {"s": {"power": "100 MW"}},
    }
    study = run_plan(plan, sampling=Sampling(400, series=SERIES))
    first = numbers_of(study, "sites.s.first_power")[1]
    for row in power_table(study, "s").rows:
        year = [place for place, month in enumerate(study.plan.months) if month[:4] == row[0].text]
        there = first <= study.results["month_end"].months[year[-1]]
        assert row[4].text == ("100 MW" if there else "0 W")
        assert row[4].text == "0 W" or row[6].text != "0 W"
    money = {row[0].text: row for row in capital_table(study, "s").rows}
    assert money["2030"][2].text == "$3.3B"
