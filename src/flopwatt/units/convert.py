"""One amount in another unit, and in the units people commonly use for what it measures."""

from __future__ import annotations

from flopwatt.units.errors import UnitError, quoted
from flopwatt.units.expression import parse_unit
from flopwatt.units.quantity import from_canonical, read_amount, read_quantity
from flopwatt.units.table import Dimension

# what people count each thing in, small units first
COMMON = (
    *("byte", "kB", "MB", "GB", "GiB", "TB", "TiB", "PB", "bit", "Gbit"),
    *("MB/s", "GB/s", "GiB/s", "TB/s", "Mbit/s", "Gbit/s", "Tbit/s"),
    *("s", "minute", "hour", "day", "week", "month", "year"),
    *("GPU-hour", "GPU-day", "GPU-month", "GPU-year"),
    *("TFLOP", "PFLOP", "EFLOP", "ZFLOP", "YFLOP", "(PFLOP/s)*day"),
    *("TFLOP/s", "PFLOP/s", "EFLOP/s", "TFLOP/s/GPU", "PFLOP/s/GPU"),
    *("W", "kW", "MW", "GW", "J", "Wh", "kWh", "MWh", "GWh", "TWh"),
    *("VA", "kVA", "MVA", "gCO2e", "kgCO2e", "tCO2e", "gCO2e/kWh", "kgCO2e/kWh", "L", "ML"),
    *("USD", "USD/token", "USD/ktoken", "USD/Mtoken", "USD/GPU/hour", "USD/GPU/month"),
    *("USD/hour", "USD/day", "USD/month", "USD/year", "USD/kWh", "USD/MWh", "USD/request"),
    *("token", "ktoken", "Mtoken", "Btoken", "Ttoken"),
    *("token/s", "token/hour", "token/day", "Mtoken/day", "token/month", "token/s/GPU"),
    *("request", "request/s", "request/day", "request/month", "param", "Mparam", "Bparam"),
    *("ratio", "%"),
)


def convert(text: str, unit: str) -> float:
    """How many of ``unit`` a text such as ``400 Gbit/s`` comes to.

    Raises UnitError where the two do not measure the same.
    """
    return from_canonical(read_quantity(text, unit), unit)


def own_unit(text: str) -> str:
    """The unit in which an amount is written. Raises UnitError where it has none."""
    amount = read_amount(text)
    if amount.unit is None:
        raise UnitError(
            "unit-needed", f"{quoted(amount.text)} has no unit", "a number and a unit, e.g. 80 GiB"
        )
    return amount.unit.text


def base_unit(unit: str) -> str:
    """The unit that formulas count in inside: ``byte/s`` for Gbit/s."""
    pairs = parse_unit(unit).dimension
    above = "*".join(_power(base, power) for base, power in pairs if power > 0) or "1"
    below = "".join(f"/{_power(base, -power)}" for base, power in pairs if power < 0)
    return above + below if pairs else "ratio"


def common_units(unit: str) -> tuple[str, ...]:
    """The units people commonly use for what a unit measures."""
    dimension: Dimension = parse_unit(unit).dimension
    return tuple(other for other in COMMON if parse_unit(other).dimension == dimension)


_NAMES = {
    "second": "s",
    "accelerator": "GPU",
    "joule": "J",
    "volt_ampere": "VA",
    "paid_second": "paid s",
    "it_joule": "IT J",
    "gram_co2e": "gCO2e",
    "litre": "L",
    "peak_flop": "peak FLOP",
}


def _power(base: str, power: int) -> str:
    name = _NAMES.get(base, base)
    return name if power == 1 else f"{name}^{power}"
