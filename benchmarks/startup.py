"""CPU time of whole commands: ``--help`` held against 150 ms, the rest beside it.

Each command runs as its own process; the operating system's account of finished children
gives user plus system time. The bare interpreter is the floor. Exits with 1 when the goal
is missed.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

GOAL_MS = 150.0
ROUNDS = 7
ROOT = Path(__file__).parent.parent
PLAN = str(ROOT / "examples" / "two-products.yaml")
COMMANDS = {
    "python -c pass (the floor)": ["-c", "pass"],
    "flopwatt --help": ["-m", "flopwatt", "--help"],
    "flopwatt --version": ["-m", "flopwatt", "--version"],
    "flopwatt check PLAN": ["-m", "flopwatt", "check", PLAN],
    "flopwatt run PLAN": ["-m", "flopwatt", "run", PLAN],
    "flopwatt run PLAN --json": ["-m", "flopwatt", "run", PLAN, "--json"],
    "flopwatt explain PLAN KEY": ["-m", "flopwatt", "explain", PLAN, "training.base.cost"],
}


def cpu_ms(command: list[str]) -> float:
    """CPU milliseconds of one finished process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *command], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> int:
    """Print each command's time beside the goal."""
    compiled = "not " if os.environ.get("PYTHONDONTWRITEBYTECODE") else ""
    print(f"whole commands; CPU (user + system), best of {ROUNDS}; bytecode {compiled}written")
    times = {}
    for name, command in COMMANDS.items():
        times[name] = min(cpu_ms(command) for _ in range(ROUNDS))
        print(f"  {name:<30} {times[name]:7.0f} ms")
    spent = times["flopwatt --help"]
    print(f"  goal for --help {GOAL_MS:.0f} ms: {'met' if spent < GOAL_MS else 'MISSED'}")
    return int(spent >= GOAL_MS)


if __name__ == "__main__":
    sys.exit(main())
