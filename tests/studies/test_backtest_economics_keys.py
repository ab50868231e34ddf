"""Keys as tables of published economics write them."""

import pytest

from flopwatt.studies.backtest_economics_keys import Key, UnsaidError, read_key
from flopwatt.studies.run import load_vocabulary


@pytest.mark.parametrize(
    ("text", "section", "entry", "name"),
    [
        ("training.run.cost", "training", "run", "cost"),
        ("training.cost", "training", "", "cost"),
        ("models.m.params.active.all", "models", "m", "params.active.all"),
        ("training.run.wall_clock", "training", "run", "held_for"),
        ("products.p.spend", "products", "p", "cost_per_day"),
        ("reliability.duration", "training", "", "observed_for"),
        ("reliability.checkpoint_time", "training", "", "checkpoint_time"),
        ("buying.discount", "offer", "", "reserved_discount"),
        ("own.opex_share", "asset", "", "operating"),
    ],
)
def test_what_is_given(text, section, entry, name):
    assert read_key(text) == Key(section, entry, (name,))


def test_what_is_asked_may_be_called_otherwise():
    assert read_key("training.run.wall_clock", asked=True).names == ("duration",)
    hour = read_key("own.cost_per_gpu_hour", asked=True)
    assert hour.fields == ("asset.hour.capital", "asset.hour.operating")
    each = "reliability.mtbf_per_accelerator"
    assert read_key(each, asked=True, given={"reliability.interruptions": ""}).names == (
        "mtbf_per_gpu",
    )
    mean = {"reliability.mean_time_between_interruptions": ""}
    assert read_key(each, asked=True, given=mean).names == ("implied_mtbf",)


@pytest.mark.parametrize("text", ["", ".", "cost", "traning.run.cost", "training..cost", "x.y"])
def test_a_key_that_names_nothing_is_told(text):
    with pytest.raises(UnsaidError, match="names nothing"):
        read_key(text)


def test_the_nearest_section_is_told():
    with pytest.raises(UnsaidError, match="nearest: training"):
        read_key("traning.run.cost")


def test_words_of_runs_products_and_offers_are_quantities():
    known = load_vocabulary().by_key
    for text, entity in (
        ("training.run.wall_clock", "run"),
        ("training.run.peak_flops", "run"),
        ("reliability.duration", "run"),
        ("reliability.overhead", "run"),
        ("reliability.mtbf_per_accelerator", "run"),
        ("products.p.spend", "product"),
        ("products.p.revenue", "product"),
        ("products.p.margin", "product"),
        ("buying.discount", "offer"),
        ("buying.threshold_utilisation", "offer"),
        ("own.life", "asset"),
    ):
        for name in read_key(text, asked=True).names:
            assert (entity, name) in known, text
