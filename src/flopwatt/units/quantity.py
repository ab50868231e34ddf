"""Reads amounts: a number, its billions and its unit, into the one float the formulas use."""

from __future__ import annotations

import functools
import math
import re
from dataclasses import dataclass

from flopwatt.units import table
from flopwatt.units.errors import UnitError, quoted
from flopwatt.units.expression import Unit, divided, parse_unit, times
from flopwatt.units.number import LONGEST, POINT, Number, clean, no_number, read_number
from flopwatt.units.phrases import example, hint, measures, priced
from flopwatt.units.spelling import foreign

_SIGN = r"[+-] ?"
_MONEY = r"(?i)(US\$|\$|USD(?![A-Za-z])|dollars?(?![A-Za-z])) ?"
_FOREIGN = r"[€£¥₹₩]|(?<![A-Za-z])[A-Za-z]+(?![A-Za-z])"


@dataclass(frozen=True)
class Amount:
    """A number and its unit as written; no unit means the number stood bare."""

    number: float
    unit: Unit | None
    text: str
    suffixed: bool  # written with k, M, B, T or the word for it


def read_amount(text: str) -> Amount:
    """The number and unit of a text such as 15.6T tokens, $2.50/GPU/hour or 40 %."""
    return _amount(text)[0]


def read_quantity(text: str, unit: str, accepts: tuple[str, ...] = (), bare: bool = False) -> float:
    """The canonical float of a text for a field measured in ``unit``.

    ``accepts`` are units read as if the left-out words were there: USD/hour where the field is
    USD/GPU/hour. They are written in the field's own words, less those left out.
    ``bare`` takes a number without unit in ``unit``.
    """
    field = parse_unit(unit)
    try:
        amount, suffix = _amount(text)
    except UnitError as error:
        error.allowed = error.allowed or _allowed(field)
        raise
    if amount.unit is None:
        return _scaled(amount, _worth_of_bare(amount, suffix, field, bare))
    given = amount.unit
    _refuse_other_price(amount, given, field)
    if given.dimension == field.dimension or (not given.dimension and _is_ratio(field)):
        return _scaled(amount, given.factor)
    for other in map(parse_unit, accepts):
        if given.dimension == other.dimension:
            return _scaled(amount, given.factor * (field.factor / other.factor))
    _refuse_billion_bytes(amount, suffix, field)
    said = f"{quoted(amount.text)} measures {measures(given)}, not {measures(field)}"
    allowed = "; ".join(part for part in (_allowed(field), hint(given, field)) if part)
    raise UnitError("wrong-unit", said, allowed)


def _refuse_other_price(amount: Amount, given: Unit, field: Unit) -> None:
    """Energy is priced per kWh and capacity per kW-month: one unit, and never one number."""
    if {priced(given), priced(field)} == {"energy", "capacity"}:
        said = f"{quoted(amount.text)} is {measures(given)}, not {measures(field)}"
        raise UnitError("wrong-unit", said, _allowed(field))


def from_canonical(value: float, unit: str) -> float:
    """A canonical value counted in ``unit``."""
    return divided(value, parse_unit(unit).factor)


@functools.lru_cache(maxsize=4096)
def _amount(text: str) -> tuple[Amount, str]:
    whole = clean(text)
    if len(whole) > LONGEST:
        raise UnitError("bad-number", f"{quoted(whole)} is too long to be a number", POINT)
    _refuse_foreign_money(whole)
    number, money = _number(whole)
    letters = number.rest
    if money:
        # $5 USD says the same thing twice
        letters = re.sub(r"^(USD|\$|dollars?)(?![A-Za-z])", "", letters, flags=re.I).strip()
        direct = letters.startswith("/") or not letters
        letters = "USD" + letters if direct else "USD " + letters
    unit = parse_unit(letters) if letters else None
    return Amount(number.value, unit, whole, bool(number.suffix)), number.suffix


def _number(whole: str) -> tuple[Number, bool]:
    """The number at the start, past a dollar sign on either side of the minus."""
    sign = re.match(_SIGN, whole)
    body = whole[sign.end() :] if sign else whole
    money = re.match(_MONEY, body)
    body = body[money.end() :] if money else body
    if money and (not body or (sign and re.match(_SIGN, body))):
        no_number(whole)
    return read_number((sign.group() if sign else "") + body, whole), bool(money)


def _worth_of_bare(amount: Amount, suffix: str, field: Unit, bare: bool) -> float:
    """What 1 stands for where no unit is written, if only one reading exists."""
    _refuse_billion_bytes(amount, suffix, field)
    shown = quoted(amount.text)
    # 70e9 and 70000000000 say what 70B says; only a small number leaves billions open
    plain = amount.suffixed or "e" in amount.text.lower() or abs(amount.number) >= 1e6
    if plain and _is_count(field):
        return 1.0
    if bare or amount.number == 0:
        return field.factor
    if field.dimension == () or _is_ratio(field):
        if abs(amount.number) <= 1:
            return 1.0
        percent = f"{amount.number:.12g} %"
        both = f"{percent} or {amount.number * 100:.12g} %"
        small = abs(amount.number) < 10
        raise UnitError(
            "unit-needed",
            f"{shown} is not clear for a share",
            both if small else percent,
            "" if small else percent,
        )
    if _is_count(field):
        said = f"{shown} alone is not clear: {shown} {measures(field)}, or are billions meant?"
        if field.dimension != (("param", 1),):
            said = f"{shown} alone is not clear; say of what"
        raise UnitError("unit-needed", said, _allowed(field))
    raise UnitError("unit-needed", f"{shown} has no unit; {measures(field)} needs one",
                    _allowed(field))  # fmt: skip


def _scaled(amount: Amount, worth: float) -> float:
    value = times(amount.number, worth)
    if not math.isfinite(value):
        raise UnitError("not-finite", f"{quoted(amount.text)} is too large for a number")
    if value == 0 and amount.number != 0:
        raise UnitError("bad-number", f"{quoted(amount.text)} is too small for a number")
    return value


def _is_count(field: Unit) -> bool:
    return (
        len(field.dimension) == 1
        and field.dimension[0][0] in table.COUNTED - {"USD"}
        and field.dimension[0][1] == 1
    )


def _is_ratio(field: Unit) -> bool:
    return field.dimension in ((), *table.SHARES, *table.OVERHEADS)


def _allowed(field: Unit) -> str:
    return f"{measures(field)}, e.g. {example(field)}"


def _refuse_billion_bytes(amount: Amount, suffix: str, field: Unit) -> None:
    if suffix in ("B", "b") and "byte" in dict(field.dimension):
        raise UnitError(
            "unit-needed",
            f"the {suffix} of {quoted(amount.text)} is billion, not bytes",
            f"byte, GB or GiB, e.g. {example(field)}",
        )


def _refuse_foreign_money(whole: str) -> None:
    """Said before anything about the number, since the number may be fine in that country."""
    if not any(letter.isdigit() for letter in whole):
        return
    for match in re.finditer(_FOREIGN, whole):
        if match.group().lower() in table.CURRENCIES:
            raise foreign(match.group())
