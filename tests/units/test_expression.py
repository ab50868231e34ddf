import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flopwatt.units import UnitError, parse_unit

HOUR, MONTH = 3600.0, 730.5 * 3600


@pytest.mark.parametrize(
    "text",
    [
        "USD/GPU/hour", "USD/GPU-hour", "$ per GPU-hour", "usd per gpu per hour", "$/GPU/h",
        "USD/GPU h", "USD/GPUh", "USD / (GPU * hour)", "USD*GPU^-1*hour^-1", "USD GPU⁻¹ h⁻¹",
        "USD·GPU**-1/hr", "USD\u2009per\u00a0GPU hour",
    ],
)  # fmt: skip
def test_one_price_in_many_spellings(text: str) -> None:
    unit = parse_unit(text)
    assert unit.dimension == (("USD", 1), ("accelerator", -1), ("second", -1))
    assert unit.factor == pytest.approx(1 / HOUR, rel=1e-15)


@pytest.mark.parametrize(
    ("text", "factor", "dimension"),
    [
        ("", 1, {}),
        ("1", 1, {}),
        ("1/day", 1 / 86400, {"second": -1}),
        ("/day", 1 / 86400, {"second": -1}),
        ("$ per million tokens", 1e-6, {"USD": 1, "token": -1}),
        ("USD/1M tokens", 1e-6, {"USD": 1, "token": -1}),
        ("USD / 1,000 tokens", 1e-3, {"USD": 1, "token": -1}),
        ("USD/M tokens", 1e-6, {"USD": 1, "token": -1}),
        ("$ per 1k tokens", 1e-3, {"USD": 1, "token": -1}),
        ("$/Mtok", 1e-6, {"USD": 1, "token": -1}),
        ("petaflop/s-day", 86400e15, {"FLOP": 1}),
        ("PFLOP/s days", 86400e15, {"FLOP": 1}),
        ("TFLOPS", 1e12, {"FLOP": 1, "second": -1}),
        ("TFLOPs/s/GPU", 1e12, {"FLOP": 1, "second": -1, "accelerator": -1}),
        ("GFLOPs/token", 1e9, {"FLOP": 1, "token": -1}),
        ("s/paid s", 1, {"second": 1, "paid_second": -1}),
        ("hour/paid hour", 1, {"second": 1, "paid_second": -1}),
        ("W/IT W", 1, {"joule": 1, "it_joule": -1}),
        ("MW per IT kW", 1e3, {"joule": 1, "it_joule": -1}),
        ("TFLOP/s/peak TFLOPS", 1, {"FLOP": 1, "peak_flop": -1}),
        ("FLOP/peak FLOP", 1, {"FLOP": 1, "peak_flop": -1}),
        ("Gb/s", 1.25e8, {"byte": 1, "second": -1}),
        ("Gbps", 1.25e8, {"byte": 1, "second": -1}),
        ("GBps", 1e9, {"byte": 1, "second": -1}),
        ("GiB", 2**30, {"byte": 1}),
        ("KB", 1e3, {"byte": 1}),
        ("kwh", 3.6e6, {"joule": 1}),
        ("Mw", 1e6, {"joule": 1, "second": -1}),
        ("MWH", 3.6e9, {"joule": 1}),
        ("Min", 60, {"second": 1}),
        ("USD/(h*day)", 1 / 3600 / 86400, {"USD": 1, "second": -2}),
        ("USD/kW/month", 1e-3 / MONTH, {"USD": 1, "joule": -1}),
        ("GPU-hours", HOUR, {"accelerator": 1, "second": 1}),
        ("s^2/s²", 1, {}),
    ],
)
def test_worth_and_dimension(text: str, factor: float, dimension: dict[str, int]) -> None:
    unit = parse_unit(text)
    assert dict(unit.dimension) == dimension
    assert unit.factor == pytest.approx(factor, rel=1e-14)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Gb", "Gb is easily taken for bytes"),
        ("gb", "gb is easily taken for bytes"),
        ("TFLOPs", "TFLOPs can be read as an amount of arithmetic or as a rate"),
        ("TFLOPs/GPU", "TFLOPs can be read as an amount of arithmetic or as a rate"),
        ("mw", "mw is not clear; write MW or mW"),
        ("mtok", "mtok is not clear; write Mtok"),
        ("B", "B alone is billion, not bytes"),
        ("USD/h*GPU", "USD/h*GPU can be read in two ways"),
        ("USD/h-day", "USD/h-day divides by one time and another"),
        ("paid GPU", "paid GPU is no unit we know"),
        ("xH100", "xH100 is no unit we know"),
        ("USD/", "USD/ cannot be read as a unit"),
        ("per", "per cannot be read as a unit"),
        ("USD//h", "USD//h cannot be read as a unit"),
        ("(USD", "(USD cannot be read as a unit"),
        ("USD)", "USD) cannot be read as a unit"),
        ("s^0", "s^0 cannot be read as a unit"),
        ("s^99", "s^99 cannot be read as a unit"),
        ("USD/1M", "M is no unit we know"),
        ("USD/million", "million is no unit we know"),
        ("USD/1.5 tokens", "USD/1.5 tokens cannot be read as a unit"),
        ("USD/0 tokens", "USD/0 tokens cannot be read as a unit"),
        ("USD/1,00 tokens", "USD/1,00 tokens cannot be read as a unit"),
        ("a\x00b", "cannot be read as a unit"),
        ("s*" * 80, "is too long to be a unit"),
        ("(" * 20 + "s" + ")" * 20, "is too long to be a unit"),
    ],
)
def test_what_is_refused(text: str, said: str) -> None:
    with pytest.raises(UnitError) as caught:
        parse_unit(text)
    assert caught.value.code == "unknown-unit"
    assert said in caught.value.message


def test_the_nearest_word_is_offered() -> None:
    with pytest.raises(UnitError) as caught:
        parse_unit("USD/toknes")
    assert caught.value.nearest == "tokens"


def test_a_unit_beyond_floats_is_refused() -> None:
    for text in ("YFLOP^9*YFLOP^9", "1/YFLOP^9/YFLOP^9"):
        with pytest.raises(UnitError) as caught:
            parse_unit(text)
        assert caught.value.code == "not-finite"


@pytest.mark.parametrize("text", ["EUR", "€/hour", "GBP/GPU/hour", "¥", "euros"])
def test_other_money_needs_a_rate(text: str) -> None:
    with pytest.raises(UnitError, match="needs a dated rate to USD; write USD") as caught:
        parse_unit(text)
    assert caught.value.code == "wrong-unit"


LETTERS = "1 9.,-/*·()^²⁻_%$×xkMBTsmhdayGPUFLOPtokenperUSDµ"


@settings(deadline=5000)
@given(st.one_of(st.text(), st.text(alphabet=LETTERS, max_size=40)))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(UnitError):
        assert 0 < parse_unit(text).factor < float("inf")
