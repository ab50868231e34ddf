"""Loads beyond their limit, and averages above their peak, are told."""

import pytest

from flopwatt.report.power_texts import power_text
from flopwatt.studies.load_warnings import passes_limit
from flopwatt.studies.run import run_plan


def study(**fields):
    hall = {"accelerator": "H200 SXM", **fields}
    return run_plan({"start": "2026-01-01", "horizon": "12 months", "power": {"hall": hall}})


def test_a_load_beyond_its_limit_is_told_by_a_warning_and_in_the_answer():
    found = study(gpus="4000", limit="1 MW")
    assert passes_limit(found.results, "hall")
    (told,) = found.warnings
    assert (told.code, told.field, told.given) == ("unlikely", "power.hall.limit", "1 MW")
    assert told.message == "is passed: 6.51 MW are drawn at the peak"
    assert told.allowed == "at most 1 MW at the meter, which feeds 614 GPUs"
    assert "that is more than the 1 MW to be had" in power_text(found, ["hall"])


def test_within_its_limit_nothing_is_told():
    found = study(gpus="4000", limit="7 MW")
    assert not found.warnings
    assert "to be had" not in power_text(found, ["hall"])
    assert not passes_limit(study(gpus="4000").results, "hall")


@pytest.mark.parametrize(
    ("fields", "field", "both"),
    [
        ({"peak_share": "60 %"}, "it.average", ("peak_share 60 %", "average_share 72 %")),
        (
            {"peak_pue": "1.1", "annual_pue": "1.5"},
            "facility.average",
            ("peak_pue 1.1", "annual_pue 1.5"),
        ),
        (
            {"facility.peak": "1 MW", "facility.average": "2 MW"},
            "facility.average",
            ("facility.peak 1 MW", "facility.average 2 MW"),
        ),
    ],
)
def test_an_average_above_the_peak_is_told_with_what_says_both(fields, field, both):
    (told,) = study(gpus="8", **fields).warnings
    assert (told.code, told.field) == ("disagreement", f"power.hall.{field}")
    assert "above the peak" in told.message
    assert all(f"power.hall.{one}" in told.given for one in both)


def test_what_is_not_known_is_not_told():
    assert not study().warnings
