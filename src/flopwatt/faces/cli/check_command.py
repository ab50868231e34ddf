"""``flopwatt check``: everything that is wrong with a plan, at once."""

from __future__ import annotations

import click

from flopwatt.faces.cli.settings import read_settings, set_option


@click.command("check")
@click.argument("plan", type=click.Path())
@set_option
def command(plan: str, settings: tuple[str, ...]) -> None:
    """Say everything that is wrong with PLAN; exit with 2 if anything is."""
    from flopwatt import api
    from flopwatt.faces.cli.output import print_warnings

    problems = api.check(plan, read_settings(settings))
    errors = [problem for problem in problems if not problem.warning]
    if errors:
        raise api.PlanError(problems)
    print_warnings(problems)
    click.echo(f"{plan}: nothing is wrong")
