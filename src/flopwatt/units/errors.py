"""The one mistake this room reports: a text that cannot be read as an amount, a unit or a date."""

from __future__ import annotations

from flopwatt.problems import CODES


class UnitError(ValueError):
    """A text that cannot be read: which rule it breaks, what is allowed, what comes nearest."""

    def __init__(self, code: str, message: str, allowed: str = "", nearest: str = "") -> None:
        if code not in CODES:
            raise KeyError(f"problem code {code!r} is not listed in CODES")
        self.code = code
        self.message = message
        self.allowed = allowed
        self.nearest = nearest
        super().__init__(message)


def quoted(text: str) -> str:
    """The text as a message shows it: on one line, cut where it is long."""
    flat = "".join(letter if letter.isprintable() else " " for letter in text)
    return flat if len(flat) <= 40 else flat[:39] + "…"
