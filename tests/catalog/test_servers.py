"""What the catalog says of servers: the price in the middle, power, and time to delivery."""

import datetime

import pytest

from flopwatt.catalog.servers import server_leaves

DAY = datetime.date(2026, 9, 1)
SXM = "H100 SXM5 80GB"


def leaves(vocabulary, accelerator, day=DAY, entity="asset"):
    return {x.quantity: x for x in server_leaves(vocabulary, entity, "a", accelerator, day)}


def test_the_price_in_the_middle_with_the_outer_ones_as_its_range(vocabulary):
    """Five prices of 8 H100: 255,237, 270,000, 296,644, 355,919 and 375,000."""
    found = leaves(vocabulary, SXM)
    price = found["server_price"]
    assert (price.value, price.range.low, price.range.high) == (296_644, 255_237, 375_000)
    assert price.origin.as_of == "2024-03-21"
    assert found["server_gpus"].value == 8
    assert found["server_power"].value == pytest.approx(10_200 / 8)
    weeks = 7 * 86_400
    lead = found["lead_time"]
    assert (lead.value, lead.range.low, lead.range.high) == (44 * weeks, 36 * weeks, 52 * weeks)


def test_prices_seen_later_do_not_count(vocabulary):
    """Two had been seen by the end of 2023: the cheaper, and no range."""
    price = leaves(vocabulary, SXM, datetime.date(2023, 12, 31))["server_price"]
    assert (price.value, price.range) == (270_000, None)
    assert "server_price" not in leaves(vocabulary, SXM, datetime.date(2022, 1, 1))


def test_one_row_has_the_range_that_it_states(vocabulary):
    price = leaves(vocabulary, "B300", None)["server_price"]
    assert (price.value, price.range.low, price.range.high) == (325_000, 300_000, 350_000)
    rack = leaves(vocabulary, "GB200")
    assert (rack["server_price"].value, rack["server_gpus"].value) == (3_100_000, 72)


def test_nothing_is_known_of_others(vocabulary):
    assert set(leaves(vocabulary, "MI300X")) == {"server_power"}
    assert "not re-read" in leaves(vocabulary, "MI300X")["server_power"].origin.detail
    assert not leaves(vocabulary, SXM, entity="run")


@pytest.mark.parametrize(
    ("accelerator", "kilowatts", "what"),
    [
        (SXM, 10.2 / 8, "server"),
        ("GB200", 132 / 72, "rack"),  # a tray of four is 6.3 kW, and switches come on top
    ],
)
def test_a_block_of_power_has_the_nameplate_of_the_server_or_of_its_rack(
    vocabulary, accelerator, kilowatts, what
):
    (leaf,) = leaves(vocabulary, accelerator, entity="block").values()
    assert leaf.quantity == "block_server_power"
    assert leaf.value == pytest.approx(kilowatts * 1000)
    assert f"of a {what}, over its GPUs" in leaf.origin.detail
