"""``flopwatt own``: what an hour of owned GPUs costs, and when renting would cost less."""

from __future__ import annotations

import click

from flopwatt.faces.cli.settings import (
    markdown_option,
    read_settings,
    set_option,
    set_words,
    spelled,
)


@click.command("own")
@click.argument("plan", type=click.Path())
@click.argument("name", required=False)
@click.option("--explain", "key", metavar="KEY", help="Say where one number comes from.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@set_option
@markdown_option
def command(
    plan: str, name: str | None, key: str | None, as_json: bool, settings: tuple[str, ...]
) -> None:
    """Say what an hour of the assets of PLAN costs, or of NAME alone, and of what parts.

    Beside it stand every way to count the cost, and the use from which owning costs less than
    each offer that the catalog holds.
    """
    from flopwatt import api
    from flopwatt.faces.cli.output import print_answer

    answer = api.own(plan, name, read_settings(settings))
    words = [*spelled([plan, name], {}), *set_words(settings)]
    print_answer(answer, key, as_json, words)
