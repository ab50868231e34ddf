"""Days of a site by hand: activities, supplies, phases and what the permanent supply adds."""

import datetime

import pytest

import flopwatt

MONTH = 30.4375  # days
START = datetime.date(2026, 10, 1)
# everything of the standard network is stated or dropped, so that days can be counted
GEAR = ("transformers", "switchgear", "chillers")
PLAN = {
    "start": "2026-10-01",
    "horizon": "96 months",
    "sites": {
        "s": {
            "power": "200 MW",
            "phases": "2",
            "phase_every": "2 months",
            "grid_wait": "60 months",
            "gpu_lead": "9 months",
            "bridge": "gas engines",
        }
    },
    "supplies": {"gas-engines": {"every": "1 months"}},
    "activities": {
        **{name: {"drop": "yes"} for name in GEAR},
        "permits": {"duration": "6 months"},
        "shell": {"duration": "13 months"},
        "gensets": {"duration": "20 months"},
        "fit-out": {"duration": "5 months"},
        "study": {"duration": "12 months"},
        "substation-transformer": {"duration": "30 months"},
        "substation": {"duration": "6 months"},
        "engines": {"duration": "28 months"},
        "air-permit": {"duration": "12 months"},
        "gas-lateral": {"duration": "14 months"},
    },
}


@pytest.fixture(scope="module")
def results():
    return flopwatt.site(PLAN, draws=0).to_dict()["results"]


def months(results, key):
    """Months from the start to a day."""
    return (datetime.date.fromisoformat(results[key]["date"]) - START).days / MONTH


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("sites.s.start", 0),
        ("sites.s.requested", 0),
        ("phases.phase-1.start", 0),
        ("phases.phase-2.start", 2),
        ("activities.permits.begins", 0),
        ("activities.permits.ends", 6),
        # after the permits, and not before its phase: 6 + 13 = 19, but gensets take 20 and 22
        ("activities.phase-1-shell.ends", 19),
        ("activities.phase-2-shell.begins", 6),
        ("activities.phase-1-fit-out.begins", 20),
        ("phases.phase-1.built", 25),
        ("phases.phase-2.built", 27),
        # the wait, rather than study 12 + transformer 30 + substation 6 = 48
        ("activities.interconnection.ends", 60),
        ("supplies.grid-firm.ready", 60),
        ("supplies.grid-firm.contracted", 12),
        # engines 28, permit 12, pipe 14; contracted with the pipe
        ("supplies.gas-engines.ready", 28),
        ("supplies.gas-engines.contracted", 14),
        ("option.phase-2.gas-engines.ready", 29),
        ("option.phase-1.gas-engines.energised", 28),
        ("feed.phase-1.gas-engines.energised", 28),
        ("phases.phase-1.contracted", 12),
        ("phases.phase-1.energised", 28),
        ("phases.phase-2.energised", 29),
        ("phases.phase-1.permanent", 60),
        ("sites.s.first_power", 28),
        ("sites.s.full_power", 29),
        ("sites.s.first_permanent", 60),
        ("supplies.gas-engines.first_power", 28),
        ("supplies.gas-engines.full_power", 29),
        # ordered for the day on which the hall is planned to be ready
        ("phases.phase-1.gpus_planned", 25),
        ("phases.phase-1.gpus_arrive", 25),
        ("phases.phase-1.needed", 25),
        ("phases.phase-1.live", 28),
        # space that is let needs no hall: its lease alone
        ("option.phase-1.colocation.energised", 6),
    ],
)
def test_a_day(results, key, expected):
    assert months(results, key) == pytest.approx(expected, abs=1 / MONTH)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("phases.phase-1.waits", 3),
        ("phases.phase-2.waits", 2),
        ("phases.phase-1.bridged", 32),
        ("option.phase-1.gas-engines.saves", 32),
        ("option.phase-1.gas-engines.idle", 3),
        ("option.phase-1.small-reactor.saves", 0),
        # with a supply that is late the permanent one is there: 60 - 25
        ("option.phase-1.small-reactor.idle", 35),
        ("supplies.gas-engines.gains", 32),
    ],
)
def test_a_span(results, key, expected):
    assert results[key]["value"] == pytest.approx(expected, abs=1e-6)


def test_what_is_contracted_is_a_day_of_the_supply(results):
    assert (
        results["feed.phase-1.gas-engines.contracted"]["date"]
        == (results["supplies.gas-engines.contracted"]["date"])
    )
    assert results["activities.engines.contract"]["date"] == "2026-10-01"  # no milestone
    assert results["feed.phase-1.gas-engines.permanent"]["value"] is None


def test_a_day_that_the_plan_states_holds():
    changed = {
        **PLAN,
        "sites": {"s": {**PLAN["sites"]["s"], "phases": "1"}},
        "phases": {"a": {"power": "200 MW", "built": "2027-01-01", "gpus_arrive": "2028-01-01"}},
        "supplies": {"gas-engines": {"ready": "2027-06-01"}},
    }
    found = flopwatt.site(changed, draws=0).to_dict()["results"]
    assert found["phases.a.energised"]["date"] == "2027-06-01"
    assert found["phases.a.live"]["date"] == "2028-01-01"
