"""``flopwatt explain``: where one number comes from."""

from __future__ import annotations

import click

from flopwatt.faces.cli.completion_command import complete_key


@click.command("explain")
@click.argument("plan", type=click.Path())
@click.argument("key", shell_complete=complete_key)
def command(plan: str, key: str) -> None:
    """Say where the number KEY of PLAN comes from, down to plan lines and sources.

    KEY is section.name.quantity, such as training.base.cost, or a key of the whole plan.
    """
    from flopwatt import api
    from flopwatt.faces.cli.output import print_explanation

    print_explanation(api.explain(plan, key))
