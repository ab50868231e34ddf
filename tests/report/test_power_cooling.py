"""How racks are cooled, in the words of the report: no sentence contradicts its table."""

import pytest

from flopwatt.report.power import power_section
from flopwatt.report.power_cooling import BY_CHIPS, NOTE
from flopwatt.studies.run import run_plan

RACK = {"server": "DGX H100", "gpus": "1000"}


def cooling(**fields):
    """The cells of the table, and its note less what is always said."""
    plan = {"start": "2026-01-01", "horizon": "24 months", "power": {"a": fields}}
    table = next(one for one in power_section(run_plan(plan)).tables if one.id == "cooling-a")
    assert table.note.endswith(NOTE)
    return {row[0].text: row[1].text for row in table.rows}, table.note.removesuffix(NOTE).strip()


def test_by_density():
    cells, said = cooling(**RACK)
    assert cells["so it is cooled by"] == "rear door"
    assert cells["limit that it passes"] == "30 IT kW"
    assert "asked for at any density" not in cells
    assert said == (
        "A rack of 40.8 IT kW is above the 30 IT kW up to which contained air is enough, and "
        "below 60 IT kW: rear door."
    )


def test_what_passes_no_limit_shows_none():
    cells, said = cooling(accelerator="L40S", gpus="8", **{"rack.gpus": "8"})
    assert "limit that it passes" not in cells
    assert cells["next limit"] == "15 IT kW"
    assert said.startswith("A rack of 4.6 IT kW is below the 15 IT kW up to which perimeter air")


def test_beyond_the_last_limit():
    _, said = cooling(server="MI355X DLC rack", gpus="128")
    assert "above the 150 IT kW up to which direct to chip is enough: high flow." in said


def test_chips_that_ask_for_liquid():
    cells, said = cooling(accelerator="MI355X", gpus="8", **{"rack.gpus": "8"})
    assert said.endswith(f"{BY_CHIPS}: direct to chip.")
    assert cells["asked for at any density"] == cells["so it is cooled by"] == "direct to chip"


@pytest.mark.parametrize(
    ("key", "way", "ends"),
    [
        ("cooling.way", "perimeter air", "The plan states perimeter air, which holds."),
        ("cooling.least", "direct to chip", "The plan asks for direct to chip at any density."),
        ("cooling.way", "rear door", ": rear door."),
        ("cooling.least", "contained air", ": rear door."),
    ],
)
def test_what_the_plan_states(key, way, ends):
    cells, said = cooling(**RACK, **{key: way})
    assert said.endswith(ends)
    assert BY_CHIPS not in said
    assert cells["so it is cooled by"] == (way if "plan" in ends else "rear door")
