"""``flopwatt explain``: where one number comes from."""

from __future__ import annotations

import click

from flopwatt.faces.cli.completion_command import complete_key
from flopwatt.faces.cli.settings import markdown_option, read_settings, set_option


@click.command("explain")
@click.argument("plan", type=click.Path())
@click.argument("key", required=False, shell_complete=complete_key)
@click.option("--whole", is_flag=True, help="Open all levels, however many lines that takes.")
@set_option
@markdown_option
def command(plan: str, key: str | None, whole: bool, settings: tuple[str, ...]) -> None:
    """Say where the number KEY of PLAN comes from, down to plan lines and sources.

    KEY is section.name.quantity, such as training.base.cost, or a key of the whole plan.
    A long tree is opened as far as it is read easily; --whole opens it all.
    Without KEY, list the keys of PLAN, each with its number and meaning.
    """
    from flopwatt import api
    from flopwatt.faces.cli.output import print_explanation, print_page

    answer = api.run(plan, settings=read_settings(settings))
    if key is None:
        print_page(answer.report.key_page())
    else:
        print_explanation(answer.explain(key, whole=whole))
