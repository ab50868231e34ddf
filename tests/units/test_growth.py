import contextlib
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flopwatt.units import UnitError, growth_per, read_growth

MONTH, YEAR, DAY = 730.5 * 3600, 8766 * 3600.0, 86400.0


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("10 %/month", math.log(1.1) / MONTH), ("10% per month", math.log(1.1) / MONTH),
        ("10 percent a month", math.log(1.1) / MONTH), ("+10%/mo", math.log(1.1) / MONTH),
        ("0.5 %/day", math.log1p(0.005) / DAY), ("-10 %/month", math.log(0.9) / MONTH),
        ("\u221210\u00a0% per month", math.log(0.9) / MONTH),
        ("2x per year", math.log(2) / YEAR), ("2× / year", math.log(2) / YEAR),
        ("3 times every 2 years", math.log(3) / YEAR / 2), ("0.5x per year", -math.log(2) / YEAR),
        ("1x per year", 0), ("doubles every 6 months", math.log(2) / MONTH / 6),
        ("Doubling every 18 mo", math.log(2) / MONTH / 18),
        ("halves every year", -math.log(2) / YEAR),
        ("10 %/3 months", math.log(1.1) / MONTH / 3), ("0 %/month", 0), ("-0 %/month", 0),
        ("1000 % a month", math.log(11) / MONTH),
    ],
)  # fmt: skip
def test_growth_as_people_say_it(text: str, rate: float) -> None:
    found = read_growth(text)
    assert found == pytest.approx(rate, rel=1e-14)
    assert math.copysign(1, found) == 1 or rate < 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0.1", "unit-needed"), ("10 %", "unit-needed"), ("10 % per", "unit-needed"),
        ("0.1/month", "unit-needed"), ("2x", "unit-needed"), ("10 % 3", "unit-needed"),
        ("-100 %/month", "out-of-range"), ("-150 %/month", "out-of-range"),
        ("0x per year", "out-of-range"), ("10 %/GPU", "wrong-unit"), ("5 GPU", "wrong-unit"),
        ("10 %/fortnight", "unknown-unit"), ("doubles", "bad-number"), ("", "bad-number"),
        ("doubles every 0 days", "bad-number"), ("doubles every -1 day", "bad-number"),
        ("doubles every 3", "unit-needed"), ("1,5 %/month", "bad-number"), ("nan", "not-finite"),
        ("1e400 %/month", "not-finite"), ("5" * 120, "bad-number"), ("fast", "bad-number"),
    ],
)  # fmt: skip
def test_what_is_refused(text: str, code: str) -> None:
    with pytest.raises(UnitError) as caught:
        read_growth(text)
    assert caught.value.code == code
    assert caught.value.allowed or code in ("not-finite", "unknown-unit")


def test_back_to_a_growth_per_period() -> None:
    rate = read_growth("10 %/month")
    assert growth_per(rate) == pytest.approx(0.1, rel=1e-14)
    assert growth_per(rate, "year") == pytest.approx(1.1**12 - 1, rel=1e-14)
    assert growth_per(rate, "6 months") == pytest.approx(1.1**6 - 1, rel=1e-14)
    assert growth_per(1.0, "year") == math.inf


@settings(deadline=5000)
@given(st.floats(-99.99, 1e6), st.sampled_from(["day", "month", "year"]))
def test_a_percentage_comes_back(percent: float, period: str) -> None:
    rate = read_growth(f"{percent!r} %/{period}")
    assert growth_per(rate, period) == pytest.approx(percent / 100, rel=1e-11, abs=1e-300)


@settings(deadline=5000)
@given(
    st.one_of(st.text(), st.text(alphabet="0123456789.-+%x ×/permonthdoublesevery", max_size=30))
)
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(UnitError):
        assert math.isfinite(read_growth(text))
