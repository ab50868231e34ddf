"""The door: when do.py sets up anew, what it lists, and what it says when it cannot go on."""

import importlib.util
import sys
from pathlib import Path

import pytest

DOOR = Path(__file__).parents[1] / "do.py"


@pytest.fixture
def door(tmp_path, monkeypatch):
    """do.py, as if it lay in an otherwise empty project."""
    spec = importlib.util.spec_from_file_location("door", DOOR)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    (tmp_path / "requirements").mkdir()
    (tmp_path / "requirements/dev.txt").write_text("numpy==2.4.6\n")
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    return module


@pytest.fixture
def finished(door):
    """The same project after a set-up that came to its end."""
    python = Path(door.program("python"))
    python.parent.mkdir(parents=True)
    python.touch()
    door.stamp_file().write_text("\n".join(door.stamp()))
    return door


def test_a_finished_set_up_is_not_repeated(finished, capsys):
    assert finished.venv_state() == "ready"
    finished.ready()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", ["requirements/dev.txt", "pyproject.toml"])
def test_a_changed_lock_or_project_is_installed_into_the_same_environment(finished, name):
    (finished.ROOT / name).write_text("changed")
    assert finished.venv_state() == "outdated"


def test_an_environment_without_its_python_is_broken(finished):
    Path(finished.program("python")).unlink()
    assert finished.venv_state() == "broken"


def test_an_environment_of_another_python_is_broken(finished, monkeypatch):
    monkeypatch.setattr(finished.sys, "version_info", (3, 99, 0))
    assert finished.venv_state() == "broken"


def test_an_environment_moved_elsewhere_is_broken(finished, monkeypatch, tmp_path):
    moved = tmp_path.rename(tmp_path.with_name("moved"))
    monkeypatch.setattr(finished, "ROOT", moved)
    assert finished.venv_state() == "broken"


def test_an_interrupted_set_up_leaves_no_stamp(finished, monkeypatch):
    def interrupt():
        raise KeyboardInterrupt

    (finished.ROOT / "requirements/dev.txt").write_text("changed")
    monkeypatch.setattr(finished, "install", interrupt)
    assert finished.main(["setup"]) == 130
    assert finished.venv_state() == "broken"


def test_without_arguments_every_command_is_listed_with_one_line(door, capsys):
    assert door.main([]) == 0
    lines = capsys.readouterr().out.splitlines()[2:]
    assert [line.split()[0] for line in lines] == list(door.COMMANDS)
    assert all(line.endswith(".") and len(line) <= 100 for line in lines)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tset"], "do.py: no command is called 'tset'; nearest: test\n"),
        (["demo", "more"], "do.py: demo: too many positional arguments\n"),
    ],
)
def test_a_wrong_command_line_says_what_is_wrong(door, capsys, words, message):
    assert door.main(words) == 2
    assert capsys.readouterr().err == message


def test_a_failing_program_ends_with_its_exit_code_and_one_line(door, monkeypatch, capsys):
    exit_3 = [sys.executable, "-c", "raise SystemExit(3)"]
    monkeypatch.setitem(door.COMMANDS, "fail", lambda: door.must(exit_3, "this"))
    assert door.main(["fail"]) == 3
    assert capsys.readouterr().err == "do.py: this failed with exit code 3\n"


@pytest.mark.parametrize(("code", "shown"), [(0, ""), (3, "noise")])
def test_a_set_up_step_shows_what_it_printed_only_if_it_failed(door, capfd, code, shown):
    noisy = [sys.executable, "-c", f"print('noise', end='', flush=True); raise SystemExit({code})"]
    assert door.start(noisy, show="failure") == code
    assert capfd.readouterr() == ("", shown)


def test_a_program_that_is_not_there_ends_with_one_line(door, monkeypatch, capsys):
    monkeypatch.setitem(door.COMMANDS, "fail", lambda: door.must(["no-such-program"], "this"))
    assert door.main(["fail"]) == 127
    assert "cannot start no-such-program" in capsys.readouterr().err


def test_every_program_runs_even_after_one_failed(door, capsys):
    jobs = {str(n): [sys.executable, "-c", f"raise SystemExit({n})"] for n in (4, 0, 5)}
    failed = door.run_each(jobs)
    assert failed == {"4": 4, "5": 5}
    assert door.verdict(failed) == 4
    assert capsys.readouterr().err == "do.py: failed: 4, 5\n"


def test_an_old_python_is_told_what_to_use(door):
    say = door.old_python_message
    assert say((3, 11, 0)) is None
    assert say((4, 0, 0)) is None
    start = "flopwatt needs Python 3.11 or newer and this is 3.8.18; "
    assert say((3, 8, 18)) == start + "install Python 3.11 or newer and use that"
    assert say((3, 8, 18), "python3.13") == start + "try: python3.13 do.py"
