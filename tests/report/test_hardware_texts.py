"""How accelerators read side by side."""

import datetime
import math

import pytest

from flopwatt.report.hardware_texts import (
    alike,
    amount,
    grouped,
    names_text,
    offers_text,
    part_text,
    price_text,
    runs_text,
    unit_text,
)
from flopwatt.studies.hardware import study_hardware
from flopwatt.studies.hardware_parts import Part, list_parts
from flopwatt.studies.hardware_rows import ServingRow
from flopwatt.studies.hardware_units import Size


def part(status="shipping", traded=True, offered=True):
    return Part("X1", status, "2027-03", traded, offered, math.nan, 8)


def test_an_amount_is_less_the_words_beside_it_or_not_known():
    assert amount(3600 * 2e6, "GPU-hour", " GPU-hours") == "2M"
    assert amount(math.nan, "USD") == "not known"


def test_nobody_asks_a_price_for_what_is_not_traded():
    assert price_text(part(traded=False), math.nan, "USD") == "none"
    assert price_text(part(), math.nan, "USD") == "not known"
    assert price_text(part(), 5.0, "USD") == "$5"


@pytest.mark.parametrize(
    ("given", "planned", "text"),
    [
        (part(), False, "X1"),
        (part(), True, "X1, as planned"),
        (part("preliminary", offered=False), False, "X1, preliminary"),
        (part("captive", traded=False, offered=False), False, "X1, captive, not sold or rented"),
        (part("not sold", traded=False, offered=False), False, "X1, not sold or rented"),
        (part(offered=False), False, "X1, out 2027-03"),
    ],
)
def test_a_part_says_what_keeps_it_from_being_had(given, planned, text):
    assert part_text(given, planned=planned) == text


@pytest.mark.parametrize(
    ("size", "planned", "text"),
    [
        (Size(8, 1, 1, 8), False, "8 x X1"),
        (Size(8, 2, 1, 8), True, "16 x X1, as planned, in 2 stages"),
        (Size(1, 1, 32, 32), True, "32 x X1, as planned, dp 32, ep 32"),
        (Size(8, 1, 2, 8), False, "16 x X1, dp 2"),
    ],
)
def test_a_unit_says_its_size_its_stages_and_its_replicas(size, planned, text):
    assert unit_text(ServingRow(part(), True, size=size, planned=planned)) == text


def test_prices_say_how_many_offers_of_when_they_rest_on():
    """MI325X has one offer, MI300X five; a price that the plan gives rests on none."""
    parts = {one.name: one for one in list_parts(datetime.date(2026, 9, 1)).parts}
    one, five = (ServingRow(parts[n], True, hourly=parts[n].price) for n in ("MI325X", "MI300X"))
    given = ServingRow(parts["H100 NVL"], True, hourly=1e-3)
    assert offers_text([one, five, five, given]) == (
        "Offers behind the prices: MI325X 1 (tensorwave alone, 2026-05-18); "
        "MI300X 5 (2026-05-18 to 2026-08-19)."
    )
    assert offers_text([given]) == ""


def test_many_names_are_told_in_part():
    assert names_text(list("abcdef")) == "a, b, c, d, e, f"
    assert names_text(list("abcdefgh")) == "a, b, c, d, e, f and 2 more"


def test_names_are_grouped_by_what_is_said():
    assert grouped([("x", "a"), ("y", "b"), ("x", "c")]) == {"x": ["a", "c"], "y": ["b"]}


def test_runs_that_come_to_the_same_are_told_once(plan):
    run = {"accelerator": "H100", "gpus": 8, "tokens": "1T", "mfu": "40 %"}
    plan["training"] = {
        "base": {**run, "every": "20 months"},
        "other": {**run, "gpus": 16},
        "idle": {"cost": "$1"},
        "lost": {"cost": "$1"},
    }
    names = [names for _, names in alike(study_hardware(plan))]
    assert names == [["base", "base-v2", "base-v3"], ["other"], ["idle"], ["lost"]]
    assert [runs_text(one) for one in names[:2]] == ["base and 2 like it", "other"]
