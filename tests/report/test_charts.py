"""What charts share: themes, places of labels, and colours that can be told apart."""

import pytest

from flopwatt.report.charts import (
    TOKENS,
    folded,
    nice_top,
    spread_apart,
    text_width,
)

TEXT, MARK = 4.5, 3.0  # least contrast of text and of marks


def _light(color):
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    high, low = sorted((_light(one), _light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_and_marks_stand_out_from_the_page(theme):
    color = TOKENS[theme]
    for name in ("ink", "ink2", "ink3", "training", "inference", "supply", "error"):
        assert contrast(color[name], color["page"]) >= TEXT, name
        assert contrast(color[name], color["sunk"]) >= TEXT, name
    for name in ("neutral1", "focus"):
        assert contrast(color[name], color["page"]) >= MARK, name
    assert contrast("#16181D", "#FFFFFF") == pytest.approx(17.8, abs=0.05)  # worked out apart


def test_all_themes_have_the_same_tokens():
    assert TOKENS["light"].keys() == TOKENS["dark"].keys() == TOKENS["page"].keys()
    assert TOKENS["page"]["ink"] == "var(--ink)"


@pytest.mark.parametrize(
    ("number", "top"),
    [(0, 1.0), (0.5, 0.5), (7, 7), (97, 97), (1_458_333, 1_500_000), (2_980_000, 3_000_000)],
)
def test_an_axis_ends_at_a_round_number(number, top):
    assert nice_top(number) == pytest.approx(top)


def test_labels_move_apart_and_stay_inside():
    assert spread_apart([10, 12, 90], [20, 20, 20], 100) == [10, 30, 80]
    assert spread_apart([50], [10], 100) == [50]
    assert spread_apart([0, 0], [10, 10], 100) == [0, 10]


def test_a_text_is_folded_between_words_and_behind_hyphens():
    assert folded("assistant-by-api and more", 14) == ["assistant-by-", "api and more"]
    assert folded("short", 14) == ["short"]
    assert text_width("abcd", 10) == pytest.approx(21.2)
