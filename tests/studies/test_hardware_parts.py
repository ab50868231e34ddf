"""Facts and prices of every accelerator, on a day."""

import datetime
import math

import numpy as np
import pytest

from flopwatt.catalog import market_offer
from flopwatt.studies.hardware_parts import CARD, PEAK, list_parts, option_leaf

DAY = datetime.date(2026, 9, 1)
PARTS = list_parts(DAY)
BY_NAME = {part.name: part for part in PARTS.parts}
PLACE = {part.name: index for index, part in enumerate(PARTS.parts)}
GIB, HOUR = 2.0**30, 3600


def number(quantity, name):
    return PARTS.numbers[quantity][PLACE[name]]


def test_facts_are_in_canonical_units():
    assert number(PEAK, "H100 SXM5 80GB") == 989.4e12
    assert number("fit_bandwidth", "H100 SXM5 80GB") == 3.35e12
    assert number("fit_power", "H100 SXM5 80GB") == 700
    assert number("scale_out", "H100 SXM5 80GB") == 400e9 / 8


def test_memory_is_what_a_program_sees():
    """By the driver 79.6 GiB less 0.5; by the label 80 GB times 1.06."""
    assert number(CARD, "H100 SXM5 80GB") == pytest.approx(79.1 * GIB)
    assert number(CARD, "H800 SXM5") == pytest.approx(80e9 * 1.06)


def test_settings_of_engines_follow_the_part():
    assert number("vllm_large_card", "A100 SXM4 80GB") > number("vllm_large_card", "H100 NVL")


def test_what_no_datasheet_says_is_no_number():
    assert math.isnan(number(PEAK, "Maia 200"))
    assert PARTS.lacks(PLACE["Maia 200"], (PEAK, CARD)) == "16-bit peak"
    assert PARTS.lacks(PLACE["H100 NVL"], (PEAK, CARD)) == ""


def test_prices_are_those_of_the_day():
    offer = market_offer("H100 SXM5 80GB", DAY)
    assert BY_NAME["H100 SXM5 80GB"].price * HOUR == pytest.approx(offer.price)
    assert math.isnan(BY_NAME["Maia 100"].price)


def test_a_plan_has_its_own_price_of_what_it_names():
    own = PARTS.prices("H100 SXM5 80GB", 1.0)
    market = PARTS.prices("H100 SXM5 80GB", None)
    differs = np.flatnonzero((own != market) & ~(np.isnan(own) & np.isnan(market)))
    assert differs.tolist() == [PLACE["H100 SXM5 80GB"]]
    assert own[PLACE["H100 SXM5 80GB"]] == 1
    assert np.array_equal(PARTS.prices("", 1.0), market, equal_nan=True)


@pytest.mark.parametrize(
    ("name", "traded", "offered"),
    [
        ("H100 SXM5 80GB", True, True),
        ("H20 96GB", True, True),
        ("Maia 100", False, False),
        ("B100", False, False),
        ("MI455X (Helios)", True, False),
        ("Max 1550 (Ponte Vecchio)", False, False),
    ],
)
def test_what_can_be_had(name, traded, offered):
    assert (BY_NAME[name].traded, BY_NAME[name].offered) == (traded, offered)


def test_what_came_out_later_could_not_be_had():
    early = {part.name: part for part in list_parts(datetime.date(2025, 2, 28)).parts}
    assert not early["B300"].offered
    assert early["H100 SXM5 80GB"].offered


def test_domains_count_those_that_links_reach():
    assert BY_NAME["H100 SXM5 80GB"].domain == 8
    assert BY_NAME["H100 NVL"].domain == 2
    assert BY_NAME["L40S"].domain == 0  # its links go through the host


def test_numbers_lie_along_the_axis_of_options():
    leaf = option_leaf("fit_peak", "chat", np.array([1.0, 2.0]))
    assert leaf.value.shape == (1, 2, 1)
