import pytest

from flopwatt.faces.cli import progress
from flopwatt.faces.cli.progress import progress_bar


def test_nobody_is_told_where_there_is_no_terminal(capsys):
    with progress_bar("draws") as tell:
        assert tell is None
    assert capsys.readouterr() == ("", "")


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")


def test_work_of_under_a_second_shows_no_bar(terminal, capsys):
    with progress_bar("draws") as tell:
        tell(1, 2)
    assert "draws" not in capsys.readouterr().err


def test_longer_work_shows_how_much_is_done_on_standard_error(terminal, capsys, monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE_S", 0.0)
    with progress_bar("draws") as tell:
        tell(250, 1000)
        tell(500, 1000)
    out, err = capsys.readouterr()
    assert out == ""
    assert "draws" in err
    assert "500/1000" in err


def test_the_bar_ends_with_an_error_too(terminal, capsys, monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE_S", 0.0)

    def work():
        with progress_bar("draws") as tell:
            tell(1, 2)
            raise ValueError("lost")

    with pytest.raises(ValueError, match="lost"):
        work()
    assert "draws" in capsys.readouterr().err
