import os
from pathlib import Path

import pytest

from flopwatt.api import PlanError
from flopwatt.faces.cli.target import check_target, write_page

PLAN = "start: 2026-01-01\nmodels: {m: {params: 70B}}\ntraining: {base: {cost: $1M}}\n"
PAGE = "<!doctype html>new"


@pytest.fixture
def plan(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("own.yaml").write_text(PLAN)
    Path("plan.txt").write_text(PLAN)
    Path("notes.md").write_text("# notes")
    os.symlink("own.yaml", "link.html")
    os.link("plan.txt", "hard.html")
    Path("old.html").write_text("\ufeff<!DOCTYPE html><p>old")
    Path("empty.html").write_text("")
    return "plan.txt"


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("own.yaml", "a page is no plan"),
        ("new.yml", "a page is no plan"),
        ("new.YAML", "a page is no plan"),
        ("link.html", "is no page"),
        ("hard.html", "this is the plan itself"),
        ("./plan.txt", "this is the plan itself"),
        ("notes.md", "is no page"),
        ("", "the name of the page is empty"),
    ],
)
def test_a_target_that_would_cost_a_file_is_refused_with_what_was_given(plan, target, message):
    before = {path.name: path.read_bytes() for path in Path().iterdir()}
    with pytest.raises(PlanError, match=message) as caught:
        check_target(target, plan)
    (problem,) = caught.value.problems
    assert problem.given == (target or "''")
    assert problem.field == "--html"
    assert {path.name: path.read_bytes() for path in Path().iterdir()} == before


@pytest.mark.parametrize("target", ["new.html", "old.html", "empty.html", "new"])
def test_a_new_file_and_an_older_page_are_written(plan, target, capsys):
    check_target(target, plan)
    write_page(target, PAGE)
    assert Path(target).read_text() == PAGE
    assert capsys.readouterr() == ("", f"written: {target}\n")


@pytest.mark.parametrize("target", [".", "no-such-folder/page.html", "a\0b.html"])
def test_what_cannot_be_written_is_told_like_any_other_problem(plan, target):
    for act in (lambda: write_page(target, PAGE), lambda: write_page(target, "")):
        with pytest.raises(PlanError, match="cannot be written: "):
            act()


def test_a_dash_is_standard_output(plan, capfdbinary):
    check_target("-", plan)
    write_page("-", "Größe")
    assert capfdbinary.readouterr() == ("Größe\n".encode(), b"")
