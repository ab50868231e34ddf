"""Reads the number at the start of a text, with its billions; refuses what has two readings."""

from __future__ import annotations

import math
import re
from typing import NamedTuple, NoReturn

from flopwatt.units.errors import UnitError, quoted

LONGEST = 200  # letters; a longer text is no number, and the limit bounds the work
POINT = "digits with a point, e.g. 1234.5, 1.2e6 or 70B"
POWERS = {
    "k": 3, "thousand": 3,
    "m": 6, "mn": 6, "million": 6,
    "b": 9, "bn": 9, "billion": 9,
    "t": 12, "tn": 12, "trillion": 12,
}  # fmt: skip

_SAME = str.maketrans("\u2212\u2010\u2011\u03bc", "---µ")  # minus, hyphens, the Greek mu
# patterns stay texts until they are used: compiling them all would slow every start
_LOOSE = r"(?:[0-9]{1,3}(?: [0-9]{3})+(?![0-9])(?:\.[0-9]*)?|[0-9.][0-9_,.]*)(?:[eE][+-]?[0-9]+)?"
_SUFFIX = r"(?i) ?(k|mn?|bn?|tn?|thousand|million|billion|trillion)(?![A-Za-zµ])"
_PLAIN = r"[0-9]+(?:_[0-9]+)*(?:\.[0-9]*)?|\.[0-9]+"
_GROUPED = r"[1-9][0-9]{0,2}(?:(?:,[0-9]{3}){2,}(?:\.[0-9]+)?|,[0-9]{3}\.[0-9]+)"
_ONE_COMMA = r"[1-9][0-9]{0,2},[0-9]{3}"


class Number(NamedTuple):
    """A number read off the start of a text, the letters of its suffix, and what follows it."""

    value: float
    suffix: str
    rest: str


def clean(text: str) -> str:
    """The text with every kind of space as one plain space and every minus as a hyphen."""
    return " ".join(text.translate(_SAME).split())


def read_number(text: str, whole: str) -> Number:
    """The number a cleaned text starts with; ``whole`` is what messages quote."""
    sign, body = "", text
    if text[:1] in ("+", "-"):
        sign, body = text[0], text[1:].lstrip()
    match = re.match(_LOOSE, body)
    if match is None or not any(letter.isdigit() for letter in match.group()):
        no_number(whole)
    digits, _, power = match.group().lower().partition("e")
    rest = body[match.end() :]
    _refuse_date_or_range(sign + match.group(), rest, whole)
    digits = _point_form(digits, whole)
    suffix = re.match(_SUFFIX, rest)
    letters = suffix.group(1) if suffix else ""
    if letters == "m":
        raise UnitError(
            "bad-number", f"the m of {quoted(whole)} can be read as milli or as million",
            "M or million for a million",
        )  # fmt: skip
    ten = int(power or 0) + POWERS.get(letters.lower(), 0)
    value = _finite(float(f"{sign}{digits}e{ten}"), digits, whole)
    return Number(value, letters, rest[suffix.end() if suffix else 0 :].strip())


def no_number(whole: str) -> NoReturn:
    """Says why a text is no number, in the words of what it looks like."""
    low = whole.lower().lstrip("+-. ")
    shown = quoted(whole)
    if low in ("nan", "inf", "infinity"):
        raise UnitError("not-finite", f"{shown} is not a finite number", POINT)
    if not whole:
        raise UnitError("bad-number", "nothing is written here", POINT)
    if low in ("yes", "no", "on", "off", "true", "false"):
        raise UnitError("bad-number", f"{shown} is a yes or no, not a number", POINT)
    if re.match(r"[~≈<>≤≥±]|(about|approx|around|ca|circa|under|over|up to)\b", low):
        raise UnitError(
            "bad-number",
            f"{shown} is not one number",
            "one number; say how sure you are with low and high",
        )
    raise UnitError("bad-number", f"{shown} does not start with a number in digits", POINT)


def _point_form(digits: str, whole: str) -> str:
    """The digits as Python reads them, once it is sure which mark is the decimal one."""
    digits = digits.replace(" ", "")
    if re.fullmatch(_PLAIN, digits) or re.fullmatch(_GROUPED, digits):
        return digits.replace("_", "").replace(",", "")
    shown = quoted(whole)
    if re.fullmatch(_ONE_COMMA, digits):
        one, other = digits.replace(",", ""), digits.replace(",", ".")
        raise UnitError(
            "bad-number",
            f"{digits} can be read as {one} or as {other}",
            f"{one} or {other}",
        )
    head, comma, tail = digits.rpartition(",")
    if comma and "," not in head and tail.isdigit():
        point = head.replace(".", "") + "." + tail
        raise UnitError("bad-number", f"{shown} has a comma where we read a point", point)
    if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{3}){2,}", digits):
        plain = digits.replace(".", "")
        raise UnitError("bad-number", f"{shown} has more than one decimal point", plain)
    raise UnitError("bad-number", f"{shown} cannot be read as a number", POINT)


def _refuse_date_or_range(number: str, rest: str, whole: str) -> None:
    shown = quoted(whole)
    if re.fullmatch(r"[0-9]{4}", number) and re.match(r"-[0-9]{1,2}(-|$)", rest):
        raise UnitError("bad-number", f"{shown} is a date, not a number", POINT)
    if re.match(r" ?:", rest):
        raise UnitError("bad-number", f"{shown} is a time of day, not a number", POINT)
    if re.match(r" ?(-|–|—|to|±|\+/-|\+-)[ ~$]*[0-9.]", rest):
        raise UnitError(
            "bad-number", f"{shown} is a range, not one number",
            "one number; a range is written with low and high",
        )  # fmt: skip
    if re.fullmatch(r" ?/[0-9./ ]+", rest):
        raise UnitError("bad-number", f"{shown} is a fraction", "a decimal number, e.g. 0.5")
    if re.match(r" ?[0-9]", rest):
        raise UnitError("bad-number", f"{shown} has two numbers side by side", POINT)


def _finite(value: float, digits: str, whole: str) -> float:
    if not math.isfinite(value):
        raise UnitError("not-finite", f"{quoted(whole)} is too large for a number")
    if value == 0 and any(digit in "123456789" for digit in digits):
        raise UnitError("bad-number", f"{quoted(whole)} is too small for a number")
    return value + 0.0  # turns -0 into 0
