import pytest

import flopwatt
from flopwatt.plan.fields import sections_of
from flopwatt.plan.starter import STARTER, starter_text, write_starter
from flopwatt.problems import PlanError


def test_it_runs_as_it_stands_and_names_every_section(vocabulary):
    assert flopwatt.check(STARTER) == ()
    for section in sections_of(vocabulary):
        assert f"\n{section}:\n" in starter_text()


def test_no_file_is_overwritten(tmp_path):
    path = tmp_path / "plan.yaml"
    write_starter(path)
    assert path.read_text() == starter_text()
    path.write_text("mine")
    with pytest.raises(PlanError, match="left as it is"):
        write_starter(path)
    assert path.read_text() == "mine"
    with pytest.raises(PlanError, match="cannot be written"):
        write_starter(tmp_path / "no" / "plan.yaml")
