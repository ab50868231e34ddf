"""``flopwatt schema``: the JSON Schema of a plan."""

from __future__ import annotations

import click


@click.command("schema")
def command() -> None:
    """Print the JSON Schema of a plan, for editors that check and complete YAML."""
    from flopwatt import api
    from flopwatt.faces.json import render_data

    click.echo(render_data(api.plan_schema()))
