"""Capital and operating expense by year and month, and the share of inference."""

from __future__ import annotations

from flopwatt.report.cells import make_table, month_cell
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import number_text, value_text
from flopwatt.studies.run import Study

TITLE = "Capital (training) and operating (inference) expense"
OWNED_TITLE = "Capital (training, owned GPUs) and operating (inference) expense"
BOOKED = (
    "Capital is cash: a training bill is booked on the day its run starts; amortised, it is "
    "spread over the run's useful life."
)
OWNED = (
    "So are GPUs owned to serve, on the day they are there and over their own life, less what they "
    "are sold for; operating has their running alone, and interest is in neither."
)
WORKS = {"capital": "training", "amortised": "training", "operating": "inference"}
FLOWS = {
    "capital_expense": "capital",
    "amortised_expense": "amortised",
    "operating_expense": "operating",
}
OPERATING = "operating_expense"
SHARE = {"inference_share_by_month": "inference share so far"}
SHARE_KEY = "inference_share_by_month"
# a running sum with what was before the plan in it, and what each month adds
BEFORE = {
    "capital_expense": ("cumulative_training_spend", "training_spend"),
    "operating_expense": ("cumulative_inference_spend", "inference_spend"),
}
ROUNDING = 1e-9
SERIES = (*FLOWS, *SHARE)


def expense_section(study: Study) -> Section | None:
    """What is capital and what is operating expense, and when."""
    owned = _owned(study)
    told = FLOWS if owned or "training_spend" in study.results else {OPERATING: FLOWS[OPERATING]}
    flows = {key: head for key, head in told.items() if key in study.results}
    if not flows:
        return None
    years: dict[str, list[int]] = {}
    for index, month in enumerate(study.plan.months):
        years.setdefault(month[:4], []).append(index)
    months = {month: [index] for index, month in enumerate(study.plan.months)}
    tables = (
        _table(study, "expense", OWNED_TITLE if owned else TITLE, flows, years),
        _table(study, "expense-by-month", "The same by month", flows, months),
    )
    return Section("expense", _finding(study), tables)


def _table(
    study: Study, name: str, title: str, flows: dict[str, str], periods: dict[str, list[int]]
) -> Table:
    shares = {key: head for key, head in SHARE.items() if key in study.results}
    rows = [
        (
            Cell(period),
            *(month_cell(study, key, months, added=True) for key in flows),
            *(month_cell(study, key, months) for key in shares),
        )
        for period, months in periods.items()
    ]
    if before := _before(study, flows):
        rows.insert(0, before)
    folded = name != "expense"
    heads = ("month" if folded else "year", *flows.values(), *shares.values())
    trained = "training_spend" in study.results
    note = " ".join(filter(None, (BOOKED * trained, OWNED * _owned(study))))
    return make_table(study, name, title, heads, rows, note, works=WORKS, folded=folded)


def _owned(study: Study) -> bool:
    """Whether any GPU that serves is owned."""
    key = "serving_capital"
    return key in study.results and bool(study.results[key].months.any())


def _before(study: Study, flows: dict[str, str]) -> tuple[Cell, ...]:
    """What was booked and spent before the plan starts; nothing where that is nothing."""
    told = {key: names for key, names in BEFORE.items() if names[0] in study.results}
    sums = {key: _sum_before(study, *told[key]) for key in flows if key in told}
    if not any(sums.values()):
        return ()
    cells = [_before_cell(study, key, sums) for key in flows]
    if SHARE_KEY in study.results:
        share = sums["operating_expense"] / sum(sums.values())
        quantity = study.results[SHARE_KEY].quantity
        cells.append(Cell(number_text(quantity, share, study.plan.start)))
    return (Cell("before the plan"), *cells)


def _sum_before(study: Study, running: str, flow: str) -> float:
    """A running sum at the end of the first month, less what that month adds to it."""
    first, added = (float(study.results[key].months[0]) for key in (running, flow))
    # what is left of two equal sums is rounding
    return first - added if first - added > ROUNDING * abs(added) else 0.0


def _before_cell(study: Study, key: str, sums: dict[str, float]) -> Cell:
    if key not in sums:
        return Cell("not told")
    quantity = study.results[key].quantity
    return Cell(number_text(quantity, sums[key], study.plan.start), BEFORE[key][0])


def _finding(study: Study) -> str:
    if "inference_share" not in study.results:
        only = "Training" if "training_spend" in study.results else "Inference"
        return f"{only} is all that this plan spends on."
    share = value_text(study.results["inference_share"], study.plan.start)
    if not share.endswith("%"):
        return "Inference spend grows beyond any number within the plan."
    return f"Inference is {share} of all spend up to the plan's end."
