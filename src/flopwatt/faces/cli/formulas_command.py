"""``flopwatt formulas``: what follows from what."""

from __future__ import annotations

import click

from flopwatt.faces.cli.completion_command import complete_formula
from flopwatt.faces.cli.settings import markdown_option


@click.command("formulas")
@click.argument("key", required=False, shell_complete=complete_formula)
@markdown_option
def command(key: str | None) -> None:
    """List formulas: all, those of one entity (run, or training), or all ways to one KEY."""
    from flopwatt.faces.cli.output import print_page
    from flopwatt.report import formula_page

    print_page(formula_page(key))
