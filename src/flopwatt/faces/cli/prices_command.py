"""``flopwatt prices``: what GPU-hours and tokens cost, and whether a price file can be trusted."""

from __future__ import annotations

import click

from flopwatt.faces.cli.settings import markdown_option


@click.command("prices")
@click.argument("name", required=False)
@click.argument("file", required=False, type=click.Path())
@markdown_option
def command(name: str | None, file: str | None) -> None:
    """Show prices: of every GPU, or all offers for the GPU, machine or model NAME.

    `flopwatt prices check FILE` says what is doubtful about a file of prices.
    """
    from flopwatt import api
    from flopwatt.faces.cli import PROBLEM_EXIT, tell
    from flopwatt.faces.cli.output import print_page
    from flopwatt.report import price_page

    if file is None:
        print_page(price_page(name))
        return
    if name != "check":
        raise click.UsageError("a file can only be checked: flopwatt prices check FILE")
    problems = api.check_prices(file)
    tell(problems, most=len(problems))  # every flag, however many: none is dropped
    errors = [problem for problem in problems if not problem.warning]
    flags = f"{len(problems)} flag{'s' if len(problems) > 1 else ''}"
    said = f"{flags}, {len(errors) or 'none'} on rows that cannot be used"
    click.echo(f"{file}: {said if problems else 'nothing is wrong'}")
    if errors:
        click.get_current_context().exit(PROBLEM_EXIT)
