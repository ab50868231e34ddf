"""The requirements: one list of what flopwatt needs, and locks that name no place."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_lock_is_made_from_what_the_project_declares():
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    lines = (ROOT / "requirements/run.in").read_text().splitlines()
    assert [line for line in lines if line and not line.startswith("#")] == declared


@pytest.mark.parametrize("name", ["run", "dev"])
def test_a_lock_holds_only_versions_and_hashes(name):
    line = re.compile(r"[a-z0-9-]+==[\w.]+( ; [^/]+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?")
    for text in (ROOT / f"requirements/{name}.txt").read_text().splitlines():
        assert line.fullmatch(text), text


def test_what_runs_is_tested_in_the_same_version():
    run, dev = (
        set(re.findall(r"^\S+==.*", (ROOT / f"requirements/{name}.txt").read_text(), re.M))
        for name in ("run", "dev")
    )
    assert run <= dev
