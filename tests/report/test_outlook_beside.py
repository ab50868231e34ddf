"""A plan's power beside forecasters: shares by hand, and plans that have nothing to set there."""

import pytest

from flopwatt.report.outlook_beside import beside_table, beside_title, figures, plan_power
from flopwatt.studies.run import run_plan

START = {"start": "2026-01-01", "horizon": "24 months"}
HALL = {"server": "DGX H100", "gpus": "1000000", "pue": "1.2"}


def power(loads):
    return plan_power(run_plan({**START, "power": loads}))


def test_each_forecaster_has_one_figure_of_the_same_thing_and_year():
    rows = figures()
    assert {row.year for row in rows} == {2027}
    assert [row.number for row in rows] == sorted(row.number for row in rows)
    stated = next(row for row in rows if row.steps == "as stated")
    assert (stated.forecast.forecaster, stated.cell.text) == ("Epoch", "25 GW")
    assert stated.cell.range == "20 to 30 GW"
    rand = next(row for row in rows if row.forecast.forecaster == "RAND")
    # 68 GW of the world, 65 % of it in the US
    assert rand.number == pytest.approx(0.65 * 68e9, rel=0.01)
    assert rand.steps == "US 65 %"


def test_the_share_is_that_of_each_figure():
    found = power({"hall": HALL})
    # a million GPUs x 1.06 kW x 1.14 x 1.2
    assert found.number == pytest.approx(1.45008e9)
    assert (found.low, found.high) == (found.number, found.number)
    assert found.when == ""  # the same in every month
    table = beside_table(found, figures())
    assert [cell.text for cell in table.rows[0]] == [
        "this plan", "1.45 GW", "-", "peak at the meter", "-", "-", "-"
    ]  # fmt: skip
    assert table.rows[0][1].key == "power.hall.facility.peak"
    shares = {row[0].text: row[5].text for row in table.rows[1:]}
    assert shares["Epoch"] == "1/17"  # 25 / 1.45
    assert "No mean is taken" in table.note
    title = beside_title(found, figures())
    assert title.startswith(
        "The plan's 1.45 GW at the meter would be 1/30 to 1/8.7 of the AI power"
    )
    assert title.endswith(" of the US in 2027, by 6 forecasts.")


def test_several_loads_count_as_they_draw_at_once():
    found = power({"a": HALL, "b": {**HALL, "gpus": "500000"}})
    assert found.number == pytest.approx(1.5 * 1.45008e9)
    assert found.cell.key == "facility_peak"


@pytest.mark.parametrize("hall", [{"server": "DGX H100"}, {**HALL, "gpus": "0"}])
def test_what_draws_nothing_or_is_not_known_is_not_set_beside_anything(hall):
    assert power({"hall": hall}) is None


def test_a_plan_without_loads(plan):
    assert plan_power(run_plan(plan)) is None
