"""What the tests of the command line share: a call in this process."""

from collections import namedtuple

import pytest

from flopwatt.faces.cli import main

Called = namedtuple("Called", "code out err")


@pytest.fixture
def cli(monkeypatch, capsys):
    """Call the command line with some words and a width; its exit code and what it printed."""

    def call(*words, columns=80):
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setattr("sys.argv", ["flopwatt", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
        return Called(ended.value.code, *capsys.readouterr())

    return call
