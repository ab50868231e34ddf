"""Numbers, suffixes and units as people write them; rows are of peers/users.md, section 5."""

import contextlib
import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from flopwatt.problems import CODES
from flopwatt.units import UnitError, from_canonical, parse_unit, read_amount, read_quantity, table

HOUR, DAY = 3600.0, 86400.0
PRICE = "USD/GPU/hour"


def refused(text: str, unit: str, **options: object) -> UnitError:
    with pytest.raises(UnitError) as caught:
        read_quantity(text, unit, **options)  # type: ignore[arg-type]
    return caught.value


@pytest.mark.parametrize(
    "text",
    [
        "70b", "70B", "70 B", "70e9", "7E10", "70_000_000_000", "70,000,000,000", "70 000 000 000",
        "70\u2009000\u2009000\u2009000", "+70B", "70 billion", "70 billion parameters", "70Bn",
        "70B params", "70 Bparams", "70000000000", "070B", "0.07T", ".07T", "70.B", "70\u00a0B",
        "70000 million", "70,000,000.0k", "70e3M",
    ],
)  # fmt: skip
def test_row_1_one_count_in_many_spellings(text: str) -> None:
    assert read_quantity(text, "param") == 70e9


def test_row_2_a_small_bare_count_is_refused() -> None:
    error = refused("70", "param")
    assert error.code == "unit-needed"
    assert error.message == "70 alone is not clear: 70 parameters, or are billions meant?"
    assert error.allowed == "parameters, e.g. 70B"
    assert read_quantity("70", "param", bare=True) == 70
    assert refused("70_000", "param").code == "unit-needed"


@pytest.mark.parametrize("text", ["2T", "2T tokens", "2 trillion tokens", "2000 Btok", "2e12 tok"])
def test_row_3_tokens(text: str) -> None:
    assert read_quantity(text, "token") == 2e12


def test_row_3_no_digit_is_lost() -> None:
    assert read_quantity("15.6T tokens", "token") == 15.6e12
    assert read_quantity("7 %", "%") == 0.07
    assert read_quantity("5 USD/Mtoken", "USD/token") == 5e-6
    assert from_canonical(5e-6, "USD/Mtoken") == 5


@pytest.mark.parametrize("text", ["2TB", "500 GB", "500 GiB"])
def test_row_4_bytes_are_not_tokens(text: str) -> None:
    error = refused(text, "token")
    assert error.code == "wrong-unit"
    assert error.message == f"{text} measures bytes, not tokens"
    assert error.allowed == "tokens, e.g. 2T tokens"


@pytest.mark.parametrize("text", ["2T words", "400 TFLOP/s", "5 USD", "18 months", "40 %"])
def test_row_6_words_and_others_are_not_tokens(text: str) -> None:
    assert refused(text, "token").code == "wrong-unit"


@pytest.mark.parametrize("text", ["8xH100", "8 x H100", "8*H100", "H100x8", "8 A100"])
def test_row_7_a_card_is_not_a_count(text: str) -> None:
    assert refused(text, "GPU").code in ("unknown-unit", "bad-number")


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("$2.50/GPU/hour", 2.5 / HOUR), ("2.50 USD/GPU/hour", 2.5 / HOUR),
        ("$2.50 per GPU-hour", 2.5 / HOUR), ("2.5 $/GPU/h", 2.5 / HOUR),
        ("$2.50/hr", 2.5 / HOUR), ("US$ 2.50 / hour", 2.5 / HOUR), ("250 cents/hour", 2.5 / HOUR),
        ("60 USD/day", 2.5 / HOUR), ("-$2.50/hr", -2.5 / HOUR), ("$-2.50/hr", -2.5 / HOUR),
        ("\u22122.50 USD/hour", -2.5 / HOUR),
    ],
)  # fmt: skip
def test_row_17_prices(text: str, amount: float) -> None:
    assert read_quantity(text, PRICE, accepts=("USD/hour",)) == pytest.approx(amount, rel=1e-15)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("USD 2.5", 2.5), ("$2.5M", 2.5e6), ("$2.5 million", 2.5e6), ("2.5 k$", 2500),
        ("2.5k USD", 2500), ("2.5 MUSD", 2.5e6), ("$5 USD", 5), ("5 dollars", 5), ("0", 0),
    ],
)  # fmt: skip
def test_row_17_money(text: str, value: float) -> None:
    assert read_quantity(text, "USD") == value


@pytest.mark.parametrize("text", ["2,50 €", "€2.50", "£3/hour", "5 EUR", "EUR 5", "5 CNY/GPU/h"])
def test_row_17_other_money(text: str) -> None:
    error = refused(text, PRICE)
    assert error.code == "wrong-unit"
    assert "needs a dated rate to USD" in error.message


@pytest.mark.parametrize("unit", ["FLOP/peak FLOP", "s/paid s", "%"])
def test_row_19_shares(unit: str) -> None:
    for text in ("45%", "45 %", "45 percent", "0.45"):
        assert read_quantity(text, unit) == 0.45
    error = refused("45", unit)
    assert (error.code, error.allowed, error.nearest) == ("unit-needed", "45 %", "45 %")
    error = refused("1.04", unit)
    assert (error.code, error.allowed) == ("unit-needed", "1.04 % or 104 %")
    # the bounds of a quantity are its own; a negative share reads well
    assert read_quantity("-0.1", unit) == -0.1


def test_row_19_a_named_share_is_not_another() -> None:
    assert read_quantity("0.9 s/paid s", "s/paid s") == 0.9
    assert refused("0.9 s/paid s", "FLOP/peak FLOP").code == "wrong-unit"


def test_row_22_overheads() -> None:
    assert read_quantity("1.25", "W/IT W", bare=True) == 1.25
    assert read_quantity("125 %", "W/IT W") == 1.25
    assert read_quantity("30%", "W/IT W") == 0.3  # out of its bounds, which the caller knows


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("8 GB", "byte", 8e9), ("8 GiB", "byte", 8 * 2**30), ("512 bytes", "byte", 512),
        ("900 GB/s", "byte/s", 900e9), ("400 Gb/s", "byte/s", 50e9), ("400 Gbps", "byte/s", 50e9),
        ("400 Gbit/s", "byte/s", 50e9), ("989 TFLOPS", "FLOP/s", 989e12),
        ("400 TFLOP/s per GPU", "FLOP/s/GPU", 400e12),
    ],
)  # fmt: skip
def test_row_41_bytes_bits_and_arithmetic(text: str, unit: str, value: float) -> None:
    assert read_quantity(text, unit) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    ("text", "unit", "code"),
    [
        ("80", "byte", "unit-needed"), ("500B", "byte", "unit-needed"),
        ("500 B", "byte", "unit-needed"), ("160000 B/token", "byte/token", "unit-needed"),
        ("500k", "byte", "unit-needed"), ("900 GB", "byte/s", "wrong-unit"),
        ("400 Gb", "byte/s", "unknown-unit"), ("1979 TFLOPs", "FLOP/s", "unknown-unit"),
        ("2.50", PRICE, "unit-needed"), ("2.50 USD", PRICE, "wrong-unit"),
        ("5 parsec", "s", "unknown-unit"),
    ],
)  # fmt: skip
def test_row_41_a_unit_is_required(text: str, unit: str, code: str) -> None:
    error = refused(text, unit)
    assert error.code == code
    assert error.allowed


def test_billions_are_no_bytes_even_where_a_bare_number_is_taken() -> None:
    assert refused("500B", "byte", bare=True).code == "unit-needed"
    assert read_quantity("500", "byte", bare=True) == 500


def test_left_out_words() -> None:
    assert read_quantity("5M/day", "request/day", ("1/day",)) == 5e6 / DAY
    assert read_quantity("5M per day", "request/day", ("1/day",)) == 5e6 / DAY
    assert read_quantity("1500 tokens", "token/request", ("token",)) == 1500
    assert read_quantity("$1.00", "USD/Mtoken", ("USD",)) == 1e-6
    message = refused("5M/day", "request/day").message
    assert message == "5M/day measures events per time, not requests per time"


@pytest.mark.parametrize(
    "text",
    ["$1.00 per million tokens", "$1/Mtok", "1 USD / 1M tokens", "$0.001 per 1k tokens",
     "1 $/Mtoken", "$1,000.0 per billion tokens", "100 cents/1,000,000 tokens", "$1 / M tokens"],
)  # fmt: skip
def test_token_prices(text: str) -> None:
    assert read_quantity(text, "USD/token") == pytest.approx(1e-6, rel=1e-15)


def test_an_amount_keeps_what_was_written() -> None:
    amount = read_amount(" 15.6T  tokens ")
    assert (amount.number, amount.text, amount.suffixed) == (15.6e12, "15.6T tokens", True)
    assert amount.unit == parse_unit("tokens")
    assert read_amount("70").unit is None
    assert not read_amount("70e9").suffixed
    assert read_amount("40 %").number == 40


def test_messages_keep_the_house_rules() -> None:
    for text in ("", "x", "1,2", "5 foo", "5 EUR", "5 TFLOPs", "5 GB", "70", "1:2", "1e999"):
        error = refused(text, "param")
        assert error.code in CODES
        assert str(error) == error.message
        assert not any(word in error.message.lower() for word in ("invalid", "please"))
    with pytest.raises(KeyError):
        UnitError("no-such-code", "")


def test_a_long_or_odd_text_is_quoted_on_one_line() -> None:
    message = refused("5 a\x07" + "b" * 60, "s").message
    assert "\x07" not in message
    assert len(message) < 120


UNITS = st.sampled_from(
    ["param", "token", "USD", PRICE, "byte", "%", "W/IT W", "s", "request/day", "1", "FLOP/s"]
)
LETTERS = "0123456789.,-+eE_ /%$€kMBTmtokenperGPUhday:~×²()"


@settings(deadline=5000)
@given(st.one_of(st.text(), st.text(alphabet=LETTERS, max_size=30)), UNITS, st.booleans())
def test_any_text_is_read_or_refused(text: str, unit: str, bare: bool) -> None:
    with contextlib.suppress(UnitError):
        assert math.isfinite(read_quantity(text, unit, ("USD/hour", "1/day"), bare))


@settings(deadline=5000)
@given(
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(sorted(word for word, found in table.words().items() if not found.row.beside)),
)
def test_a_written_float_is_read_back(value: float, word: str) -> None:
    worth = parse_unit(word).factor
    # beyond these a float cannot hold the product
    assume(not value or abs(value) * min(worth, 1) > 1e-290)
    assume(abs(value) * max(worth, 1) < 1e300)
    found = read_quantity(f"{value!r} {word}", word)
    assert found == pytest.approx(value * worth, rel=1e-15)
    assert from_canonical(found, word) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize(
    ("text", "unit", "told"),
    [
        ("975800000 W", "MWh", "power over a time is energy"),
        ("24 kWh", "MW", "energy over its time is power"),
        ("200 kW", "kVA", "kVA is kW over the power factor"),
        ("8.4 IT kW", "kW", "times a PUE"),
        ("150 MW", "IT MW", "over its PUE"),
    ],
)
def test_what_is_easily_mistaken_is_told_with_what_leads_there(text, unit, told):
    with pytest.raises(UnitError) as refused:
        read_quantity(text, unit)
    assert told in refused.value.allowed
