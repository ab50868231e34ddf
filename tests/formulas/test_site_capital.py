"""Capital of a site and the cost of waiting, by hand."""

import pytest

import flopwatt
from tests.formulas.test_site_dates import PLAN

SETTINGS = {
    "sites.s.gpu_power": "2 kW per GPU",
    "sites.s.peak_pue": "1.25",
    "sites.s.load_factor": "80 %",
    "sites.s.gpu_hour": "$2 per GPU-hour",
    "sites.s.shell_cost": "10M USD/IT MW",
    "sites.s.dense_premium": "10 %",
    "sites.s.gear_cost": "$3M per MW",
    "sites.s.it_cost": "$20M per MW",
    "sites.s.cost_of_capital": "12.7496851579 %/year",  # exp(0.12) - 1: 1 % of a month at 12 %/year
    "supplies.gas-engines.capital": "$1500 per kW",
    "supplies.gas-engines.energy": "$100 per MWh",
    "supplies.grid-firm.energy": "$70 per MWh",
}
HOURS = 730.5  # of a month
# 50,000 GPUs at 2 USD for a month
WORTH = 50_000 * 2 * HOURS


@pytest.fixture(scope="module")
def answer():
    return flopwatt.site(PLAN, draws=0, settings=SETTINGS)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("phases.phase-1.capital.shell", 80 * 10e6 * 1.1),
        ("phases.phase-1.capital.gear", 300e6),
        ("phases.phase-1.capital.it", 2000e6),
        ("phases.phase-1.capital.facility", 1180e6),
        ("phases.phase-1.capital.total", 3180e6),
        ("option.phase-1.gas-engines.capital", 150e6),
        ("feed.phase-1.gas-engines.capital", 150e6),
        ("phases.phase-1.capital.supply", 150e6),
        ("sites.s.capital.total", 6360e6),
        ("sites.s.capital.per_mw", 31.8e6),
        ("sites.s.capital.per_it_mw", 39.75e6),
        # GPUs of the two phases wait 3 and 2 months for power, the halls as long
        ("phases.phase-1.gpus_idle", 3),
        ("phases.phase-1.gpus_worth", WORTH),
        ("phases.phase-1.idle_cost", 3 * WORTH),
        ("sites.s.idle_cost", 5 * WORTH),
        ("phases.phase-1.carry", 3180e6 * 0.03),
        ("sites.s.carry", 3180e6 * 0.05),
        # 80 MW for three months at 70
        ("phases.phase-1.idle_energy", 80 * 3 * HOURS * 70),
        ("sites.s.idle_energy", 80 * 5 * HOURS * 70),
        ("phases.phase-1.average", 80),
        ("sites.s.energy", 70),
        ("supplies.grid-firm.energy.permanent", 70),
        ("supplies.gas-engines.energy.permanent", 0),
        ("supplies.gas-engines.energy.more", 30),
        ("phases.phase-1.gpus_idle_permanent", 35),
        # 60 - 28 and 60 - 29 months earlier, for which a MWh costs 30 more
        ("option.phase-1.gas-engines.energy_cost", 80 * 32 * HOURS * 30),
        ("option.phase-1.gas-engines.worth", 32 * WORTH),
        ("supplies.gas-engines.worth", 63 * WORTH),
        ("supplies.gas-engines.costs", 300e6 + 80 * 63 * HOURS * 30),
        ("supplies.gas-engines.saves", 63 * WORTH - 300e6 - 80 * 63 * HOURS * 30),
    ],
)
def test_a_number(answer, key, expected):
    assert answer[key] == pytest.approx(expected, rel=1e-6)


def test_capital_by_month_adds_up_to_all_of_it(answer):
    assert sum(answer["phases.phase-1.capital.building_spent"]) == pytest.approx(1180e6)
    # evenly over the 25 months until it stands; October has 31 of 760.9 days
    assert answer["phases.phase-1.capital.building_spent"][0] == pytest.approx(
        1180e6 * 31 / (25 * 30.4375)
    )
    it = answer["phases.phase-1.capital.it_spent"]
    assert [month for month, spent in enumerate(it) if spent] == [24]  # 31 October 2028
    supply = answer["phases.phase-1.capital.supply_spent"]
    assert [month for month, spent in enumerate(supply) if spent] == [27]
    assert sum(answer["phases.phase-1.capital.spent"]) == pytest.approx(3330e6)
    assert sum(answer["sites.s.capital.spent"]) == pytest.approx(6660e6)


def test_what_stands_without_power_is_told_by_month(answer):
    stranded = answer["phases.phase-1.stranded"]
    assert stranded[23] == 0
    assert stranded[24:27] == pytest.approx([3180e6] * 3)
    assert stranded[28] == 0
    assert answer["sites.s.stranded"][26] == pytest.approx(6360e6)


def test_what_runs_and_fleets_lose_without_power_is_told_by_month():
    loads = {
        "hall": {"site": "s", "facility.peak": "60 MW", "gpus": "30000 GPUs"},
        "lab": {"site": "s", "facility.peak": "90 MW", "gpus": "20000 GPUs"},
    }
    answer = flopwatt.site({**PLAN, "power": loads}, draws=0, settings=SETTINGS)
    idle = answer["sites.s.loads.idle_month"]
    # 150 MW, none of it there in the first month of 31 days; from its end on 100, 2 USD an hour
    assert idle[0] == pytest.approx(50_000 * 31 * 24 * 2)
    assert idle[28] == pytest.approx(idle[0] * 28 / 31 / 3)
    assert idle[30] == 0
    assert answer["sites.s.loads.idle_cost"] == pytest.approx(sum(idle))
