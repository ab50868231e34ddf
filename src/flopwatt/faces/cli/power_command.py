"""``flopwatt power``: what the GPUs of a plan draw, from the chip to the meter."""

from __future__ import annotations

import click

from flopwatt.faces.cli.settings import (
    markdown_option,
    read_settings,
    set_option,
    set_words,
    spelled,
)


@click.command("power")
@click.argument("plan", type=click.Path())
@click.argument("name", required=False)
@click.option("--explain", "key", metavar="KEY", help="Say where one number comes from.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@set_option
@markdown_option
def command(
    plan: str, name: str | None, key: str | None, as_json: bool, settings: tuple[str, ...]
) -> None:
    """Say what the runs and fleets of PLAN draw, or NAME alone, from the chip to the meter.

    Nameplate, peak and average apart; how racks are cooled and why; energy by year with its
    cost, greenhouse gas and water.
    """
    from flopwatt import api
    from flopwatt.faces.cli.output import print_answer

    answer = api.power(plan, name, read_settings(settings))
    words = [*spelled([plan, name], {}), *set_words(settings)]
    print_answer(answer, key, as_json, words)
