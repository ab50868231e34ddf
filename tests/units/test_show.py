import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from flopwatt.units import exact, parse_unit, read_quantity, show

HOUR, DAY, MONTH = 3600.0, 86400.0, 730.5 * 3600


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (1458333.33, "USD", "$1.46M"), (228e3, "USD", "$228k"), (1.98e9, "USD", "$1.98B"),
        (0.0015, "USD", "$0.0015"), (7500, "USD", "$7,500"), (7512.3, "USD", "$7,510"),
        (2.5, "USD", "$2.50"), (250, "USD", "$250"), (12.345, "USD", "$12.35"),
        (0.5, "USD", "$0.50"), (0.123, "USD", "$0.123"), (999.999, "USD", "$1,000"),
        (9999.99, "USD", "$10k"), (999_999, "USD", "$1M"), (0, "USD", "$0"), (-0.0, "USD", "$0"),
        (-1458333.33, "USD", "-$1.46M"), (1e18, "USD", "$1e18"), (1e-9, "USD", "$1e-9"),
        (2.5 / HOUR, "USD/GPU/hour", "$2.50 per GPU-hour"),
        (2.5 / HOUR, "USD/hour/GPU", "$2.50 per GPU-hour"),
        (0.0015, "USD/request", "$0.0015 per request"),
        (1e-6, "USD/Mtoken", "$1.00 per million tokens"),
        (1.25e-6, "USD/Mtoken", "$1.25 per million tokens"),
        (1.25e-6, "USD per 1M tokens", "$1.25 per million tokens"),
        (87.1e3 / DAY, "USD/day", "$87.1k per day"), (0.08 / 3.6e6, "USD/kWh", "$0.08 per kWh"),
        (15e-3 / MONTH, "USD/kW/month", "$15.00 per kW-month"), (25e3, "USD/GPU", "$25k per GPU"),
    ],
)  # fmt: skip
def test_money(value: float, unit: str, text: str) -> None:
    assert show(value, unit) == text


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (583333.33 * HOUR, "GPU-hour", "583k GPU-hours"), (HOUR, "GPUh", "1 GPU-hour"),
        (95712, "GPU", "95.7k GPUs"), (1024, "GPU", "1,024 GPUs"), (1, "GPU", "1 GPU"),
        (0, "GPU", "0 GPUs"), (-1, "GPU", "-1 GPU"), (1024.4, "GPU", "1,020 GPUs"),
        (70e9, "param", "70B params"), (2e12, "token", "2T tokens"),
        (2.5e12, "Mtoken", "2.5T tokens"),
        (1500, "token/request", "1,500 tokens per request"),
        (5e6 / DAY, "request/day", "5M requests per day"), (50, "token/s", "50 tokens per second"),
        (1200, "token/s/GPU", "1,200 tokens per second per GPU"), (3 / DAY, "1/day", "3 per day"),
        (8, "1", "8"), (8, "", "8"), (1 / 3, "1", "0.333"), (1.9, "x", "1.9×"),
        (0.004, "x", "0.004×"),
        (1.25, "W/IT W", "1.25"), (0.4, "FLOP/peak FLOP", "40 %"), (0.95, "s/paid s", "95 %"),
        (0.004, "%", "0.4 %"), (0.456, "%", "46 %"), (0.995, "%", "99.5 %"), (1, "%", "100 %"),
        (1.04, "%", "104 %"), (12.34, "%", "1,200 %"), (0.5, "ratio", "50 %"), (0, "%", "0 %"),
        (384, "count", "384"), (7.5, "count", "7.5"), (129280, "count", "129k"),
    ],
)  # fmt: skip
def test_counts_and_shares(value: float, unit: str, text: str) -> None:
    assert show(value, unit) == text


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (8.4e23, "FLOP", "8.4e23 FLOP"), (1.4e11, "FLOP/token", "1.4e11 FLOP/token"),
        (6, "FLOP/param/token", "6 FLOP/param/token"), (4e14, "FLOP/s/GPU", "400 TFLOP/s per GPU"),
        (4e14, "TFLOPS", "400 TFLOP/s"), (1.5e21, "FLOP/s", "1.5 ZFLOP/s"),
        (989e12, "peak FLOP/s", "989 peak TFLOP/s"), (5e11, "FLOP/s/W", "500 GFLOP/s per W"),
        (217e6, "MW", "217 MW"), (0.41e6, "MW", "410 kW"), (1.32e12 * HOUR, "TWh", "1.32 TWh"),
        (0.3 * HOUR, "kWh", "0.3 Wh"), (253e6, "VA", "253 MVA"), (700, "W/GPU", "700 W per GPU"),
        (0.39, "J/token", "0.39 J per token"), (5e9, "J", "5 GJ"), (1e9, "IT kW", "1 IT GW"),
        (999.9e3, "W", "1 MW"), (1.12e12, "GB", "1.12 TB"), (131 * 2**30, "GiB", "131 GiB"),
        (2**40, "GiB", "1 TiB"), (512, "byte", "512 bytes"), (1, "byte", "1 byte"),
        (3.35e12, "byte/s", "3.35 TB/s"), (9e11, "byte/s/GPU", "900 GB/s per GPU"),
        (5e10, "Gbps", "400 Gbit/s"), (5e10, "Gbit/s", "400 Gbit/s"),
        (1e12 / DAY, "byte/day", "1 TB per day"),
        (328e3, "byte/token", "328 kB per token"), (2, "byte/param", "2 bytes per param"),
        (194.44 * DAY, "day", "194 days"), (97222.2 * DAY, "day", "266 years"),
        (5.5 * HOUR, "hour", "5.5 hours"), (24 * DAY, "day", "24 days"), (DAY, "hour", "1 day"),
        (18 * MONTH, "month", "18 months"), (0.25, "s", "250 ms"), (90, "s", "1.5 minutes"),
        (0.025, "s/token", "25 ms per token"), (0, "day", "0 days"), (2e-10, "s", "0.2 ns"),
        (6 * MONTH, "quarter", "2 quarters"), (100, "s^2", "100 s^2"),
        (0.1 / MONTH, "%/month", "10 % per month"), (7, "paid s", "7 paid second"),
    ],
)  # fmt: skip
def test_physical_things(value: float, unit: str, text: str) -> None:
    assert show(value, unit) == text


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [(344e6, "USD", "$340M"), (12.345, "USD", "$12"), (2.5, "USD", "$2.50"),
     (1024, "GPU", "1,000 GPUs"),
     (194.44 * DAY, "day", "190 days"), (8.44e23, "FLOP", "8.4e23 FLOP"), (217e6, "W", "220 MW")],
)  # fmt: skip
def test_two_digits(value: float, unit: str, text: str) -> None:
    assert show(value, unit, digits=2) == text


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (1458333.33, "USD", "1,458,333.33 USD"),
        (583333.33 * HOUR, "GPU-hour", "583,333.33 GPU-hours"),
        (2.5 / HOUR, "USD/GPU/hour", "2.5 USD/GPU/hour"), (8.4e23, "FLOP", "8.4e23 FLOP"),
        (70e9, "param", "70,000,000,000 params"), (2e12, "token", "2,000,000,000,000 tokens"),
        (0.4, "%", "40 %"), (0.4, "FLOP/peak FLOP", "0.4 FLOP/peak FLOP"), (1, "GPU", "1 GPU"),
        (194.44 * DAY, "day", "194.44 days"), (3 / DAY, "1/day", "3/day"), (8, "1", "8"),
        (-0.0, "USD", "0 USD"), (1e-7, "USD", "1e-7 USD"), (1 / 3, "1", "0.333333333333"),
    ],
)  # fmt: skip
def test_exact(value: float, unit: str, text: str) -> None:
    assert exact(value, unit) == text


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_what_is_not_finite_cannot_be_shown(value: float) -> None:
    for shown in (show, exact):
        with pytest.raises(ValueError, match="cannot be shown"):
            shown(value, "day")


SHOWN = [
    "USD", "USD/GPU/hour", "USD/Mtoken", "USD/request", "USD/day", "USD/kWh", "USD/kW/month", "GPU",
    "GPU-hour", "param", "token", "token/request", "request/day", "token/s/GPU", "1/day", "FLOP",
    "FLOP/s/GPU", "FLOP/param/token", "byte", "GiB", "byte/s", "Gbit/s", "byte/token", "W", "kWh",
    "VA", "J/token", "day", "month", "s/token", "1", "x", "IT W", "peak FLOP/s",
]  # fmt: skip


@settings(deadline=5000)
@given(
    st.floats(1e-15, 1e21) | st.floats(-1e21, -1e-15) | st.integers(-10_000, 10_000),
    st.sampled_from(SHOWN),
)
def test_what_is_shown_is_read_back(value: float, unit: str) -> None:
    text = show(value, unit)
    assume("," not in text)  # 1,234 has two readings, so a reader must be told
    close = 5.1e-2 if unit == "x" else 5.1e-3  # factors are shown with two digits
    assert read_quantity(text, unit, bare=True) == pytest.approx(value, rel=close, abs=1e-300)


@settings(deadline=5000)
@given(st.floats(-1e290, 1e290), st.sampled_from([*SHOWN, "%"]), st.integers(1, 5))
def test_never_a_minus_zero_and_never_nothing_for_something(value, unit, digits) -> None:
    assume(value == 0 or abs(value) > 1e-280)  # below, a float has no digits left to show
    text = show(value, unit, digits)
    assert text.startswith("-") == (value < 0)
    if value and from_zero(text):
        raise AssertionError(f"{value} is shown as {text}")


def from_zero(text: str) -> bool:
    number = text.lstrip("-$").split(" ")[0].split("e")[0]
    return not any(digit in "123456789" for digit in number)


@settings(deadline=5000)
@given(st.floats(1e-12, 1e12), st.sampled_from([*SHOWN, "%"]))
def test_exact_keeps_twelve_digits(value: float, unit: str) -> None:
    number = float(exact(value, unit).split(" ")[0].split("/")[0].replace(",", ""))
    assert number * parse_unit(unit).factor == pytest.approx(value, rel=1e-11)
