"""What loads draw, in words: one, several, and what is not known."""

import re

import pytest

from flopwatt.report.power_texts import (
    busiest,
    differs,
    lines_to_add,
    once,
    power_number,
    power_text,
    power_title,
)
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan

START = {"start": "2026-01-01", "horizon": "24 months"}
HALL = {"server": "DGX H100", "gpus": "1000", "pue": "1.2"}
RUN = {
    "models": {"m": {"catalog": "llama-3.1-8b"}},
    "training": {"base": {"accelerator": "H100 SXM", "gpus": "1000", "start": "2026-03-01",
                          "accelerator_hours": "240k GPU-hours"}},
}  # fmt: skip


def study(loads, **more):
    return run_plan({**START, **more, "power": loads})


def test_one_load_has_its_peak_its_month_and_its_average():
    found = study({"base": {"run": "base", "pue": "1.2"}}, **RUN)
    # 1,000 x 1.06 kW x 1.14 x 1.2, in March alone
    assert power_title(found, ["base"]) == (
        "base draws 1.45 MW at the meter at the peak, in Mar 2026, 1.26 MW on average while it "
        "runs."
    )
    assert power_number(found, ["base"]) == "1.45 MW"
    assert busiest(found, "base") == 2


def test_of_several_loads_all_at_once_and_each_at_its_own_peak():
    found = study({"hall": HALL, "base": {"run": "base", "pue": "1.2"}}, **RUN)
    assert power_title(found, ["hall", "base"]) == (
        "All at once draw 2.9 MW at the meter at the peak, in Mar 2026; each at its own peak: "
        "hall 1.45 MW and base 1.45 MW."
    )
    assert power_number(found, ["hall", "base"]) == "2.9 MW"
    # of some of them alone the sum is not that of all
    more = study({"hall": HALL, "b": HALL, "c": HALL})
    assert power_title(more, ["hall", "b"]).startswith("At the meter, each at its own peak: hall")


def test_of_many_loads_only_the_first_are_named():
    names = [f"hall-{number}" for number in range(6)]
    title = power_title(study(dict.fromkeys(names, HALL)), names)
    assert "hall-2 1.45 MW and 3 more loads." in title
    assert "hall-3" not in title


def test_what_does_not_follow_is_said_beside_what_does():
    found = study({"hall": HALL, "later": {"server": "DGX H100"}})
    title = power_title(found, ["hall", "later"])
    assert title.startswith("hall draws 1.45 MW")
    assert title.endswith("What later draws does not follow from this plan.")
    assert power_number(found, ["later"]) == ""


def test_more_than_there_is_belongs_to_the_finding():
    found = study({"hall": {**HALL, "limit": "1 MW"}})
    for text in (power_title(found, ["hall"]), power_text(found, ["hall"])):
        assert "that is more than the 1 MW to be had" in text


def test_the_answer_also_says_how_racks_are_cooled():
    assert power_text(study({"hall": HALL}), ["hall"]) == (
        "hall: 1,000 GPUs draw 1.45 MW at the meter at their peak, 1.26 MW on average; rear door "
        "cooling, peak PUE 1.2."
    )


@pytest.mark.parametrize(
    ("names", "told"),
    [(["base", "base-v2", "base-v3"], ["base"]), (["base-v2"], ["base-v2"]), ([], [])],
)
def test_versions_of_a_run_are_told_once(names, told):
    assert once(names) == told


def test_a_load_without_gpus_says_which_line_to_add():
    found = study({"hall": {"gpus": "1000"}})
    assert lines_to_add(found, "hall") == "`accelerator: H100 SXM` under power.hall"
    assert lines_to_add(study({"hall": HALL}), "hall") == ""


def test_a_number_that_is_another_than_what_it_stands_beside():
    found = study({"base": {"run": "base", "pue": "1.2"}}, **RUN)
    assert differs(found, "base", "facility.mean", "facility.average")
    assert differs(found, "base", "facility.peak", "")
    assert not differs(found, "base", "facility.peak", "facility.peak")


def test_what_a_load_is_likely_to_draw_stands_in_the_sentence():
    hall = {**HALL, "pue": {"value": "1.2", "low": "1.1", "high": "1.6"}}
    found = run_plan({**START, "power": {"hall": hall, "b": HALL}}, None, Sampling(400))
    around = r"\S+ MW \(1\S* to \S+\)"
    one = power_title(found, ["hall"])
    assert re.search(f"hall draws {around} at the meter at the peak, {around} on average", one)
    assert re.search(f"hall {around} and b {around}\\.", power_title(found, ["hall", "b"]))
    assert re.search(f"draw {around} at the meter", power_text(found, ["hall"]))
