"""``flopwatt fields``: what a plan may say."""

from __future__ import annotations

import click

from flopwatt.faces.cli.completion_command import complete_section
from flopwatt.faces.cli.settings import markdown_option


@click.command("fields")
@click.argument("entity", required=False, shell_complete=complete_section)
@markdown_option
def command(entity: str | None) -> None:
    """List the fields of a plan: those of ENTITY (a run, or training), or all."""
    from flopwatt.faces.cli.output import print_page
    from flopwatt.report import field_page

    print_page(field_page(entity))
