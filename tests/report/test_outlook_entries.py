"""Blocks and forecasts that a plan states itself."""

from flopwatt.report.outlook_entries import outlook_section
from flopwatt.studies.run import run_plan

HALL = {"accelerator": "H100 SXM5 80GB", "power": "150 MW"}
OURS = {"power": "30 GW", "growth": "doubles every 18 months", "ahead": "1.5 years"}


def test_blocks_and_forecasts_of_a_plan():
    plan = {"start": "2026-09-01", "blocks": {"hall": HALL}, "forecasts": {"ours": OURS}}
    section = outlook_section(run_plan(plan))
    assert section.title == (
        "hall: 150 MW feed 88.8k GPUs. ours: 30 GW become 60 GW on the terms asked for."
    )
    blocks, forecasts = section.tables
    assert blocks.columns == ("block", "power", "a GPU", "GPUs fed")
    assert [cell.text for cell in blocks.rows[0]] == [
        "hall", "150 MW", "1.69 kW per GPU", "88.8k GPUs",
    ]  # fmt: skip
    assert [cell.text for cell in forecasts.rows[0]] == ["ours", "30 GW", "60 GW"]


def test_each_says_what_it_has():
    shares = {"ours": OURS, "share": {"inference": {"compute_share": "67 %"}}}
    section = outlook_section(run_plan({"start": "2026-09-01", "forecasts": shares}))
    (table,) = section.tables
    assert [cell.text for cell in table.rows[1]] == ["share", "-", "-", "67 %", "72 %"]


def test_a_plan_without_any(plan):
    assert outlook_section(run_plan(plan)) is None


def test_power_of_a_plan_comes_first_beside_forecasters():
    hall = {"server": "DGX H100", "gpus": "1000"}
    plan = {"start": "2026-09-01", "power": {"hall": hall}, "forecasts": {"share": {"inference": {
        "compute_share": "67 %"}}}}  # fmt: skip
    section = outlook_section(run_plan(plan))
    assert [table.id for table in section.tables] == ["beside-forecasters", "forecasts"]
    assert section.title.startswith("The plan's ")
    assert section.title.endswith(" The plan states 1 forecast of its own.")
