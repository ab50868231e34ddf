"""Forecasts restated and blocks of power, each held to a value worked out by hand."""

import math

import pytest

from flopwatt.formulas import outlook
from flopwatt.studies.run import run_plan

YEAR = 31_557_600


def test_a_forecast_grows_and_is_taken_in_parts():
    """29.6 GW that double every 18 months are 59.2 GW after 18; 65 % of it is 38.48 GW."""
    growth = math.log(2) / (1.5 * YEAR)
    assert outlook.comparable_power(29.6, growth, 1.5 * YEAR, 1, 0.65) == pytest.approx(38.48)
    # 92 GW in the world, AI 27.5 % of it, the US 65 %: 16.445 GW
    assert outlook.comparable_power(92, 0, 0, 0.275, 0.65) == pytest.approx(16.445)


def test_energy_of_a_year_is_capacity_at_a_load_factor():
    """LBNL: 325 to 580 TWh in 8,766 h at 50 % are 74 to 132 GW, as it states itself."""
    for terawatt_hours, gigawatts in ((325, 74), (580, 132)):
        found = outlook.capacity_for_energy(terawatt_hours / 8.766, 0.5)
        assert found == pytest.approx(gigawatts, rel=0.005)


def test_a_share_of_compute_becomes_a_larger_share_of_power():
    """GPUs of training at work 90 % and of inference 60 %: 1.5 times as many for as much work.

    Of 67 % of compute 1.005 is held beside 0.33: 75.3 %.
    """
    ratio = outlook.utilisation_ratio(0.9, 0.6)
    assert ratio == pytest.approx(1.5)
    assert outlook.inference_power_share(0.67, ratio) == pytest.approx(1.005 / 1.335)
    assert outlook.inference_power_share(0.67, 1.0) == pytest.approx(0.67)


def test_a_block_feeds_gpus_at_their_peak():
    """10.2 kW over 8 GPUs x 0.83 x 1.14 x 1.4 = 1.689 kW; 24,576 draw 41.5 MW, 42 are told."""
    per_gpu = outlook.block_power_per_gpu(1.275, 0.83, 0.14, 1.4)
    assert per_gpu == pytest.approx(1.68896, rel=1e-4)
    assert outlook.power_drawn(24_576, per_gpu) / 1000 == pytest.approx(42, rel=0.02)
    assert outlook.gpus_fed(100_000, per_gpu) == pytest.approx(59_208, rel=1e-4)


@pytest.mark.parametrize(("gpus", "low", "high"), [(24_576, 38, 46), (100_000, 150, 175)])
def test_published_clusters_from_the_catalog_s_servers(gpus, low, high):
    block = {"accelerator": "H100 SXM5 80GB", "count": gpus}
    study = run_plan({"start": "2026-01-01", "blocks": {"b": block}})
    assert low < study.results["blocks.b.draw"].central / 1e6 < high
