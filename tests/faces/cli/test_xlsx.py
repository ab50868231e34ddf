"""``flopwatt xlsx``: a workbook beside the plan's name, or where it is said."""

import io

import openpyxl

PLAN = "start: 2026-01-01\nmodels: {m: {params: 70B}}\ntraining: {base: {cost: $1M}}\n"


def test_a_workbook_takes_the_name_of_its_plan(cli, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").write_text(PLAN)
    assert cli("xlsx", "mine.yaml") == (0, "", "written: mine.xlsx\n")
    code, out, err = cli("xlsx", "mine.yaml")
    assert (code, out) == (2, "")
    assert "is there already" in err
    assert cli("xlsx", "mine.yaml", "--force").code == 0
    assert cli("xlsx", "mine.yaml", "-o", "other.xlsx", "--draws", "0").code == 0
    book = openpyxl.load_workbook(io.BytesIO((tmp_path / "other.xlsx").read_bytes()))
    assert book.sheetnames == [
        *("Summary", "Inputs", "Workings", "Report", "Steps", "Explanations", "Sources")
    ]


def test_a_setting_wins_over_the_plan(cli, tmp_path):
    plan, target = tmp_path / "mine.yaml", tmp_path / "mine.xlsx"
    plan.write_text(PLAN)
    assert cli("xlsx", plan, "-o", target, "--set", "training.base.cost=$3M").code == 0
    sheet = openpyxl.load_workbook(target, data_only=True)["Inputs"]
    assert 3e6 in [cell.value for cell in sheet["B"]]


def test_draws_that_are_no_number_are_refused(cli, tmp_path):
    plan = tmp_path / "mine.yaml"
    plan.write_text(PLAN)
    assert cli("xlsx", plan, "-o", tmp_path / "a.xlsx", "--draws", "many").code == 2
