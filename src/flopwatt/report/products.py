"""Products side by side: volume at launch, and what a request, a day and a month cost."""

from __future__ import annotations

from flopwatt.report.cells import cell, make_table, month_cell
from flopwatt.report.records import Cell, Section
from flopwatt.report.texts import TOO_LARGE
from flopwatt.studies.run import Study

TITLE = "Products: volume at launch and what it costs"
COLUMNS = ("product", "requests a day", "cost/request", "cost/day", "first month", "growth")
KEYS = {
    "requests": " requests per day",
    "cost_per_request": " per request",
    "cost_per_day": " per day",
    "cost_per_month": "",
    "growth": "",
}


def product_section(study: Study) -> Section | None:
    """How different the economics of the products are."""
    names = study.results.population.names("product")
    if not names:
        return None
    rows = [
        (Cell(name), *(cell(study, f"products.{name}.{key}", said) for key, said in KEYS.items()))
        for name in names
    ]
    table = make_table(study, "products", TITLE, COLUMNS, rows, works={"product": "inference"})
    return Section("products", _finding(study, names), (table,))


def _finding(study: Study, names: tuple[str, ...]) -> str:
    values = {name: study.results[f"products.{name}.spent"] for name in names}
    known = {name: one.months[-1] for name, one in values.items() if one.months[-1] >= 0}
    if not known:
        return "What is spent cannot be followed to the plan's end."
    ranked = sorted(known, key=lambda name: known[name])
    months = range(len(study.plan.months))
    texts = [month_cell(study, values[name].key, months).text for name in ranked]
    texts = ["beyond any number" if text == TOO_LARGE else text for text in texts]
    if len(names) == 1:
        return f"{names[0]} spends {texts[0]} over the plan."
    if len(names) == 2 == len(ranked):
        return f"Over the plan {ranked[1]} spends {texts[1]}, {ranked[0]} {texts[0]}."
    most, least = f"{ranked[-1]} spends most, {texts[-1]}", f"{ranked[0]} least, {texts[0]}"
    return f"Over the plan {most}, and {least}, of {len(names)} products."
