"""Amounts in other units, and files of prices."""

from __future__ import annotations

import os

from flopwatt.api.given import check_kind, check_path
from flopwatt.catalog import check_offers, read_offers
from flopwatt.problems import Problem
from flopwatt.report import Conversion, make_conversion


def convert(text: str, unit: str | None = None) -> Conversion:
    """Count an amount in another unit: ``convert("400 Gbit/s", "GB/s").value`` is 50.

    Without a unit, in its base unit and in those people commonly use. Raises PlanError.
    """
    check_kind("text", text, str, "an amount with its unit, such as 400 Gbit/s")
    check_kind("unit", unit, str | None, "a unit such as GB/s, or nothing")
    return make_conversion(text, unit)


def check_prices(path: str | os.PathLike[str]) -> tuple[Problem, ...]:
    """Everything doubtful about a file of prices; a warning is a price that may be true.

    Raises CatalogError where the file cannot be read.
    """
    check_path("path", path)
    found = read_offers(path)
    return (*found.problems, *check_offers(found.offers))
