"""Megawatts of a site by year."""

from flopwatt.report.site_months import power_table
from flopwatt.studies.run import run_plan
from tests.formulas.test_site_dates import PLAN


def test_each_year_ends_with_what_is_needed_and_where_it_stands():
    table = power_table(run_plan(PLAN), "s")
    found = {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}
    assert found["2027"] == ["0 W", "200 MW", "200 MW", "0 W", "0 W", "0 W"]
    assert found["2028"] == ["200 MW", "200 MW", "200 MW", "0 W", "200 MW", "0 W"]
    assert found["2029"] == ["200 MW", "200 MW", "200 MW", "200 MW", "100 MW", "172 MW"]
    assert table.columns[0] == "year"
