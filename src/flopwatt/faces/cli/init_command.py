"""``flopwatt init``: a plan to start from."""

from __future__ import annotations

import click


@click.command("init")
@click.argument("file", type=click.Path(), default="plan.yaml")
def command(file: str) -> None:
    """Write a commented plan to FILE (plan.yaml where left out); no file is overwritten."""
    from flopwatt import api

    api.init_plan(file)
    click.echo(f"written: {file}; try: flopwatt run {file}")
