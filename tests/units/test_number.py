"""Numbers with one reading and with two; rows are of peers/users.md, section 5."""

import math

import pytest

from flopwatt.units import UnitError, read_quantity


def refused(text: str, unit: str, **options: object) -> UnitError:
    with pytest.raises(UnitError) as caught:
        read_quantity(text, unit, **options)  # type: ignore[arg-type]
    return caught.value


@pytest.mark.parametrize(
    ("text", "said", "allowed"),
    [
        ("1,234", "1,234 can be read as 1234 or as 1.234", "1234 or 1.234"),
        ("1,024 GPUs", "1,024 can be read as 1024 or as 1.024", "1024 or 1.024"),
        ("1.234,5", "has a comma where we read a point", "1234.5"),
        ("2,50", "has a comma where we read a point", "2.50"),
        ("0,500", "has a comma where we read a point", "0.500"),
        ("1.234.567", "has more than one decimal point", "1234567"),
        ("1,23,456", "cannot be read as a number", ""),
        ("7__0", "cannot be read as a number", ""),
        ("1.2.3", "cannot be read as a number", ""),
    ],
)
def test_row_18_marks_with_two_readings(text: str, said: str, allowed: str) -> None:
    error = refused(text, "GPU", bare=True)
    assert error.code == "bad-number"
    assert said in error.message
    assert error.allowed.startswith(allowed)


@pytest.mark.parametrize(
    ("text", "value"),
    [("1,234.5", 1234.5), ("1,234,567", 1234567), ("1e6", 1e6), (".5", 0.5), ("+3", 3), ("08", 8),
     ("-4", -4), ("\u22124", -4), ("5.", 5), ("1 234", 1234), ("-0", 0)],
)  # fmt: skip
def test_row_18_marks_with_one_reading(text: str, value: float) -> None:
    found = read_quantity(text, "1", bare=True)
    assert found == value
    assert math.copysign(1, found) == (1 if value >= 0 else -1)


@pytest.mark.parametrize(
    "text", ["NaN", "nan", ".nan", "inf", "-inf", "+Infinity", "-.inf", "1e400", "-1e400 USD",
             "1e300T", "9" * 190 + "e190"],
)  # fmt: skip
def test_row_23_not_finite(text: str) -> None:
    assert refused(text, "1", bare=True).code == "not-finite"


def test_row_23_after_the_unit_is_counted() -> None:
    assert refused("1e300 YFLOP", "FLOP").code == "not-finite"
    assert refused("1e-400", "1", bare=True).code == "bad-number"
    assert refused("1e-310 nm/GiB", "1").code == "unknown-unit"
    assert refused("1e-320 ns/year/year", "1/s").code == "bad-number"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "nothing is written here"),
        (" \t", "nothing is written here"),
        ("no", "no is a yes or no, not a number"),
        ("on", "on is a yes or no, not a number"),
        ("true", "true is a yes or no, not a number"),
        ("12:30", "12:30 is a time of day, not a number"),
        ("2026-07-14", "2026-07-14 is a date, not a number"),
        ("5-6 days", "5-6 days is a range, not one number"),
        ("5–6 days", "5–6 days is a range, not one number"),
        ("$5 to $6", "$5 to $6 is a range, not one number"),
        ("5 ± 1", "5 ± 1 is a range, not one number"),
        ("1/2", "1/2 is a fraction"),
        ("~5", "~5 is not one number"),
        ("about 5", "about 5 is not one number"),
        ("five", "five does not start with a number in digits"),
        ("$", "$ does not start with a number in digits"),
        ("-", "- does not start with a number in digits"),
        (".", ". does not start with a number in digits"),
        ("--5", "--5 does not start with a number in digits"),
        ("-$-5", "-$-5 does not start with a number in digits"),
        ("5 5", "5 5 has two numbers side by side"),
        ("\u0665", "\u0665 does not start with a number in digits"),
        ("5m tokens", "the m of 5m tokens can be read as milli or as million"),
        ("7" * 201, "is too long to be a number"),
    ],
)
def test_row_38_texts_that_are_no_number(text: str, said: str) -> None:
    error = refused(text, "token")
    assert error.code == "bad-number"
    assert said in error.message
    assert error.allowed
