"""Loads of a plan that says nothing of power, and the disclosed figures that a plan leads to."""

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.loads import LOAD, load_power
from flopwatt.studies.run import evaluate_plan, load_plan
from flopwatt.studies.works import kind_of_work, work_of

START = {"start": "2026-01-01", "horizon": "12 months"}
PLAN = {
    **START,
    "models": {"m": {"catalog": "llama-3.1-8b"}},
    "training": {
        "base": {"accelerator": "H100 SXM", "gpus": "16", "accelerator_hours": "100k GPU-hours"}
    },
    "products": {
        "base": {"requests": "1M per day", "input_tokens": "1000", "output_tokens": "100"}
    },
    "fleets": {"base": {"accelerator": "1xB200", "ttft": "1 s", "tpot": "50 ms"}},
}
MW, KW = 1e6, 1e3


def of(key, **load):
    results = evaluate_plan(load_plan({**START, "power": {"x": load}}), to_goals=False).results
    return results[f"power.x.{key}"].central


def test_a_load_for_each_run_and_fleet_whose_gpu_is_known():
    plan, names = load_power(PLAN)
    assert names == ("base", "base-fleet")
    assert [kind_of_work(plan, LOAD, name) for name in names] == ["run", "fit"]
    assert [work_of(plan, LOAD, name) for name in names] == ["base", "base"]


def test_one_by_the_name_of_its_work_and_with_settings_of_a_load_yet_to_be_made():
    plan, names = load_power(PLAN, {"power.base.pue": "1.2"}, "base-fleet")
    assert names == ("base-fleet",)
    assert evaluate_plan(plan, to_goals=False).results["power.base.peak_pue"].central == 1.2


def test_what_is_not_there_is_told():
    with pytest.raises(PlanError, match="no load, run or fleet of this name") as caught:
        load_power(PLAN, name="bass")
    assert caught.value.problems[0].nearest == "base"
    bare = {**PLAN, "training": {"r": {"cost": "$1M"}}, "fleets": {}, "products": {}}
    with pytest.raises(PlanError, match="is it known which GPUs it has"):
        load_power(bare)
    with pytest.raises(PlanError, match="no load that draws power"):
        load_power({**START, "assets": {"a": {"capex": "$1M"}}})


def test_a_load_that_stands_alone():
    plan, (name,) = load_power({**START, "power": {"hall": {"server": "DGX H100", "gpus": "8"}}})
    assert (kind_of_work(plan, LOAD, name), work_of(plan, LOAD, name)) == ("", "")


def test_one_server_of_eight_h100_at_its_highest():
    """Measured: 8.4 kW, on average 7.3 kW in training."""
    assert of("node.peak", server="DGX H100") == pytest.approx(8.4 * KW, rel=0.05)
    assert of("node.average", server="DGX H100") == pytest.approx(7.3 * KW, rel=0.05)


def test_units_of_servers_as_their_maker_states_them():
    """32 servers of 8 B200: 0.458 MW nameplate; 8 racks of 72 GB200: 1.2 MW of IT."""
    assert of("servers.nameplate", server="DGX B200", gpus="256") == pytest.approx(
        0.458 * MW, rel=0.002
    )
    racks = {"server": "GB200 NVL72", "racks": "8"}
    assert of("it.nameplate", **racks) == pytest.approx(1.2 * MW, rel=0.01)


def test_a_site_of_100_000_h100_with_a_grid_of_150_mw():
    """Colossus, phase 1. With a PUE of 1.25 the peak is 151 MW; with the default of 1.35, 163."""
    colossus = {"accelerator": "H100 SXM", "gpus": "100000"}
    assert of("facility.peak", **colossus, pue="1.25") == pytest.approx(150 * MW, rel=0.10)
    assert of("facility.peak", **colossus) == pytest.approx(163.1 * MW, rel=0.001)
    assert 150 * MW < of("facility.peak", **colossus) < 175 * MW


def test_a_site_of_400_000_gb200_with_a_capacity_of_1_2_gw():
    """Abilene. With a peak PUE of 1.40 1,170 MW of nameplate; with the default of 1.25, 1,045."""
    abilene = {"accelerator": "GB200", "gpus": "400000"}
    assert of("facility.nameplate", **abilene, peak_pue="1.4") == pytest.approx(1200 * MW, rel=0.05)
    assert of("facility.nameplate", **abilene) == pytest.approx(1045 * MW, rel=0.001)


def test_the_campaign_of_24_576_h100_peaks_at_42_mw():
    assert of("facility.peak", accelerator="H100", gpus="24576") == pytest.approx(42 * MW, rel=0.1)


def test_energy_of_bloom_with_its_idle_share_given():
    """433 MWh of GPUs at their nameplate, and 257 MWh of idle machines and infrastructure."""
    bloom = {"accelerator": "A100 80GB", "gpu_hours": "1082990 GPU-hours",
             "chip.average_share": "100 %", "idle_share": "59.24 %"}  # fmt: skip
    wh = 3600
    assert of("energy.chips", **bloom) == pytest.approx(433e6 * wh, rel=0.001)
    assert of("energy.idle", **bloom) == pytest.approx(257e6 * wh, rel=0.002)


def test_gas_of_llama_3_1_on_the_basis_that_it_is_disclosed_on():
    """39.3M GPU-hours at 700 W with nothing beside them, 0.414 kg for each kWh: 11,390 t."""
    llama = {
        **{"gpu_hours": "39.3M GPU-hours", "server.average": "700 W/GPU"},
        **{"network_share": "0 %", "pue": "1", "carbon_intensity": "0.414 kgCO2e/kWh"},
    }
    assert of("carbon.location", **llama) == pytest.approx(11_390e6, rel=0.001)


def test_from_the_accelerators_of_a_prompt_to_all_of_it():
    """Gemini: 0.139 Wh of TPU; hosts 25, idle 10 for 58 of TPU; a PUE of 1.09: 0.243 Wh."""
    gemini = {"request.chip": "0.139 Wh/request", "request.host": "43.1 %",
              "idle_share": "17.24 %", "pue": "1.09"}  # fmt: skip
    assert of("energy.per_request", **gemini) == pytest.approx(0.243 * 3600, rel=0.02)
