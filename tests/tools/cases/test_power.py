"""Adapters of power: what is asked narrowest first, and nothing added that a case leaves out."""

from pathlib import Path

import pytest

from tools.cases.runner import run_case

ASKED = [
    ("power_site", {"gpus": 1000, "gpu_watts": 1000, "server_overhead": 1.5}, "MW IT", 1.5),
    ("power_site", {"it_kw": 100, "pue": 1.3}, "kW facility", 130),
    ("power_site", {"facility_mw": 30, "pue": 1.5}, "MW IT", 20),
    ("power_site", {"facility_mw": 30, "pue": 1.5, "floors": 2}, "MW IT", None),
    ("power_site", {"facility_mw": 30}, "furlong", None),
    ("power_site", {"facility_mw": 11.83, "utilisation": 1.0, "years": 1}, "GWh", 11.83 * 8.766),
    ("energy_carbon", {"mwh": 10, "usd_per_mwh": 60}, "USD", 600),
    ("energy_carbon", {"gpu_kwh": 1000, "pue": 1.1}, "kWh", 1100),
    ("energy_carbon", {"tco2": 10, "clean_share": 0.4}, "tonnes CO2e", 6),
]


@pytest.mark.parametrize(("kind", "given", "unit", "value"), ASKED, ids=str)
def test_an_input_of_its_own(kind, given, unit, value):
    case = {"id": "x", "kind": kind, "input": given, "expected": {"value": value, "unit": unit}}
    ran = run_case(case, Path())
    if value is None:
        assert ran.outcome == "unmapped"
    else:
        assert ran.got["value"] == pytest.approx(value)


def test_hours_that_bear_on_energy_alone_are_told():
    case = {"id": "x", "kind": "energy_carbon", "input": {"gpus": 8, "watts": 500, "gpu_hours": 9},
            "expected": {"value": 4, "unit": "kW", "tol_rel": 1e-9}}  # fmt: skip
    ran = run_case(case, Path())
    assert (ran.outcome, ran.why) == ("pass", "gpu_hours bears on energy, and not on power")
