"""The command line. Commands load when they are called, so that ``--help`` stays light."""

from __future__ import annotations

import contextlib
import errno
import importlib
import io
import os
import sys
from collections.abc import Sequence

import click

from flopwatt import __version__

COMMANDS = {
    "run": "work out everything that follows from a plan",
    "web": "show a plan as a live page in the browser",
    "report": "write everything that follows from a plan as one page",
    "explain": "say where one number of a plan comes from",
    "check": "say everything that is wrong with a plan",
    "model": "say what a model counts, costs and keeps, from its config",
    "fit": "say whether a model fits on some GPUs, to serve or to train it",
    "fleet": "say what serves the products of a plan: units, GPUs, times and costs",
    "own": "say what an hour of owned GPUs costs, and when renting costs less",
    "hardware": "rate what a plan trains and serves on every accelerator of the catalog",
    "buy": "say how the GPU-hours of a plan are bought for the least, and what else would cost",
    "outlook": "say what forecasters state, what is widely quoted, and where a plan sits",
    "site": "say when each phase of a site has power, what binds, and what waiting costs",
    "power": "say what the GPUs of a plan draw, from the chip to the meter, and how it is cooled",
    "xlsx": "write a plan as a workbook whose formulas move with its inputs",
    "backtest": "predict published values and say how far off",
    "init": "write a commented plan to start from",
    "fields": "list what a plan may say",
    "formulas": "list what follows from what",
    "convert": "say what an amount comes to in another unit",
    "catalog": "show facts about GPUs, machines and models, with their sources",
    "prices": "show what GPU-hours and tokens cost, or check a file of prices",
    "schema": "print the JSON Schema of a plan, for editors",
    "completion": "print a script that completes commands and keys in a shell",
}
PROBLEM_EXIT, PRINT_EXIT = 2, 1
MAX_TOLD = 30  # problems told one by one


class LazyGroup(click.Group):
    """A group that knows its commands by name and loads each from its own module."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command; None for a name that is not in the table."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"flopwatt.faces.cli.{cmd_name}_command")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table, without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="flopwatt", message="%(prog)s %(version)s")
def group() -> None:
    """A plan file goes in; FLOPs, GPU-hours, dollars and the crossover come out."""


def main() -> None:
    """Run the command line; problems with the input exit with 2 and no traceback."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a sign that it lacks is no reason to fail
            stream.reconfigure(errors="replace")
    try:
        code = _run()
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        if error.filename is not None:
            raise  # about a file that we read: not about what is printed
        code = _cannot_print(error)
    sys.exit(code)


def _run() -> int:
    """Run a command and give its exit code."""
    try:
        group.main(prog_name="flopwatt")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except Exception as error:
        problems = getattr(error, "problems", None)
        if problems is None:
            raise
        tell(problems)
        count = len(problems)
        click.echo(f"{count} problem{'s' if count > 1 else ''}", err=True)
        return PROBLEM_EXIT


def tell(problems: Sequence[object], most: int = MAX_TOLD) -> None:
    """Problems and warnings on standard error, so that what is printed can be piped on."""
    for problem in problems[:most]:
        click.echo(str(problem), err=True)
    if len(problems) > most:
        click.echo(f"and {len(problems) - most} more", err=True)


def _cannot_print(error: OSError) -> int:
    """Say in one line why nothing more is printed; a reader that left needs no telling."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left goes nowhere
    if error.errno != errno.EPIPE:
        with contextlib.suppress(OSError):
            click.echo(f"flopwatt: cannot print: {error.strerror}", err=True)
    return PRINT_EXIT
