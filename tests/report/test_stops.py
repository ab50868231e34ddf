"""What a slider moves through."""

import pytest

from flopwatt.plan.values import read_value
from flopwatt.report.stops import make_stops


@pytest.fixture
def quantity(vocabulary):
    return lambda entity, key: vocabulary.by_key[entity, key]


def test_the_value_and_its_range_are_met_in_their_places(quantity):
    stops = make_stops(
        quantity("run", "price"), "$2.00 per GPU-hour", "1.00 USD/GPU/hour", "$4 per GPU-hour"
    )
    assert stops.texts[stops.at] == "$2.00 per GPU-hour"
    assert stops.texts[stops.low] == "$1.00 per GPU-hour"
    assert stops.texts[stops.high] == "$4.00 per GPU-hour"
    # 1.6 times past each end, worked out by hand: 1 / 1.6 and 4 x 1.6
    assert stops.texts[0].startswith("$0.625")
    assert stops.texts[-1].startswith("$6.40")
    assert 90 < len(stops.texts) < 110


@pytest.mark.parametrize(
    ("entity", "key", "text"),
    [
        ("run", "tokens", "2T tokens"),
        ("run", "mfu", "40 %"),
        ("run", "gpus", "1024"),
        ("product", "requests", "5M per day"),
        ("product", "growth", "doubles every 9 months"),
        ("product", "token_price", "$0.0000004 per token"),
        ("plan", "horizon", "36 months"),
    ],
)
def test_every_stop_is_a_value_that_the_plan_takes(quantity, entity, key, text):
    about = quantity(entity, key)
    stops = make_stops(about, text)
    assert stops.texts[stops.at] == text
    values = [read_value(about, one, None) for one in stops.texts]
    ordered = sorted(values, reverse=values[0] > values[-1])
    assert values == ordered
    assert len(set(stops.texts)) == len(stops.texts)


def test_a_share_ends_at_the_whole(quantity):
    stops = make_stops(quantity("run", "effective_time"), "90 %")
    assert float(stops.texts[-1].removesuffix(" %")) <= 100


@pytest.mark.parametrize(
    ("entity", "key", "text"),
    [
        ("product", "launch", "2026-09-01"),
        ("run", "purpose", "final"),
        ("product", "growth", "0 %/month"),
        ("run", "price", "lots"),
        ("run", "price", ""),
    ],
)
def test_what_cannot_be_scaled_has_no_slider(quantity, entity, key, text):
    assert make_stops(quantity(entity, key), text) is None


def test_a_range_that_contradicts_itself_marks_nothing(quantity):
    stops = make_stops(quantity("run", "mfu"), "40 %", "50 %", "60 %")
    assert (stops.low, stops.high) == (-1, -1)
