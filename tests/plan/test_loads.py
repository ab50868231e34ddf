"""Which run or fleet a load is of, and which GPUs draw its power."""

import copy

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.run import load_plan, run_plan

PLAN = {
    "start": "2026-10-01",
    "horizon": "24 months",
    "models": {"m": {"catalog": "llama-3.1-8b"}},
    "training": {
        "base": {"accelerator": "H100 SXM", "gpus": "16", "accelerator_hours": "100k GPU-hours"}
    },
    "products": {
        "chat": {"requests": "1M per day", "input_tokens": "1000", "output_tokens": "100"}
    },
    "fleets": {"chat": {"accelerator": "1xB200", "ttft": "1 s", "tpot": "50 ms"}},
}


def read(power, **training):
    plan = copy.deepcopy(PLAN)
    plan["training"]["base"].update(training)
    return load_plan({**plan, "power": power})


def problem(power):
    with pytest.raises(PlanError) as caught:
        read(power)
    return caught.value.problems[0]


def watts(plan, load):
    return next(x.value for x in plan.leaves
                if (x.quantity, x.instance) == ("chip_nameplate", load))  # fmt: skip


def test_a_load_of_the_same_name_is_of_that_run_or_fleet():
    plan = read({"base": {}, "chat": {}})
    assert plan.population.references["load", "run"] == (0, -1)
    assert plan.population.references["load", "fit"] == (-1, 0)
    assert (watts(plan, "base"), watts(plan, "chat")) == (700, 1000)


def test_a_load_says_of_what_it_is():
    plan = read({"hall": {"fleet": "chat"}})
    assert plan.population.references["load", "fit"] == (0,)
    assert plan.chosen["load", "hall"].name == "B200"


def test_a_load_with_gpus_of_its_own_stands_alone():
    plan = read({"other": {"accelerator": "8xH100"}})
    assert plan.population.references["load", "run"] == (-1,)
    leaf = next(x for x in plan.leaves if x.quantity == "load_gpus")
    assert leaf.value == 8


def test_a_plan_may_be_of_power_alone():
    plan = load_plan({"start": "2026-01-01", "power": {"hall": {"server": "DGX H100"}}})
    assert watts(plan, "hall") == 700


def test_a_hall_grows_by_month():
    gpus = {"2026-10": "1000", "2027-10": "3000"}
    leaf = next(x for x in read({"hall": {"accelerator": "B200", "gpus": gpus}}).leaves
                if x.quantity == "load_gpus")  # fmt: skip
    assert leaf.value[:, 0, 0].tolist() == [1000] * 12 + [3000] * 12
    with pytest.raises(PlanError, match="says another count"):
        read({"hall": {"accelerator": "8xB200", "gpus": gpus}})


def test_where_a_run_is_repeated_so_is_its_load():
    plan = read({"base": {"spares": "2 %"}}, every="6 months")
    assert plan.population.names("load") == ("base", "base-v2", "base-v3", "base-v4")
    assert plan.population.references["load", "run"] == (0, 1, 2, 3)
    spares = [x.instance for x in plan.leaves if x.quantity == "load_spares"]
    assert spares == ["base", "base-v2", "base-v3", "base-v4"]


def test_not_both_a_run_and_a_fleet():
    told = problem({"hall": {"run": "base", "fleet": "chat"}})
    assert (told.code, told.field, told.given) == ("conflict", "power.hall", "base and chat")


def test_not_both_a_server_and_an_accelerator():
    told = problem({"hall": {"server": "DGX H100", "accelerator": "B200"}})
    assert (told.code, told.field) == ("conflict", "power.hall.accelerator")
    assert "a server holds its accelerator" in told.message


def test_a_pue_below_one_and_units_that_are_not_meant_are_met_with_a_hint():
    told = problem({"hall": {"gpus": "8", "pue": "0.9"}})
    assert (told.code, told.field) == ("out-of-range", "power.hall.pue")
    assert "if it is IT over the facility, the PUE is 1.11" in told.allowed
    assert "kW over the power factor" in problem({"hall": {"kva": "200 kW"}}).allowed
    told = problem({"hall": {"energy.total": "975800000 W"}})
    assert "measures power, not energy" in told.message
    assert "power over a time is energy" in told.allowed
    assert "times a PUE" in problem({"hall": {"facility.peak": "40 IT MW"}}).allowed


@pytest.mark.parametrize("chips", [{"accelerator": "H200 SXM"}, {"server": "DGX H100"}])
@pytest.mark.parametrize("grid_first", [True, False])
def test_a_grid_stands_beside_the_gpus_of_a_load(chips, grid_first):
    grid = {"grid": "Virginia"}
    fields = {**grid, **chips} if grid_first else {**chips, **grid}
    plan = read({"hall": {**fields, "gpus": "4000"}})
    known = {leaf.quantity for leaf in plan.leaves if leaf.instance == "hall"}
    assert {"chip_nameplate", "carbon_intensity"} <= known
    assert plan.chosen["load", "hall"].name.startswith(("H200", "DGX H100"))
    assert plan.placed["load", "hall"].name == "Virginia"


def test_a_misspelt_grid_is_told_as_one():
    told = problem({"hall": {"accelerator": "H200 SXM", "grid": "Virgina", "gpus": "8"}})
    assert (told.code, told.field) == ("unknown-name", "power.hall.grid")
    assert told.nearest == "Virginia"


def test_a_price_per_power_is_met_with_what_energy_and_the_building_are_priced_by():
    allowed = problem({"hall": {"gpus": "8", "electricity": "$80 per MW"}}).allowed
    assert "$80 per MWh is $0.08 per kWh" in allowed
    with pytest.raises(PlanError) as caught:
        load_plan({**PLAN, "sites": {"s": {"power": "10 MW", "shell_cost": "$12M per MW"}}})
    (told,) = caught.value.problems
    assert "11.7M USD/IT MW" in told.allowed
    assert "times a PUE" in told.allowed


def test_a_warning_names_the_shorthand_that_was_written():
    start = {"start": "2026-01-01", "power": {"hall": {"facility.peak": "10 MW", "pue": "1.2"}}}
    assert [one.field for one in run_plan(start).warnings] == ["power.hall.pue"]
    # a later layer that says one of its two quantities by itself is named by it
    (told,) = run_plan(start, {"power.hall.peak_pue": "1.3"}).warnings[:1]
    assert told.field == "power.hall.peak_pue"
