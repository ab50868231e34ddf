"""Power from Python."""

import pytest

import flopwatt

PLAN = {
    "start": "2026-01-01",
    "horizon": "12 months",
    "models": {"m": {"params": "8B"}},
    "training": {"base": {"accelerator": "H100 SXM", "gpus": "1000", "held_for": "60 days"}},
}


def test_a_plan_that_says_nothing_of_power_has_the_servers_of_the_catalog():
    answer = flopwatt.power(PLAN)
    # 1,000 x 8.48 kW / 8 x 1.14 x 1.35
    assert answer["power.base.facility.peak"][0] == pytest.approx(1.631, rel=1e-3)
    assert answer["power.base.node.nameplate"] == pytest.approx(10.2)


def test_settings_win_over_the_catalog_and_over_what_is_worked_out():
    answer = flopwatt.power(PLAN, "base", settings={"power.base.pue": "1.2"})
    assert answer["power.base.annual_pue"] == answer["power.base.peak_pue"] == 1.2


def test_unlike_scopes_are_not_converted():
    with pytest.raises(flopwatt.FlopwattError, match="power of servers and network, not power"):
        flopwatt.convert("40 IT MW", "MW")


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(flopwatt.PlanError, match="no load, run or fleet"):
        flopwatt.power(PLAN, "bass")
    with pytest.raises(flopwatt.PlanError):
        flopwatt.power(PLAN, 3)
