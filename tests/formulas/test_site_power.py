"""Megawatts of a site by hand: per phase, and by month in each state."""

import pytest

import flopwatt
from tests.formulas.test_site_dates import PLAN


@pytest.fixture(scope="module")
def answer():
    return flopwatt.site(
        PLAN,
        draws=0,
        settings={
            "sites.s.gpu_power": "2 kW per GPU",
            "sites.s.peak_pue": "1.25",
            "sites.s.load_factor": "80 %",
        },
    )


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("phases.phase-1.power", 100),
        ("phases.phase-1.it_power", 80),
        ("phases.phase-1.gpus", 50_000),
        ("sites.s.mw", 200),
        ("sites.s.it_mw", 160),
        ("sites.s.gpus", 100_000),
    ],
)
def test_a_number(answer, key, expected):
    assert answer[key] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("key", "first", "months"),
    [
        # months counted from October 2026, by whose end the first phase and both have it
        ("sites.s.mw.requested", 0, (0, 200)),
        ("sites.s.mw.contracted", 11, (12, 200)),
        ("sites.s.needed", 24, (27, 200)),
        ("sites.s.mw.energised", 27, (29, 200)),
        ("sites.s.mw.drawn", 27, (29, 160)),
    ],
)
def test_a_state_by_month(answer, key, first, months):
    series, (both, whole) = answer[key], months
    assert series[both] == pytest.approx(whole)
    before = 0 if first else whole
    assert series[max(first - 1, 0)] == pytest.approx(before)


def test_each_phase_has_its_own_series(answer):
    for state in ("needed", "contracted", "energised"):
        assert answer[f"phases.phase-1.mw.{state}"][-1] == pytest.approx(100)
    assert answer["phases.phase-1.mw.drawn"][-1] == pytest.approx(80)


def test_what_is_needed_may_be_stated_by_month():
    needed = {"sites": {"s": {**PLAN["sites"]["s"], "needed": {"2027-01": "50 MW"}}}}
    assert flopwatt.site({**PLAN, **needed}, draws=0)["sites.s.needed"][5] == pytest.approx(50)


def test_what_runs_and_fleets_draw_is_what_a_site_needs():
    loads = {
        "hall": {"site": "s", "facility.peak": "60 MW", "facility.average": "40 MW"},
        "lab": {"site": "s", "facility.peak": "30 MW", "facility.average": "20 MW"},
        "elsewhere": {"facility.peak": "500 MW", "facility.average": "300 MW"},
    }
    answer = flopwatt.site({**PLAN, "power": loads}, draws=0)
    assert answer["sites.s.needed"] == pytest.approx([90] * len(answer["sites.s.needed"]))
    energised, short = answer["sites.s.mw.energised"], answer["sites.s.mw.short"]
    assert short == pytest.approx([max(90 - one, 0) for one in energised])
    # nothing is drawn before there is power, and then by what is there
    assert answer["sites.s.mw.drawn"] == pytest.approx([min(60, one) for one in energised])
