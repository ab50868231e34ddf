"""Worker processes with a deadline: what takes too long is ended, and the page is told so.

Python cannot stop a thread, so each question goes to a process of its own that can be ended.
A process keeps what it worked out last, and is asked about it again.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Mapping
from multiprocessing.connection import Connection
from typing import Any

from flopwatt.api import FlopwattError
from flopwatt.faces.web.plain import problem_data, to_json
from flopwatt.faces.web.tasks import TASKS, warm_up

MOST_WORKERS = 4
MEMORY = 4 * 2**30  # bytes that one process may take
ANSWERED, REFUSED, LOST = "answered", "refused", "bug"  # how a question came out


class BusyError(Exception):
    """More questions wait than will be answered in time."""


class TooSlowError(Exception):
    """A question took longer than its deadline, and was ended."""


class BrokenError(Exception):
    """A question met a bug of ours, or ended its process."""


class RefusedError(Exception):
    """A question has no answer; ``body`` says in JSON what is wrong with it."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        super().__init__()


class _Worker:
    """One process and the pipe to it; ``about`` is the plan it was asked about last."""

    def __init__(self, context: Any) -> None:
        self.about = ""
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def end(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()


class Workers:
    """Processes that answer one question each at a time; ``most_waiting`` may wait for a turn."""

    def __init__(self, count: int | None = None, most_waiting: int = 64) -> None:
        cheap = "forkserver" in multiprocessing.get_all_start_methods()
        self.context = multiprocessing.get_context("forkserver" if cheap else "spawn")
        self.turn = threading.Condition()
        self.waiting, self.most_waiting = 0, most_waiting
        self.count = count or min(os.cpu_count() or 1, MOST_WORKERS)
        self.idle = [_Worker(self.context) for _ in range(self.count)]
        self.all = list(self.idle)

    def ask(self, task: str, asked: Mapping[str, Any], seconds: float, about: str = "") -> bytes:
        """The answer to a question, as JSON or as a file.

        Raises BusyError, TooSlowError, RefusedError or BrokenError.
        """
        until = time.monotonic() + seconds
        worker = self._take(until, about)
        try:
            worker.about = about
            worker.pipe.send((task, dict(asked)))
            if not worker.pipe.poll(max(0.0, until - time.monotonic())):
                worker = self._anew(worker)
                raise TooSlowError(task)
            outcome, answer = worker.pipe.recv()
        except (EOFError, OSError) as error:
            worker = self._anew(worker)
            raise BrokenError(task) from error
        finally:
            self._give_back(worker)
        if outcome == LOST:
            raise BrokenError(task)
        if outcome == REFUSED:
            raise RefusedError(bytes(answer))
        return bytes(answer)

    def close(self) -> None:
        """End all processes."""
        for worker in self.all:
            with contextlib.suppress(OSError):
                worker.end()

    def _take(self, until: float, about: str) -> _Worker:
        with self.turn:
            if not self.idle and self.waiting >= self.most_waiting:
                raise BusyError
            self.waiting += 1
            try:
                while not self.idle:
                    left = until - time.monotonic()
                    if left <= 0 or not self.turn.wait(left):
                        raise BusyError
                known = (one for one in self.idle if one.about == about)
                worker = next(known, self.idle[0])
                self.idle.remove(worker)
                return worker
            finally:
                self.waiting -= 1

    def _give_back(self, worker: _Worker) -> None:
        with self.turn:
            self.idle.append(worker)
            self.turn.notify()

    def _anew(self, worker: _Worker) -> _Worker:
        """Another process in place of one that is ended."""
        worker.end()
        fresh = _Worker(self.context)
        self.all[self.all.index(worker)] = fresh
        return fresh


def _work(pipe: Connection) -> None:
    """Answer questions until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server ends us
    _limit_memory()
    warm_up()
    while True:
        try:
            task, asked = pipe.recv()
        except EOFError:
            return
        try:
            said = (ANSWERED, TASKS[task](**asked))
        except FlopwattError as error:
            said = (REFUSED, to_json({"problems": problem_data(error.problems)}))
        except Exception:
            traceback.print_exc(file=sys.stderr)  # for whoever started the server, not the page
            said = (LOST, b"")
        pipe.send(said)


def _limit_memory() -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        # not of addresses, of which what draws charts reserves many more than it takes
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
