"""Which unit a spelling stands for: exact first, then whatever its case, or the nearest word."""

from __future__ import annotations

from flopwatt.problems import nearest
from flopwatt.units import table
from flopwatt.units.errors import UnitError, quoted


def look_up(letters: str) -> table.Word:
    """The unit a word stands for, whatever its case as long as there is one reading."""
    if letters in table.words():
        return table.words()[letters]
    if letters.lower() in table.CURRENCIES:
        raise foreign(letters)
    same = table.folded().get(letters.lower(), ())
    if letters[0] == "M":
        same = tuple(word for word in same if word.text[0] == "M" or not word.prefix)
    unclear = next((word for word in same if word.row.refusal[0]), None)
    if unclear:
        raise refusal(unclear, letters)
    readings = {(word.worth, word.row.dimension) for word in same}
    # milli and mega differ by case alone: a small m is never mended to a large one
    mended = letters[0] == "m" and same and same[0].prefix[:1] == "M"
    if len(readings) == 1 and not mended:
        return same[0]
    if same:
        choice = " or ".join(sorted({word.text for word in same}))
        raise UnitError("unknown-unit", f"{letters} is not clear; write {choice}", choice, choice)
    if letters in ("B", "b"):
        raise UnitError("unknown-unit", "B alone is billion, not bytes", "byte, kB, MB, GB, GiB")
    clear = (text for text, word in table.words().items() if not word.row.refusal[0])
    near = nearest(letters, clear) if len(letters) > 1 else ""
    raise UnitError("unknown-unit", f"{quoted(letters)} is no unit we know", nearest=near)


def foreign(letters: str) -> UnitError:
    """What is said of money that is not dollars."""
    code = table.CURRENCIES[letters.lower()]
    return UnitError("wrong-unit", f"{code} needs a dated rate to USD; write USD", "USD")


def refusal(word: table.Word, letters: str) -> UnitError:
    """What is said of a spelling that has two readings."""
    said, write = (line.format(word=letters, prefix=word.prefix) for line in word.row.refusal)
    return UnitError("unknown-unit", said, write)
