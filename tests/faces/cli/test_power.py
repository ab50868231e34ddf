import json
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"
PLAN = EXAMPLES / "power-24k-h100.yaml"


@pytest.mark.parametrize("name", ["power-24k-h100", "national-fleet"])
def test_the_chain_is_printed_within_80_columns(cli, name):
    code, out, err = cli("power", EXAMPLES / f"{name}.yaml")
    assert (code, err) == (0, "")
    assert "power from the chip to the meter" in out
    assert "IT, with network" in out
    assert max(map(len, out.splitlines())) <= 80


def test_one_load(cli):
    out = cli("power", PLAN, "campaign-v2")[1]
    assert "campaign-v2: cooling" in out
    assert "campaign: cooling" not in out


def test_a_number_explains_itself(cli):
    out = cli("power", PLAN, "--explain", "power.campaign.peak_share")[1]
    assert "highest power measured of one server" in out


def test_one_document(cli):
    document = json.loads(cli("power", PLAN, "--json")[1])
    assert document["results"]["power.campaign.cooling.way"]["value"] == "rear door"
    assert document["results"]["power.campaign.it.nameplate"]["unit"] == "IT MW"


def test_what_is_not_there_is_told(cli):
    code, _, err = cli("power", PLAN, "campain")
    assert code == 2
    assert "nearest: campaign" in err
