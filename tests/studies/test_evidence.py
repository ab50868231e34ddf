"""What bears on a quoted figure, and where each figure lies beside it."""

import math

import pytest

from flopwatt.catalog.outlook import Quoted, load_quoted
from flopwatt.studies.evidence import Stand, evidence_of, stand_of, unit_of

QUOTED = {one.name: one for one in load_quoted()}


def quoted(low, high):
    return Quoted("q", "", "AI power", "US", (2027, 2027), low, high, "forecasts", "")


@pytest.mark.parametrize(
    ("low", "high", "stand"),
    [
        (20, 30, Stand.BELOW),
        (20, 35, Stand.BELOW),  # they only touch
        (20, 36, Stand.MEETS),
        (35, 35, Stand.MEETS),
        (45, 60, Stand.ABOVE),
        (46, 46, Stand.ABOVE),
        (30, math.inf, Stand.MEETS),
    ],
)
def test_where_a_figure_lies(low, high, stand):
    assert stand_of(quoted(35, 45), low, high) is stand


def test_what_is_quoted_may_be_open_above():
    assert stand_of(quoted(300, None), 400, 443) is Stand.MEETS
    assert stand_of(quoted(None, 50), 33, 33) is Stand.MEETS


def of(name):
    return {(one.said, one.year): one for one in evidence_of(QUOTED[name])}


def test_forecasts_restated_ones_and_unlike_ones_beside():
    found = of("ai-power-2027")
    assert found["Epoch", 2027].stand is Stand.BELOW
    assert found["RAND", 2027].stand is Stand.MEETS
    assert found["RAND", 2027].key == "forecasts.rand-us.comparable"
    everyone = found["Goldman Sachs 2026", 2027]  # all data centres, AI or not
    assert (everyone.low, everyone.stand) == (95, Stand.BESIDE)


def test_a_share_of_compute_is_told_in_power_too():
    compute, power, later = evidence_of(QUOTED["inference-2027"])
    assert (compute.low, compute.how) == (67, "of compute, stated")
    assert power.low == pytest.approx(67, abs=1)
    assert power.high == pytest.approx(76, abs=1)
    assert (later.said, later.stand) == ("McKinsey", Stand.BESIDE)


def test_one_run_in_megawatts_from_its_gpus():
    found = of("one-run")
    assert found["Meta, Llama 3 cluster", 2024].stand is Stand.BELOW  # 42 MW
    assert found["Greater Memphis Chamber, Colossus phase 1", 2025].stand is Stand.ABOVE
    assert 0.034 < found["Meta, Llama 3 cluster", 2024].low < 0.042


def test_waits_of_loads_by_region_and_no_queues_of_generators():
    found = evidence_of(QUOTED["connection"])
    by = {one.said: one for one in found}
    assert by["Frankfurt, London, Amsterdam, Paris, Dublin"].stand is Stand.ABOVE
    assert by["ERCOT"].recalled
    assert [one.low for one in found if one.stand is Stand.BESIDE] == [12]  # of all loads
    assert not any(one.low == 110 for one in found)


def test_agreements_named_and_all_together():
    found = {one.how: one for one in evidence_of(QUOTED["meta-deals"])}
    assert found["those named alone"].low == pytest.approx(2.176 + 0.433 + 1.2)
    assert found["all together"].low == pytest.approx(6.599)
    assert found["all together"].stand is Stand.MEETS
    years = [one.low for one in evidence_of(QUOTED["restart-2031"])]
    assert years == [2027, 2031]


def test_racks_and_servers_of_the_catalog():
    racks = {one.said: one for one in evidence_of(QUOTED["rack"])}
    assert racks["DGX H100 / HGX H100"].stand is Stand.BELOW
    assert racks["GB200 NVL72 rack"].low == 120
    assert unit_of(QUOTED["server"]) == "kW"
    assert evidence_of(QUOTED["fleet"]) == ()
