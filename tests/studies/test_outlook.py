"""The outlook's own plan: the rows of the catalog, worked out with their ranges."""

import pytest

from flopwatt.catalog.outlook import find_forecasts, load_restatements
from flopwatt.studies.outlook import (
    block_name,
    interval,
    name_of,
    powered,
    recalled,
    share_name,
    shares,
    study_outlook,
)

GW = 1e9


def test_every_restatement_share_and_block_is_worked_out():
    results = study_outlook().results
    for one in load_restatements():
        key = "capacity" if one.steps["load_factor"] else "comparable"
        assert f"forecasts.{one.name}.{key}" in results
    for one in shares():
        assert f"forecasts.{share_name(one)}.inference.power_share" in results
    for accelerator in powered():
        assert f"blocks.{block_name(accelerator, '100 MW')}.gpus" in results


def test_its_warnings_are_about_published_jobs_alone():
    assert study_outlook().warnings == ()


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("lbnl-2028-us.capacity", 74, 132),  # as LBNL states its own
        ("rand-us.comparable", 40.8, 47.6),  # 68 x 60 to 70 %
        ("ai-index-us.comparable", 29.6 * 2 ** (1 / 1.5) * 0.65, 29.6 * 2 ** (2 / 1.5) * 0.65),
    ],
)
def test_ranges_are_those_of_the_steps(name, low, high):
    found = interval(study_outlook(), f"forecasts.{name}")
    assert found.low / GW == pytest.approx(low, rel=0.03)
    assert found.high / GW == pytest.approx(high, rel=0.03)


def test_what_is_given_without_a_range_has_none():
    study = study_outlook()
    found = interval(study, "forecasts.mckinsey-2027-us.capacity")
    assert found.low == found.value == found.high
    assert found.value / GW == pytest.approx(371 / 8.766 / 0.5)
    assert interval(study, "forecasts.nobody.comparable") is None


def test_a_number_says_whose_it_is():
    leaf = study_outlook().results["forecasts.ai-index-us.power"]
    assert leaf.origin.kind == "given"
    (row,) = find_forecasts("AI capacity", scope="World")
    assert row.source in leaf.origin.source + leaf.origin.detail


def test_servers_that_were_not_re_read_are_known_as_such():
    assert (recalled("MI300X"), recalled("H100 SXM5 80GB")) == (True, False)
    assert name_of("EPRI+Epoch", 2030) == "epri-epoch-2030"
