"""Money in other currencies: read at the dated rates that the plan states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from flopwatt.plan.draft import Rate, kind_of, place_of, shown
from flopwatt.problems import Problem
from flopwatt.reader import Entry, Node, Table, Text
from flopwatt.units import UnitError, read_date, read_quantity

CURRENCIES = "currencies"
SIGNS = {"€": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW"}
CODE = re.compile(r"[A-Z]{3}")
EXAMPLE = "EUR: {value: 1.08 USD, as_of: 2026-01-01}"


def read_rates(entry: Entry, problems: list[Problem]) -> dict[str, Rate]:
    """The rates of a plan's ``currencies``, by code; each needs a value and its date."""
    if not isinstance(entry.node, Table):
        problems.append(_wrong(entry, CURRENCIES, "a map of codes is needed here"))
        return {}
    found = {}
    for child in entry.node.entries:
        rate = _read_rate(child, problems)
        if rate is not None:
            found[rate.code] = rate
    return found


def _read_rate(entry: Entry, problems: list[Problem]) -> Rate | None:
    code, path = entry.key.text, f"{CURRENCIES}.{shown(entry.key.text)}"
    parts = _parts(entry.node)
    if not CODE.fullmatch(code) or code == "USD":
        message = "a currency goes by its three capital letters, and is not USD"
    elif parts is None or not {"value", "as_of"} <= set(parts):
        message = "a rate needs its value in USD and the day it held"
    else:
        try:
            usd = read_quantity(parts["value"], "USD", bare=True)
            read_date(parts["as_of"])
        except UnitError as error:
            message = error.message
        else:
            if usd > 0:
                return Rate(code, usd, parts["as_of"], parts.get("source", ""))
            message = "a rate must be above 0"
    problems.append(_wrong(entry, path, message))
    return None


def _parts(node: Node) -> dict[str, str] | None:
    if not isinstance(node, Table):
        return None
    return {e.key.text: e.node.text for e in node.entries if isinstance(e.node, Text)}


def _wrong(entry: Entry, path: str, message: str) -> Problem:
    given = kind_of(entry.node)
    return Problem("bad-structure", message, place_of(entry), path, given=given, allowed=EXAMPLE)


def in_dollars(text: str, rates: Mapping[str, Rate]) -> tuple[str, Rate | None]:
    """A text with a currency of the plan written as USD, and the rate to apply to its value."""
    for code, rate in rates.items():
        for word in (code, *_signs(code)):
            pattern = re.escape(word) if len(word) == 1 else rf"(?<![A-Za-z]){word}(?![A-Za-z])"
            if len(re.findall(pattern, text)) == 1:
                return re.sub(pattern, "USD ", text).strip(), rate
    return text, None


def rate_note(text: str, rates: Mapping[str, Rate]) -> str:
    """The rate at which a text was read, as an explanation says it; empty for USD."""
    _, rate = in_dollars(text, rates)
    if rate is None:
        return ""
    source = f", {rate.source}" if rate.source else ""
    return f"at {rate.usd:g} USD/{rate.code} of {rate.as_of}{source}"


def _signs(code: str) -> Iterable[str]:
    return (sign for sign, meant in SIGNS.items() if meant == code)
