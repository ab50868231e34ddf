"""How a number is shown to people: one function for every table, page and message.

Three significant digits, the unit always there, thousands as k M B T for what is counted and
paid, and unit steps for bytes, power, energy, arithmetic and time.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from flopwatt.units import table
from flopwatt.units.expression import Part, dimension, divided, factor, parse_unit, parts

STEPS = ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k"))
DECIMAL = (
    (1e24, "Y"),
    (1e21, "Z"),
    (1e18, "E"),
    (1e15, "P"),
    (1e12, "T"),
    (1e9, "G"),
    (1e6, "M"),
    (1e3, "k"),
)
BINARY = tuple((2.0 ** (60 - 10 * n), f"{name}i") for n, name in enumerate("EPTGMK"))
TIMES = (
    (31557600.0, "year", "years"),
    (86400.0, "day", "days"),
    (3600.0, "hour", "hours"),
    (60.0, "minute", "minutes"),
    (1.0, "second", "seconds"),
    (1e-3, "ms", "ms"),
    (1e-6, "µs", "µs"),
    (1e-9, "ns", "ns"),
)
# units people choose on purpose; 18 months stays 18 months
KEPT_TIMES = ("week", "month", "quarter")
SCALE_NAMES = {10**3: "thousand", 10**6: "million", 10**9: "billion", 10**12: "trillion"}
E_FROM, E_BELOW = 1e15, 1e-6  # beyond these only an exponent can be read


def show(value: float, unit: str, digits: int = 3) -> str:
    """A canonical value as people read it, in the manner of its unit."""
    _refuse_unshowable(value, unit)
    return ("-" if value < 0 else "") + _positive(abs(value), unit, digits)


def exact(value: float, unit: str) -> str:
    """A canonical value in full, up to 12 digits, for drawers and exports."""
    _refuse_unshowable(value, unit)
    number = divided(value, parse_unit(unit).factor) + 0.0
    whole = 1e12 <= abs(number) < E_FROM
    text = _tidy(f"{number:,.0f}" if whole else f"{number:,.12g}")
    pieces = parts(unit)
    name = parse_unit(unit).text
    if all(piece.power == 1 for piece in pieces):
        name = _names(pieces, text)
    if name.startswith("1/"):
        return text + name[1:]
    return f"{text} {name}".rstrip()


@functools.cache
def _manner(unit: str) -> tuple[list[Part], list[Part], tuple[tuple[str, int], ...]]:
    """What stands above the line and below it, and what both together measure."""
    pieces = parts(unit)
    above = [piece for piece in pieces if piece.power > 0]
    below = [piece for piece in pieces if piece.power < 0]
    return above, below, dimension([*above, *below])


def _positive(value: float, unit: str, digits: int) -> str:
    above, below, measured = _manner(unit)
    if measured in table.SHARES:
        return _percent(value, digits)
    if measured in table.OVERHEADS:
        return _compact(value, digits)
    if any(abs(part.power) != 1 for part in [*above, *below]) or len(above) > 1:
        return _named(value, unit, above, below, digits)
    if not above or above[0].word is None:
        return _compact(divided(value, factor(below)), digits) + _per(below)
    row = above[0].word.row
    said = f"{above[0].qualifier} " if above[0].qualifier else ""
    if said and row.kind not in ("flop", "step"):
        return _named(value, unit, above, below, digits)
    if row.kind == "money":
        paid = "-".join(_below_name(part) for part in sorted(below, key=_is_time))
        return _money(divided(value, factor(below)), digits, bool(below)) + (
            f" per {paid}" if below else ""
        )
    if row.kind == "flop":
        return _arithmetic(value, row, below, digits, said)
    if row.kind == "step":
        return _stepped(value, above[0].word, below, digits, said)
    return _by_kind(divided(value, factor(below)), above[0].word, digits) + _per(below)


def _by_kind(number: float, word: table.Word, digits: int) -> str:
    row = word.row
    if row.kind == "time":
        return _duration(number, row, digits)
    if row.one == "count":
        return _compact(number, digits)
    if row.kind == "ratio":
        return f"{_compact(number, 2)}×" if row.one == "×" else _percent(number, digits)
    if len(row.dimension) > 1:
        number *= row.worth[1] / row.worth[0]
    text = _compact(number, digits)
    return f"{text} {row.one if text == '1' else row.many}"


def _named(
    value: float, unit: str, above: Sequence[Part], below: Sequence[Part], digits: int
) -> str:
    """Units without a manner of their own: the number, then the words."""
    text = _compact(divided(value, parse_unit(unit).factor), digits)
    if any(part.power != 1 for part in above) or any(part.power != -1 for part in below):
        return f"{text} {parse_unit(unit).text}"
    return f"{text} {_names(above, text)}{_per(below)}"


def _money(number: float, digits: int, price: bool) -> str:
    """Dollars, with cents where they matter: $2.50, and $1.00 where it is the price of one."""
    cents = round(number, 2)
    if digits >= 3 and 1 <= cents < 1000:
        whole = abs(number - round(number)) < 1e-9 and not (price and cents < 100)
        return f"${cents:.0f}" if whole else f"${cents:.2f}"
    text = _compact(number, digits)
    decimals = text.partition(".")[2]
    if len(decimals) == 1 and decimals.isdigit() and number < 1000:
        text += "0"
    return f"${text}"


def _arithmetic(value: float, row: table.Row, below: Sequence[Part], digits: int, said: str) -> str:
    clocked = _seconds(below)
    if row.one == "FLOP/s" or clocked:
        rest = [part for part in below if part not in clocked]
        text, prefix = _step(divided(value, factor(rest)), DECIMAL, digits)
        return f"{text} {said}{prefix}FLOP/s{_per(rest)}"
    number = divided(value, factor(below))
    text = _compact(number, digits)
    if text[-1] in "kMBT":
        text = _exponent(number, digits)
    return f"{text} {said}FLOP" + "".join(f"/{_below_name(part)}" for part in below)


def _stepped(value: float, word: table.Word, below: Sequence[Part], digits: int, said: str) -> str:
    row = word.row
    seconds = row.one in ("byte/s", "bit/s")
    clocked = _seconds(below) if row.dimension == (("byte", 1),) else []
    rest = [part for part in below if part not in clocked]
    number = divided(value, factor(rest)) * row.worth[1] / row.worth[0]
    symbol = {"byte": "B", "byte/s": "B", "bit/s": "bit"}.get(row.one, row.one)
    steps = BINARY if word.prefix.endswith("i") else DECIMAL
    text, prefix = _step(number, steps, digits)
    per = _per(rest)
    if symbol == "B" and not prefix:
        symbol = "byte" if text == "1" else "bytes"
    elif symbol == "bit" and not prefix and text != "1":
        symbol = "bits"
    return f"{text} {said}{prefix}{symbol}{'/s' if seconds or clocked else ''}{per}"


def _duration(seconds: float, row: table.Row, digits: int) -> str:
    """A length of time in the largest unit of which it holds at least one."""
    size, one, many = row.worth[0] / row.worth[1], row.one, row.many
    if one not in KEPT_TIMES:
        fitting = (unit for unit in TIMES if _rounded(seconds / unit[0], digits) >= 1)
        fallback = TIMES[-1] if seconds else (size, one, many)
        size, one, many = next(fitting, fallback)
    text = _compact(seconds / size, digits)
    return f"{text} {one if text == '1' else many}"


def _percent(share: float, digits: int) -> str:
    """Two digits, and more only where fewer would say 100 % of what is not the whole."""
    percent = share * 100
    for more in range(min(digits, 2), 10):
        text = _compact(percent, more)
        if text != "100":
            return f"{text} %"
    return "100 %"


def _compact(number: float, digits: int) -> str:
    """Significant digits, commas below 10,000, then k M B T; small whole numbers as they are."""
    near = round(number)
    if digits >= 3 and number < 10_000 and math.isclose(number, near, rel_tol=1e-12):
        return f"{near:,}"
    rounded = _rounded(number, digits)
    if rounded and not E_BELOW <= rounded < E_FROM:
        return _exponent(number, digits)
    if rounded < 10_000:
        return _fixed(rounded, digits)
    text, letter = _step(number, STEPS, digits)
    return text + letter


def _step(number: float, steps: Sequence[tuple[float, str]], digits: int) -> tuple[str, str]:
    """The number in the largest step it reaches once rounded, and the step's letters."""
    rounded = _rounded(number, digits)
    for size, letters in steps:
        if _rounded(rounded / size, digits) >= 1:
            return _compact(number / size, digits), letters
    return _compact(number, digits), ""


def _rounded(number: float, digits: int) -> float:
    return float(f"{number:.{max(digits, 1) - 1}e}")


def _fixed(number: float, digits: int) -> str:
    if not number:
        return "0"
    places = max(0, max(digits, 1) - 1 - math.floor(math.log10(number)))
    text = f"{number:,.{places}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _exponent(number: float, digits: int) -> str:
    return _tidy(f"{number:.{max(digits, 1) - 1}e}")


def _tidy(text: str) -> str:
    """Python's 8.40e+23 as 8.4e23."""
    mantissa, letter, power = text.partition("e")
    if not letter:
        return mantissa
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}e{int(power)}"


def _names(pieces: Sequence[Part], text: str) -> str:
    """GPU-hours: the words joined, the last one in the plural unless the number is 1."""
    names = [_below_name(part) for part in pieces]
    last = pieces[-1]
    if last.word and last.word.row.one == names[-1] and text not in ("1", "-1"):
        names[-1] = last.word.row.many
    return "-".join(names)


def _per(below: Sequence[Part]) -> str:
    return "".join(f" per {_below_name(part)}" for part in below)


def _below_name(part: Part) -> str:
    """A unit as it is said after per: hour, million tokens, kWh."""
    if part.word is None:
        return ""
    row, prefix = part.word.row, part.word.prefix
    said = f"{part.qualifier} " if part.qualifier else ""
    many = part.scale
    if row.kind == "count" and prefix:
        many, prefix = many * table.SI[prefix][0], ""
    if many != 1:
        return f"{SCALE_NAMES.get(many, f'{many:,}')} {said}{row.many}"
    if prefix or (row.kind == "step" and part.word.symbol not in ("byte", "bytes")):
        return f"{said}{part.word.text}"
    return f"{said}{row.one}"


def _seconds(below: Sequence[Part]) -> list[Part]:
    """The one second below the line that is written /s and stays with the unit above."""
    return [part for part in below if part.dimension == (("second", -1),) and part.worth == (1, 1)][
        :1
    ]


def _is_time(part: Part) -> bool:
    return part.word is not None and part.word.row.kind == "time"


def _refuse_unshowable(value: float, unit: str) -> None:
    if not math.isfinite(value):
        raise ValueError(f"{value} {unit} is not finite and cannot be shown")
