"""A progress bar on standard error: on a terminal alone, and for work of over a second."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from flopwatt.faces.cli.terminal import make_console

PATIENCE_S = 1.0


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """Give a function to be told how much of how much is done; None where nobody watches."""
    console = make_console(error=True)
    if not console.is_terminal:
        yield None
        return
    begun = time.monotonic()
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=console, transient=True)
    task = bar.add_task(what)

    def tell(done: int, total: int) -> None:
        if time.monotonic() - begun >= PATIENCE_S:
            bar.start()
            bar.update(task, completed=done, total=total)

    try:
        yield tell
    finally:
        bar.stop()
