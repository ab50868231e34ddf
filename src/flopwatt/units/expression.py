"""Reads a unit: words joined by /, *, "per", hyphens and spaces, with powers and brackets.

A hyphen or a space binds tighter than a slash, as people mean it: USD/GPU-hour is dollars for
one GPU during one hour. A product sign after a slash has two readings and is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from flopwatt.units import table
from flopwatt.units.errors import UnitError, quoted
from flopwatt.units.number import clean
from flopwatt.units.spelling import look_up, refusal

LONGEST = 100  # letters; nobody writes a longer unit, and it bounds the work


@dataclass(frozen=True)
class Unit:
    """A unit: what one of it is worth in canonical base words, and what it measures."""

    text: str
    factor: float
    dimension: table.Dimension


class Part(NamedTuple):
    """One factor of a unit: so many of a word, to a power."""

    word: table.Word | None
    power: int = 1
    scale: int = 1
    qualifier: str = ""

    @property
    def worth(self) -> tuple[int, int]:
        """What the part is worth, as a fraction of whole numbers."""
        up, down = self.word.worth if self.word else (1, 1)
        up *= self.scale
        size = abs(self.power)
        return (up**size, down**size) if self.power > 0 else (down**size, up**size)

    @property
    def dimension(self) -> table.Dimension:
        """What the part measures, its power counted."""
        pairs = self.word.row.dimension if self.word else ()
        old, new = table.QUALIFIERS.get(self.qualifier, ("", ""))
        return tuple((new if base == old else base, n * self.power) for base, n in pairs)


# patterns stay texts until they are used: compiling them all would slow every start
_TOKEN = (
    r"(?P<number>[0-9][0-9_,.]*)"
    r"|(?P<power>(?:\^|\*\*) ?-?[0-9]+|⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
    r"|(?P<word>US\$|[A-Za-zµ]*[$€£¥₹₩¢%×]|[A-Za-z]+CO2(?:eq?)?|[A-Za-zµ]+[0-9]*)"
    r"|(?P<sign>[-/*·()])"
)
_SUPERSCRIPT = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
# one petaflop/s during one day: the customary reading, against the rule for hyphens
_RATE_TIMES_TIME = (
    r"(?P<rate>[A-Za-z]*flop/s)[- ](?P<time>days?|d|hours?|hr|h|months?|years?)(?![A-Za-z])"
)
Tokens = list[tuple[str, str]]  # what kind, which letters; the next one stands last


@lru_cache(maxsize=2048)
def parse_unit(text: str) -> Unit:
    """The worth and dimension of a unit as people write it."""
    return Unit(clean(text), factor(parts(text), text), dimension(parts(text)))


@lru_cache(maxsize=2048)
def parts(text: str) -> tuple[Part, ...]:
    """The factors of a unit in the order written, those below the line with negative power."""
    cleaned = clean(text)
    if len(cleaned) > LONGEST or cleaned.count("(") > 9:
        raise UnitError("unknown-unit", f"{quoted(cleaned)} is too long to be a unit")
    spelled = cleaned
    if "flop/s" in cleaned.lower():
        spelled = re.sub(_RATE_TIMES_TIME, r"(\g<rate>)*\g<time>", cleaned, flags=re.I)
    tokens = _tokens(spelled, cleaned)
    if not tokens:
        return (Part(None),)
    found = _quotient(tokens, cleaned)
    if tokens:
        raise _unreadable(cleaned)
    _refuse_unclear(found)
    return tuple(found)


def factor(pieces: Iterable[Part], text: str = "") -> float:
    """The product of what the parts are worth, rounded once."""
    up = down = 1
    for piece in pieces:
        up *= piece.worth[0]
        down *= piece.worth[1]
    try:
        found = up / down
    except OverflowError:
        found = 0.0
    if not found:
        raise UnitError("not-finite", f"{quoted(text)} is beyond what a number can hold")
    return found


def dimension(pieces: Iterable[Part]) -> table.Dimension:
    """What the parts measure together, as sorted pairs of base word and power."""
    total: dict[str, int] = {}
    for piece in pieces:
        for base, power in piece.dimension:
            total[base] = total.get(base, 0) + power
    return tuple(sorted((base, power) for base, power in total.items() if power))


def times(number: float, worth: float) -> float:
    """The number times a unit's worth; 7 times a hundredth is 0.07 to the last digit."""
    whole = round(1 / worth) if 1e-300 < worth < 1 else 0
    return number / whole if whole and 1 / whole == worth else number * worth


def divided(number: float, worth: float) -> float:
    """The number counted in a unit's worth, the way back of ``times``."""
    whole = round(1 / worth) if 1e-300 < worth < 1 else 0
    return number * whole if whole and 1 / whole == worth else number / worth


def _tokens(text: str, whole: str) -> Tokens:
    found: Tokens = []
    at = 0
    while at < len(text):
        if text[at] == " ":
            at += 1
            continue
        match = re.match(_TOKEN, text[at:])
        if match is None:
            raise _unreadable(whole)
        kind, letters = match.lastgroup or "", match.group()
        found.append(("sign", "/") if letters.lower() == "per" else (kind, letters))
        at += match.end()
    return found[::-1]


def _quotient(tokens: Tokens, whole: str) -> list[Part]:
    """Products joined by slashes and product signs, from left to right."""
    below = bool(tokens) and tokens[-1] == ("sign", "/")
    found = [] if below else _product(tokens, whole)
    while tokens and tokens[-1][1] in ("/", "*", "·"):
        sign = tokens.pop()[1]
        if sign != "/" and below:
            raise UnitError(
                "unknown-unit",
                f"{quoted(whole)} can be read in two ways: does what follows {sign} "
                "stand above or below the line?",
                "brackets or a second slash, e.g. USD/GPU/hour",
            )
        bracketed = bool(tokens) and tokens[-1][1] == "("
        group = _product(tokens, whole)
        if sign == "/":
            below = True
            if not bracketed:
                _refuse_time_by_time(group, whole)
            group = [part._replace(power=-part.power) for part in group]
        found += group
    return found


def _product(tokens: Tokens, whole: str) -> list[Part]:
    """Words side by side or joined by hyphens."""
    found: list[Part] = []
    scale, numbers = 1, 0
    while tokens and tokens[-1][1] not in ("/", "*", "·", ")"):
        kind, letters = tokens.pop()
        if letters == "-" and found and tokens and tokens[-1][0] == "word":
            continue
        if kind == "number" and not found and not numbers:
            scale, numbers = scale * _whole_number(letters, whole), 1
        elif kind == "word" and _scales(letters, tokens):
            scale *= table.SCALES[letters if len(letters) == 1 else letters.lower()]
        elif kind == "word":
            found.append(_word(letters, tokens, whole)._replace(scale=scale))
            scale = 1
        elif letters == "(":
            found += _bracket(tokens, whole)
        else:
            raise _unreadable(whole)
    if scale != 1 or not (found or numbers):
        raise _unreadable(whole)
    return found or [Part(None)]


def _bracket(tokens: Tokens, whole: str) -> list[Part]:
    inner = _quotient(tokens, whole)
    if not tokens or tokens.pop()[1] != ")":
        raise _unreadable(whole)
    power = _power(tokens, whole)
    return [part._replace(power=part.power * power) for part in inner]


def _word(letters: str, tokens: Tokens, whole: str) -> Part:
    qualifier = ""
    if letters in table.QUALIFIERS and tokens and tokens[-1][0] == "word":
        qualifier, letters = letters, tokens.pop()[1]
    word = look_up(letters)
    qualified = table.QUALIFIERS[qualifier][0] if qualifier else ""
    if qualifier and qualified not in dict(word.row.dimension):
        raise UnitError(
            "unknown-unit",
            f"{qualifier} {letters} is no unit we know",
            "paid s, IT W and peak FLOP, with prefixes",
        )
    return Part(word, _power(tokens, whole), qualifier=qualifier)


def _power(tokens: Tokens, whole: str) -> int:
    if not tokens or tokens[-1][0] != "power":
        return 1
    power = int(tokens.pop()[1].lstrip("^* ").translate(_SUPERSCRIPT).lstrip() or "1")
    if not 1 <= abs(power) <= 9:
        raise _unreadable(whole)
    return power


def _scales(letters: str, tokens: Tokens) -> bool:
    """Whether the letters multiply the counted thing that follows, as in million tokens."""
    name = letters if len(letters) == 1 else letters.lower()
    if name not in table.SCALES or not tokens:
        return False
    follower = table.words().get(tokens[-1][1])
    return follower is not None and follower.row.kind in ("count", "flop", "money")


def _whole_number(letters: str, whole: str) -> int:
    digits = letters.replace("_", "").replace(",", "")
    if not digits.isdecimal() or int(digits) == 0 or re.search(r",(?![0-9]{3}(?![0-9]))", letters):
        raise _unreadable(whole)
    return int(digits)


def _refuse_unclear(found: list[Part]) -> None:
    """Some spellings are clear only beside others: Gb/s is bits, Gb alone may be either."""
    below = {base for part in found for base, power in part.dimension if power < 0}
    for part in found:
        if part.word and part.word.row.beside and not part.word.row.beside & below:
            raise refusal(part.word, part.word.text)


def _refuse_time_by_time(group: list[Part], whole: str) -> None:
    times = [part for part in group if part.dimension == (("second", 1),)]
    if len(times) > 1:
        raise UnitError(
            "unknown-unit",
            f"{quoted(whole)} divides by one time and another; it can be read in two ways",
            "brackets, e.g. (USD/hour)*day",
        )


def _unreadable(whole: str) -> UnitError:
    return UnitError(
        "unknown-unit",
        f"{quoted(whole)} cannot be read as a unit",
        "unit words joined by /, per, - or *, e.g. USD/GPU/hour",
    )
