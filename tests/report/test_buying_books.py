"""Capital and operating expense of what is bought, as people read it."""

from flopwatt.report.buying_books import books_table
from flopwatt.studies.run import run_plan


def plan(hour):
    """Ten GPUs for two years: owned for $24k each and $1k a year, or rented by the hour."""
    asset = {"capex": "$240k", "gpus": "10", "annual_opex": "$10k per year", "life": "2 years",
             "resale": "$48k", "cost_of_capital": "10 %/year"}  # fmt: skip
    return {
        "start": "2026-01-01",
        "horizon": "24 months",
        "models": {"m": {"params": "8B"}},
        "training": {"base": {"gpus": "10", "held_for": "24 months", "tokens": "2T tokens"}},
        "products": {"chat": {"cost_per_day": "$1000"}},
        "assets": {"mine": asset},
        "buying": {"base": {"lot": "1", "on_demand": f"${hour} per GPU-hour", "asset": "mine"}},
    }


def test_capital_resale_and_what_both_come_to():
    table = books_table(run_plan(plan(5)), "base")
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}
    assert table.columns == (
        "year", "capital", "resale", "operating", "cash", "amortised", "booked", "bill",
    )  # fmt: skip
    # 10k a year to run; 240k less 48k is 96k a year
    assert rows["2026"][:6] == ["$240k", "$0", "$9,990", "$250k", "$96k", "$106k"]
    assert rows["2027"][:6] == ["$0", "$48k", "$9,990", "-$38k", "$96k", "$106k"]
    assert "Over the plan both come to $212k" in table.note


def test_where_nothing_is_owned_there_is_nothing_to_amortise():
    assert books_table(run_plan(plan(1)), "base") is None
