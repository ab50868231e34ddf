"""The power of loads, as people read it."""

import pytest

from flopwatt.report.power import SERIES, power_section
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan

START = {"start": "2026-01-01", "horizon": "24 months"}
HALL = {"server": "DGX H100", "gpus": "1000", "pue": "1.2"}


def section(**loads):
    return power_section(run_plan({**START, "power": loads}))


def cells(table):
    return {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}


@pytest.fixture
def hall():
    return section(hall=HALL)


def test_what_a_load_draws_and_how_it_is_cooled(hall):
    # 1,000 x 1.06 kW x 1.14 x 1.2, and 0.918 kW on average
    assert hall.title == "hall draws 1.45 MW at the meter at the peak, 1.26 MW on average."
    assert hall.number == "1.45 MW"
    cooling = next(table for table in hall.tables if table.id == "cooling-hall")
    assert cells(cooling)["so it is cooled by"] == ["rear door"]


def test_the_three_powers_stand_apart_in_every_scope(hall):
    chain = cells(hall.tables[0])
    assert chain["one chip"] == ["700 W", "-", "525 W"]
    assert chain["one server"] == ["10.2 IT kW", "8.48 IT kW", "7.34 IT kW"]
    assert chain["facility"] == ["1.74 MW", "1.45 MW", "1.26 MW"]


def test_what_says_nothing_more_is_left_out(hall):
    heads = next(table for table in hall.tables if table.id == "years-hall").columns
    assert heads == ("year", "energy", "energy cost", "CO2e, location")
    billed = section(hall={**HALL, "demand_price": "$6 per kW-month", "clean_share": "50 %"})
    heads = next(table for table in billed.tables if table.id == "years-hall").columns
    assert "demand" in heads
    energy = cells(next(table for table in billed.tables if table.id == "energy-hall"))
    assert "less contracts for clean power" in energy


def test_several_loads_are_told_together_and_versions_once():
    plan = {
        **START,
        "models": {"m": {"params": "8B"}},
        "training": {
            "base": {"accelerator": "H100 SXM", "gpus": "64", "held_for": "30 days",
                     "every": "4 months", "tokens": "1T tokens", "price": "$2 per GPU-hour"}
        },
        "power": {"base": {}, "hall": HALL},
    }  # fmt: skip
    study = run_plan(plan)
    found = power_section(study)
    rows = cells(found.tables[0])
    assert list(rows) == ["base", "hall", *(f"base-v{n}" for n in range(2, 7)), "all at once"]
    assert [table.id for table in found.tables if table.id.startswith("cooling")] == [
        "cooling-base",
        "cooling-hall",
    ]
    assert "base-v2" not in found.title


def test_what_lacks_is_told_with_the_line_to_add():
    found = section(hall={"server": "DGX H100"})
    assert found.title == "What hall draws does not follow from this plan."
    assert "`gpus: 100000` under power.hall" in found.tables[0].note


def test_without_loads_there_is_no_section():
    plan = {**START, "assets": {"a": {"accelerator": "8xH100", "rent": "$2 per GPU-hour"}}}
    assert power_section(run_plan(plan)) is None


def run_of_ten_days():
    return {
        **START,
        "models": {"m": {"catalog": "llama-3.1-8b"}},
        "training": {"base": {"accelerator": "H100 SXM", "gpus": "1000", "start": "2026-03-01",
                              "accelerator_hours": "240k GPU-hours"}},
        "power": {"base": {"run": "base", "pue": "1.2"}},
    }  # fmt: skip


def test_the_average_of_a_run_is_that_while_it_runs():
    found = power_section(run_plan(run_of_ten_days()))
    # 1,000 x 0.918 kW x 1.14 x 1.2 for 10 of the 31 days of March
    assert "1.26 MW on average while it runs" in found.title
    assert cells(found.tables[0])["facility"][2] == "1.26 MW"
    energy = cells(next(table for table in found.tables if table.id == "energy-base"))
    assert energy["mean power of the whole month"] == ["405 kW"]
    assert energy["energy at the meter"] == ["301 MWh"]


def test_energy_cost_gas_water_and_each_request_have_ranges_that_hold_their_values():
    plan = {
        **START,
        "models": {"m": {"catalog": "llama-3.1-8b"}},
        "products": {"chat": {"requests": "50M per day", "input_tokens": "1000",
                              "output_tokens": "300"}},
        "fleets": {"chat": {"accelerator": "1xH100 SXM", "ttft": "1 s", "tpot": "50 ms"}},
        # the load of another kind before it keeps its own way to the average
        "power": {"a": {"server": "DGX H100", "gpus": "64"}, "chat": {"fleet": "chat"}},
    }  # fmt: skip
    study = run_plan(plan, sampling=Sampling(draws=400, series=SERIES))
    found = power_section(study, ["chat"])
    rows = {}
    for table in found.tables:
        rows |= {(table.id, row[0].text): row for row in table.rows}
    ranged = [
        *(("energy-chat", head) for head in ("energy at the meter", "what it costs",
                                             "CO2e of the grid", "water of the site")),
        *(("each-chat", f"{what} of a request") for what in ("energy", "CO2e")),
    ]  # fmt: skip
    assert all(rows[row][1].range for row in ranged)
    for key in ("facility.average", "energy", "cost.energy", "carbon", "energy.total"):
        value, told = study.results[f"power.chat.{key}"], study.spread.summary(f"power.chat.{key}")
        assert told[-1].low < value.months[-1] < told[-1].high


def test_a_run_without_an_accelerator_lacks_that_line_alone():
    plan = run_of_ten_days()
    del plan["training"]["base"]["accelerator"]
    found = power_section(run_plan(plan))
    assert found.title == (
        "What base draws does not follow from this plan: it lacks `accelerator: H100 SXM` under "
        "training.base."
    )
    assert found.tables[0].note.endswith("to add: `accelerator: H100 SXM` under training.base")
    alone = section(hall={"gpus": "8"})
    assert alone.tables[0].note.endswith("`accelerator: H100 SXM` under power.hall")
