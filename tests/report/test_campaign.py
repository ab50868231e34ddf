"""What a campaign loses and costs: tables of the examples, and of runs made by hand."""

from pathlib import Path

import pytest

import flopwatt
from flopwatt.report.campaign import campaign_section
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan

EXAMPLES = Path(__file__).parents[2] / "examples"
PLAN = {
    "start": "2025-03-01",
    "horizon": "12 months",
    "models": {"m": {"params": "10B"}},
}
RUN = {
    "accelerator": "H100 SXM",
    "gpus": "800",
    "held_for": "10 days",
    "price": "$2 per GPU-hour",
    "mean_time_between_interruptions": "20 hours",
    "checkpoint_time": "144 s",
    "restart_time": "12 minutes",
}


def section(runs=("r",), **fields):
    run = RUN | {key.replace("__", "."): text for key, text in fields.items()}
    run = {key: text for key, text in run.items() if text is not None}
    return campaign_section(run_plan(PLAN | {"training": dict.fromkeys(runs, run)}))


def by_name(table):
    return {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}


def test_a_run_that_says_nothing_of_failures_has_no_section():
    none = dict.fromkeys(("mean_time_between_interruptions", "checkpoint_time", "restart_time"))
    assert section(**none) is None


def test_what_is_lost_by_hand():
    """sqrt(2 x 144 x 72,000) s are 75.9 min; 144/4,554 s twice and 12 of 1,200 minutes are lost."""
    found = section()
    whole, _ = found.tables
    rows = by_name(whole)
    assert rows["one every"] == ["1.26 hours"]
    assert rows["stops"] == ["12"]  # 240 hours of 20
    assert rows["lost to saving and rework"] == ["6.3 %"]
    assert rows["lost to restarts"] == ["1 %"]
    assert rows["goodput"] == ["93 %"]
    assert rows["hours paid"] == ["192k GPU-hours"]
    assert rows["useful hours"] == ["178k GPU-hours"]
    assert found.title == "r stops every 20 hours, and 93 % of its time counts."


def test_each_way_of_buying():
    _, ways = section().tables
    rows = by_name(ways)
    assert rows["the plan's price"] == ["$2.00", "192k", "10 days", "$384k"]
    # blocks of capacity were sold at 4.916 until May 2025; nobody's spot price is known of then
    assert rows["capacity block"] == ["$4.92", "192k", "10 days", "$944k"]
    assert rows["spot"] == ["not known"] * 4
    assert "2 at once, for at most 64 machines and 182 days each" in ways.note  # 100 machines
    assert "`spot.price" in ways.note


def test_spot_by_hand():
    """100 machines, 17.5 % a month: one each 41.7 hours; with a notice of 200 s none is undone."""
    fields = {
        "spot__price": "$1 per GPU-hour",
        "spot__notice": "200 s",
        "spot__availability": "99 %",
    }
    _, ways = section(**fields).tables
    # goodput 1 - 0.0632 - 0.01 - 0.1 / 41.74 = 92.44 %: 178k / 0.9244 = 192.5k hours, $192k; all
    # machines are there 0.99^100 = 36.6 % of the time, so 10.03 days become 27.4
    assert by_name(ways)["spot"] == ["$1.00", "192k", "27.4 days", "$192k"]
    assert "every 1.74 days" in ways.note
    assert "37 % of the time if each comes by itself, 99 % if they come together" in ways.note
    _, ways = section(spot__gang="together", **fields).tables
    assert by_name(ways)["spot"][2] == "10.1 days"


def test_spot_that_makes_no_progress_is_told():
    _, ways = section(spot__price="$1 per GPU-hour", spot__changeover="90 hours").tables
    assert by_name(ways)["spot"] == ["$1.00", "no progress", "no progress", "no progress"]


def test_versions_are_told_once_and_many_campaigns_by_three():
    found = section(every="4 months")
    assert found.tables[0].columns == ("of the run", "r")
    assert by_name(found.tables[0])["a version every"] == ["4 months"]
    found = section(("a", "b", "c", "d"))
    assert found.tables[0].columns == ("of the run", "a", "b", "c")
    assert found.tables[0].note == "Of 4 campaigns the first 3."


@pytest.mark.parametrize(
    ("name", "cost", "about", "goodput"),
    [
        # 24,576 x 54 x 24 x 2.50 and 100,000 x 100 x 24 x 2.50
        ("campaign-24k-h100", 79_626_240, 80e6, 0.93),
        ("campaign-100k-h100", 600e6, 600e6, 0.85),
    ],
)
def test_the_examples_come_to_their_bills_with_a_range(example, name, cost, about, goodput):
    results = example(name).results
    bill = results["training.campaign.cost"].central
    assert bill == pytest.approx(cost)
    assert bill == pytest.approx(about, rel=0.01)
    assert results["training.campaign.effective_time"].central == pytest.approx(goodput, abs=0.005)


@pytest.mark.parametrize("name", ["campaign-24k-h100", "campaign-100k-h100"])
def test_the_examples_have_a_range_around_the_bill(name):
    document = flopwatt.run(EXAMPLES / f"{name}.yaml", draws=1000).to_dict()["results"]
    bill = document["training.campaign.cost"]
    assert 0.75 * bill["value"] < bill["low"] < bill["value"] < bill["high"] < 1.45 * bill["value"]
    left = document["training.campaign.effective_time"]
    assert left["low"] < left["value"] < left["high"] < 100


def test_draws_in_which_nothing_is_left_do_no_harm():
    sampling = Sampling(draws=200)
    study = run_plan(EXAMPLES / "campaign-100k-h100.yaml",
                     {"training.campaign.restart_time": "20 minutes"}, sampling)  # fmt: skip
    assert campaign_section(study).title.startswith("campaign stops every 30 minutes")
