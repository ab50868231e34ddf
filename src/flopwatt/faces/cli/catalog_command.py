"""``flopwatt catalog``: facts with their sources."""

from __future__ import annotations

import click

from flopwatt.faces.cli.settings import markdown_option


@click.command("catalog")
@click.argument("what", required=False)
@click.argument("name", required=False)
@markdown_option
def command(what: str | None, name: str | None) -> None:
    """Show what the catalog holds: all kinds, the things of one kind, or one thing.

    WHAT is a kind, such as accelerators, or a name; NAME is a name as people type it.
    """
    from flopwatt.faces.cli.output import print_page
    from flopwatt.report import catalog_page

    print_page(catalog_page(what, name))
