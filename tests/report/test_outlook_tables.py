"""Tables of the outlook: each figure with its unit, year, forecaster and vintage."""

import pytest

from flopwatt.catalog import list_things
from flopwatt.catalog.outlook import find_forecasts
from flopwatt.report.outlook_tables import (
    capex_table,
    deals_table,
    forecast_tables,
    gpus_table,
    metrics_table,
    shares_table,
)


def texts(table):
    return {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}


def test_every_metric_with_what_it_covers():
    found = texts(metrics_table())
    assert list(found) == [thing.name for thing in list_things("metric")]
    assert found["AI power"] == ["AI alone", "2", "3", "2027-2030"]


def test_the_figures_of_a_metric_with_vintage_and_range():
    stated, restated = forecast_tables("AI power", find_forecasts("AI power"))
    rows = [[cell.text for cell in row] for row in stated.rows]
    assert rows[0][:6] == ["US", "2027", "Epoch", "25 GW", "20 to 30 GW", "forecast, late 2027"]
    assert rows[0][6] == "2025-11"
    assert "No mean is taken" in stated.note
    assert texts(restated)["RAND"][1:3] == ["US 65 %", "US 2027"]
    (alone,) = forecast_tables("share of electricity", find_forecasts("share of electricity"))
    assert [row[4].text for row in alone.rows] == ["4.6 to 9.1 %", "9 to 17 %"]


def test_shares_in_compute_and_in_power():
    table = shares_table()
    assert texts(table)["Deloitte 2026, 2026"] == ["33 %", "67 %", "72 %"]
    assert texts(table)["McKinsey, 2030"][:2] == ["under 50 %", "over 50 %"]
    assert "1.3×" in table.note
    keys = {cell.key for row in table.rows for cell in row}
    assert "forecasts.deloitte-2026-share-2026.inference.power_share" in keys


def test_spending_by_company_and_year():
    table = capex_table()
    assert table.columns[1:] == ("2022", "2023", "2024", "2025", "2026")
    assert texts(table)["Amazon"] == ["64*", "53*", "83", "132", "200g"]
    assert texts(table)["Top-5 US"][3:] == ["420", "700g"]


def test_agreements_with_their_years():
    rows = [[cell.text for cell in row] for row in deals_table().rows]
    assert ["Microsoft", "Constellation", "restart", "835 MW", "2027", "2031"] in [
        row[:6] for row in rows
    ]
    assert any(row[0] == "Google*" for row in rows)


@pytest.mark.parametrize(
    ("part", "per_gpu", "half", "whole"),
    [("H100 SXM5 80GB", "1.69 kW", "29.6k", "59.2k"), ("GB200", "2.43 kW", "20.6k", "41.2k")],
)
def test_megawatts_in_gpus(part, per_gpu, half, whole):
    assert texts(gpus_table())[part] == [per_gpu, half, whole]
    assert "peak PUE 1.4" in gpus_table().note
