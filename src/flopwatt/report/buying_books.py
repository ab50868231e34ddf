"""Capital and operating expense of what is bought, as cash and amortised, where any is owned."""

from __future__ import annotations

from flopwatt.report.cells import make_table, month_cell
from flopwatt.report.periods import eventful_periods, left_out_text, period_word, periods_of
from flopwatt.report.records import Cell, Table
from flopwatt.report.texts import number_text
from flopwatt.studies.run import Study

FLOWS = {
    "capex": "capital",
    "resold": "resale",
    "opex": "operating",
    "cash": "cash",
    "amortised": "amortised",
    "booked": "booked",
    "cost": "bill",
}


def books_table(study: Study, name: str) -> Table | None:
    """What a purchase pays and books by year; nothing where all of it is rented."""
    results = study.results
    series = {flow: results[f"buying.{name}.{flow}"].months for flow in FLOWS}
    if not series["capex"].sum():
        return None
    keys = [f"buying.{name}.{flow}" for flow in FLOWS]
    every = periods_of(study)
    periods, head = eventful_periods(study, every, keys), period_word(every)
    rows = [
        (
            Cell(period),
            *(month_cell(study, f"buying.{name}.{flow}", months, added=True) for flow in FLOWS),
        )
        for period, months in periods.items()
    ]
    quantity = results[f"buying.{name}.total_cost"].quantity
    paid, bill = (
        number_text(quantity, float(series[flow].sum()), study.plan.start)
        for flow in ("cash", "cost")
    )
    note = (
        "Capital is spent when GPUs are bought and, less their resale, amortised evenly over their "
        "life; cash is capital less resale and operating, booked is amortised and operating. Over "
        f"the plan both come to {paid}"
    )
    note += f"; with interest on the capital the bill is {bill}." if bill != paid else "."
    title = f"{name}: capital and operating expense, as cash and amortised"
    note = f"{note} {left_out_text(study, every, periods)}".strip()
    return make_table(study, f"books-{name}", title, (head, *FLOWS.values()), rows, note)
