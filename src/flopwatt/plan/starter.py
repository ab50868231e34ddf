"""A commented plan to start from, which runs as it stands."""

from __future__ import annotations

from pathlib import Path

from flopwatt.problems import PlanError, Problem

STARTER = Path(__file__).with_name("starter.yaml")


def starter_text() -> str:
    """The starter plan."""
    return STARTER.read_text(encoding="utf-8")


def write_starter(path: Path) -> None:
    """Write the starter plan to a new file. Raises PlanError rather than overwrite one."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(starter_text())
    except FileExistsError as error:
        raise _refused(path, "is there already, and is left as it is") from error
    except OSError as error:
        raise _refused(path, f"cannot be written: {error.strerror}") from error


def _refused(path: Path, message: str) -> PlanError:
    allowed = "the name of a new file in a folder that exists"
    return PlanError([Problem("bad-file", message, given=str(path), allowed=allowed)])
