"""What a dimension is called in messages, and how a field of it is written."""

from __future__ import annotations

import re

from flopwatt.units.expression import Unit, parse_unit
from flopwatt.units.table import OVERHEADS, SHARES, Dimension

# a unit of the dimension: what it measures, in a planner's words, and an example to copy
_PHRASES: dict[str, tuple[str, str]] = {
    "s": ("time", "18 months"),
    "USD": ("money", "2.5M USD"),
    "token": ("tokens", "2T tokens"),
    "param": ("parameters", "70B"),
    "request": ("requests", "5M requests"),
    "call": ("calls", "7 calls"),
    "sample": ("samples", "64 samples"),
    "word": ("words", "1B words"),
    "GPU": ("GPUs", "1024 GPU"),
    "FLOP": ("an amount of arithmetic", "8.4e23 FLOP"),
    "FLOP/s": ("a rate of arithmetic", "400 TFLOP/s"),
    "FLOP/s/GPU": ("a rate of arithmetic per GPU", "400 TFLOP/s/GPU"),
    "FLOP/param/token": ("arithmetic per parameter and token", "6 FLOP/param/token"),
    "FLOP/token": ("arithmetic per token", "140 GFLOP/token"),
    "byte": ("bytes", "80 GB"),
    "byte/s": ("bandwidth", "3.35 TB/s"),
    "byte/GPU": ("bytes per GPU", "80 GB/GPU"),
    "byte/s/GPU": ("bandwidth per GPU", "900 GB/s/GPU"),
    "byte/token": ("bytes per token", "320 kB/token"),
    "byte/param": ("bytes per parameter", "2 byte/param"),
    "W": ("power", "217 MW"),
    "IT W": ("power of servers and network", "150 IT MW"),
    "IT Wh": ("energy of servers and network", "1.1 IT GWh"),
    "W/GPU": ("power per GPU", "700 W/GPU"),
    "kWh": ("energy", "1.3 GWh"),
    "J/token": ("energy per token", "0.4 J/token"),
    "VA": ("apparent power", "250 MVA"),
    "gCO2e": ("greenhouse gas", "24.7 tCO2e"),
    "gCO2e/Wh": ("greenhouse gas per energy", "369.5 gCO2e/kWh"),
    "L": ("water", "2 ML"),
    "L/IT Wh": ("water per energy of servers and network", "0.15 L/IT kWh"),
    "CFM": ("a flow of air", "6,400 CFM"),
    "GPU-hour": ("GPU-hours", "583k GPU-hours"),
    "USD/GPU": ("money per GPU", "25000 USD/GPU"),
    "USD/GPU/hour": ("money per GPU-hour", "2.50 USD/GPU/hour"),
    "USD/hour": ("money per time", "2.50 USD/hour"),
    "USD/token": ("money per token", "1.00 USD/Mtoken"),
    "USD/request": ("money per request", "0.0015 USD/request"),
    "USD/call": ("money per call", "0.002 USD/call"),
    "token/call": ("tokens per call", "1500 tokens/call"),
    "call/request": ("calls per request", "7 calls/request"),
    "USD/kWh": ("money per energy", "0.08 USD/kWh"),
    "USD/W": ("money per power", "12M USD/MW"),
    "USD/IT W": ("money per power of servers and network", "11.7M USD/IT MW"),
    "USD/byte": ("money per byte", "0.02 USD/GB"),
    "token/s": ("tokens per time", "50 token/s"),
    "token/request": ("tokens per request", "1500 token/request"),
    "token/s/GPU": ("tokens per time and GPU", "1200 token/s/GPU"),
    "request/s": ("requests per time", "5M request/day"),
    "1/s": ("events per time", "3/day"),
    "s/token": ("time per token", "25 ms/token"),
    "%": ("a share", "40 %"),
}

# what is written where the other is wanted, and how one leads to the other
_HINTS: dict[tuple[str, str], str] = {
    ("W", "kWh"): "power over a time is energy: 1 kW for a day is 24 kWh",
    ("W", "IT kWh"): "power over a time is energy: 1 kW for a day is 24 kWh",
    ("IT W", "IT kWh"): "power over a time is energy: 1 IT kW for a day is 24 IT kWh",
    ("kWh", "W"): "energy over its time is power: 24 kWh in a day is 1 kW",
    ("W", "VA"): "kVA is kW over the power factor",
    ("VA", "W"): "kW is kVA times the power factor",
    ("VA", "IT W"): "kW is kVA times the power factor",
    ("kWh", "IT W"): "energy over its time is power: 24 kWh in a day is 1 kW",
    ("IT W", "W"): "power of servers and network times a PUE is that of the facility",
    ("USD/W", "USD/kWh"): "energy is priced per MWh or kWh, $80 per MWh is $0.08 per kWh; "
    "capacity per MW-day or kW-month",
    ("USD/W", "USD/IT W"): "the price for each MW of the facility times a PUE is that "
    "for each MW of servers and network",
    ("W", "IT W"): "power of the facility over its PUE is that of servers and network",
}


# a price of power for as long as it is held, and one of the energy that is used
_PRICED = {
    "energy": ("money per energy", "80 USD/MWh"),
    "capacity": ("money per power and time", "15 USD/kW/month"),
}
_HELD = {"day", "days", "d", "week", "weeks", "month", "months", "mo", "year", "years", "yr"}


def _by_dimension() -> dict[Dimension, tuple[str, str]]:
    table = {parse_unit(unit).dimension: told for unit, told in _PHRASES.items()}
    share = ("a share", "40 %")
    return table | dict.fromkeys(SHARES, share) | dict.fromkeys(OVERHEADS, ("a factor", "1.25"))


def measures(unit: Unit) -> str:
    """What a unit measures, in words a planner uses."""
    found = _PRICED.get(priced(unit)) or _by_dimension().get(unit.dimension)
    return found[0] if found else unit.text


def example(unit: Unit) -> str:
    """An amount a field in this unit could hold, as it is typed."""
    found = _PRICED.get(priced(unit)) or _by_dimension().get(unit.dimension)
    return found[1] if found else f"3 {unit.text}"


def priced(unit: Unit) -> str:
    """Whether a price is of energy or of capacity, which have one dimension; else nothing."""
    if unit.dimension != parse_unit("USD/kWh").dimension:
        return ""
    words = re.findall(r"[A-Za-z]+", unit.text)
    if any(word.endswith("Wh") for word in words):
        return "energy"
    # per kW-hour is per kWh; a longer time makes it the price of holding the power
    return "capacity" if not {*words}.isdisjoint(_HELD) else ""


def hint(given: Unit, wanted: Unit) -> str:
    """How one kind of amount leads to another that is easily mistaken for it; often nothing."""
    pair = (given.dimension, wanted.dimension)
    found = {
        (parse_unit(one).dimension, parse_unit(other).dimension): told
        for (one, other), told in _HINTS.items()
    }
    return found.get(pair, "")
