"""What the catalog says of servers and racks to a load."""

import pytest

from flopwatt.catalog import choose_thing, find_thing
from flopwatt.catalog.racks import chip_leaves, rack_leaves, server_of


def leaves(vocabulary, server):
    return {x.quantity: x for x in rack_leaves(vocabulary, "a", find_thing("server", server))}


def test_a_server_with_its_highest_power_as_measured(vocabulary):
    found = leaves(vocabulary, "DGX H100")
    assert found["whole_server"].value == 10_200
    assert found["whole_server_measured"].value == 8480
    assert (found["load_server_gpus"].value, found["rack_gpus"].value) == (8, 32)
    assert "least_cooling" not in found
    assert "load_network_share" not in found  # the default says it with its range


def test_a_rack_with_its_range_cooled_by_liquid_alone(vocabulary):
    found = leaves(vocabulary, "GB200 NVL72")
    rack = found["stated_nameplate"]
    watts = [132_000 / 72, 120_000 / 72, 132_000 / 72]
    assert [rack.value, rack.range.low, rack.range.high] == pytest.approx(watts)
    assert found["rack_gpus"].value == 72
    words = vocabulary.quantities["least_cooling"].words
    assert words[int(found["least_cooling"].value)] == "direct to chip"


def test_a_pod_whose_power_holds_its_network(vocabulary):
    assert leaves(vocabulary, "TPU v7 pod")["load_network_share"].value == 0


def test_what_was_not_read_again_says_so(vocabulary):
    found = leaves(vocabulary, "MI300X 8-GPU OAM (e.g. XE9680)")
    assert "not re-read" in found["whole_server"].origin.detail


def test_the_server_of_an_accelerator_is_the_first_of_known_power():
    assert server_of("GB200").name == "GB200 NVL72 rack"
    assert server_of("Trainium3").name == "Trn3 UltraServer"
    assert server_of("H100 PCIe 80GB") is None


def test_a_server_brings_its_chips(vocabulary):
    server = find_thing("server", "DGX B200")
    found = {x.quantity: x.value for x in chip_leaves(vocabulary, "a", server)}
    assert found["chip_nameplate"] == 1000
    assert not list(chip_leaves(vocabulary, "a", find_thing("server", "Rubin Ultra NVL576 Kyber")))


def test_a_load_has_both_by_either_name(vocabulary):
    by_chip = choose_thing(vocabulary, "load", "a", "accelerator", "H100", None)
    by_server = choose_thing(vocabulary, "load", "a", "server", "DGX H100", None)
    values = [{x.quantity: x.value for x in chosen.leaves} for chosen in (by_chip, by_server)]
    assert values[0] == pytest.approx(values[1])
