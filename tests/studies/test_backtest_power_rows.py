"""What a row of published power asks, in which scope and which power, and why one is not read."""

import pytest

from flopwatt.studies.backtest_power_rows import COLUMNS, UnsaidError, group_of, read_row

SITE = {
    **{"id": "A", "kind": "disclosed", "accelerator": "H100", "n_accel": "100000"},
    **{"metric": "power", "value": "150", "unit": "MW", "scope": "facility", "use": "chain-site"},
}
SERVED = {
    **{"id": "B", "kind": "measured", "accelerator": "H100", "n_accel": "2", "value": "0.3"},
    **{"metric": "energy per output token", "unit": "J/token", "use": "gpu-average-power"},
    **{"model": "Llama 3.1 8B Instruct FP8", "tok_s": "9000", "gpu_avg_w": "600"},
}
RUN = {
    **SITE,
    **{"metric": "energy", "value": "300", "unit": "MWh", "scope": "cluster", "use": "energy-run"},
    **{"notes": "1,000,000 GPU-h"},
}


def row(base=SITE, **cells):
    return dict.fromkeys(COLUMNS, "") | base | cells


@pytest.mark.parametrize(
    ("cells", "key", "unit"),
    [
        ({}, "facility.nameplate", "MW"),
        ({"metric": "grid allocation"}, "facility.peak", "MW"),
        ({"metric": "max power", "scope": "IT (approx)"}, "it.peak", "IT MW"),
        ({"metric": "avg node power", "scope": "node AC", "unit": "kW"}, "servers.average",
         "IT kW"),
        ({"metric": "rack power", "scope": "rack", "unit": "kW"}, "servers.nameplate", "IT kW"),
        ({"metric": "HPL power", "scope": "IT (Top500 rules)"}, "it.peak", "IT MW"),
        ({"metric": "average power", "scope": "GPU"}, "chips.average", "MW"),
    ],
)  # fmt: skip
def test_which_power_of_which_scope(cells, key, unit):
    asked = read_row(row(**cells))
    assert (asked.key, asked.unit, asked.expected) == (key, unit, 150)
    assert asked.fields["gpus"] == "100000.0 GPU"


def test_a_stated_pue_is_given_and_a_server_stands_for_its_accelerator():
    rack = row(pue_given="1.25", server="GB200 NVL72 rack", accelerator="GB200")
    fields = read_row(rack).fields
    assert (fields["pue"], fields["server"]) == ("1.25", "GB200 NVL72 rack")
    assert "accelerator" not in fields
    # one of which no power is known stands for nothing
    alone = read_row(row(server="Trn3 UltraServer", accelerator="Trainium3")).fields
    assert "accelerator" in alone
    with pytest.raises(UnsaidError, match="knows no server of this name"):
        read_row(row(server="a box of our own"))
    with pytest.raises(UnsaidError, match="holds another accelerator, GB200"):
        read_row(row(server="GB200 NVL72 rack", accelerator="H100"))


def test_gpus_that_serve_with_the_model_by_its_own_name():
    asked = read_row(row(SERVED))
    assert (asked.key, asked.unit, asked.expected) == ("chip.average", "W/GPU", 600)
    assert asked.fields["serving.params"] == "8030261248.0 params"
    assert group_of(row(SERVED)) == ("llama 3.1 8b instruct fp8", "h100")


def test_energy_of_a_run_by_the_hours_in_its_notes():
    assert read_row(row(RUN)).fields["gpu_hours"] == "1000000.0 GPU-hours"
    assert read_row(row(RUN)).key == "energy.it"
    assert read_row(row(RUN, scope="facility", pue_given="1.2")).key == "energy.total"
    on_tdp = read_row(row(RUN, scope="GPU TDP x hours"))
    assert on_tdp.key == "energy.chips"
    assert on_tdp.fields["chip.average_share"] == "100 %"
    gas = row(RUN, unit="tCO2e location-based", notes="39.3M h x 0.7 kW TDP, 0.414 kg/kWh")
    fields = read_row(gas).fields
    assert (fields["server.average"], fields["carbon_intensity"]) == (
        "700 W/GPU",
        "0.414 kgCO2e/kWh",
    )


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ({"value": ""}, "no single number"),
        ({"value": "many"}, "not a number above zero"),
        ({"accelerator": ""}, "names no accelerator"),
        ({"accelerator": "Warp 9"}, "knows no accelerator"),
        ({"accelerator": "H100/B200"}, "no single part"),
        ({"n_accel": ""}, "of how many GPUs"),
        ({"n_accel": "-3"}, "not a number above zero"),
        ({"scope": "somewhere"}, "none that is known here"),
        ({"metric": "GPU power range"}, "a range"),
        ({"metric": "GPU-hours"}, "no power and no energy"),
        ({"unit": "furlong"}, "no power and no energy"),
        ({"unit": "W/GPU", "metric": "GPU power mean"}, "mean over other rows"),
        ({"unit": "Wh", "use": "energy-request"}, "neither tokens nor the GPUs"),
        ({**RUN, "subject": "idle machines"}, "stands idle"),
        ({**RUN, "notes": ""}, "for how many GPU-hours"),
        ({**RUN, "unit": "tCO2e"}, "what the grid emits"),
        ({**SERVED, "gpu_avg_w": ""}, "no average power"),
        ({**SERVED, "tok_s": ""}, "how many tokens"),
        ({**SERVED, "model": ""}, "names no model"),
        ({**SERVED, "model": "Nobody 9B"}, "knows no model"),
    ],
)
def test_what_cannot_be_predicted_says_why(cells, why):
    with pytest.raises(UnsaidError, match=why):
        read_row(row(**cells))
