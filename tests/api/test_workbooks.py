"""Workbooks as files: written once, never over a plan, and refused with what would do."""

import os

import pytest

import flopwatt
from flopwatt.api.workbooks import check_workbook_path

XLSX = b"PK\x03\x04"
PLAN = "start: 2026-01-01\nmodels: {m: {params: 70B}}\ntraining: {base: {cost: $1M}}\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN)
    return path


def test_a_workbook_is_written_and_the_answer_comes_back(file, tmp_path):
    target = tmp_path / "plan.xlsx"
    answer = flopwatt.write_workbook(file, target)
    assert target.read_bytes().startswith(XLSX)
    assert answer["training.base.cost"] == 1e6
    assert answer.to_xlsx().startswith(XLSX)


def test_a_file_that_is_there_is_kept_unless_force_says_otherwise(file, tmp_path):
    target = tmp_path / "plan.xlsx"
    target.write_bytes(b"mine")
    with pytest.raises(flopwatt.PlanError, match="is there already, and is left as it is"):
        flopwatt.write_workbook(file, target)
    assert target.read_bytes() == b"mine"
    flopwatt.write_workbook(file, target, force=True)
    assert target.read_bytes().startswith(XLSX)


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("plan.yaml", "a workbook is no plan"),
        ("new.YML", "a workbook is no plan"),
        ("link.xlsx", "this is the plan itself"),
        ("folder", "this is a folder"),
        ("no-such/plan.xlsx", "there is no such folder"),
        ("a\0b.xlsx", "cannot be written: "),
    ],
)
def test_what_would_cost_a_file_or_cannot_be_written_is_refused(
    file, tmp_path, name, message, force
):
    (tmp_path / "folder").mkdir()
    os.link(file, tmp_path / "link.xlsx")
    with pytest.raises(flopwatt.PlanError, match=message) as caught:
        check_workbook_path(os.path.join(tmp_path, name), file, force=force)
    (problem,) = caught.value.problems
    assert (problem.code, problem.field) == ("bad-file", "xlsx")
    assert problem.given.endswith(name)
    assert "a new file such as plan.xlsx" in problem.allowed
    assert file.read_text() == PLAN


def test_a_problem_of_the_plan_leaves_no_file(file, tmp_path):
    file.write_text("start: yesterday\n")
    with pytest.raises(flopwatt.PlanError):
        flopwatt.write_workbook(file, tmp_path / "new.xlsx")
    assert not (tmp_path / "new.xlsx").exists()


def test_only_the_answer_of_a_plan_becomes_a_workbook():
    with pytest.raises(flopwatt.PlanError, match="only the answer of a whole plan"):
        flopwatt.read_model("llama-3.1-70b").to_xlsx()
