"""``flopwatt fleet``: what serves the products of a plan, and on which units it can be served."""

from __future__ import annotations

import click

from flopwatt.faces.cli.settings import (
    markdown_option,
    read_settings,
    set_option,
    set_words,
    spelled,
)


@click.command("fleet")
@click.argument("plan", type=click.Path())
@click.argument("product", required=False)
@click.option(
    "--on", multiple=True, metavar="GPUS", help="A unit, such as 8xH100; may be repeated."
)
@click.option("--explain", "key", metavar="KEY", help="Say where one number comes from.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@set_option
@markdown_option
def command(
    plan: str,
    product: str | None,
    on: tuple[str, ...],
    key: str | None,
    as_json: bool,
    settings: tuple[str, ...],
) -> None:
    """Say what serves the products of PLAN, or PRODUCT alone: units, GPUs, times and costs.

    With several --on the same product is held against each unit: those that cannot serve it are
    told with their wall and the nearest thing that works.
    """
    from flopwatt import api
    from flopwatt.faces.cli.output import print_answer

    if key is not None and len(on) > 1:
        raise click.UsageError("--explain tells of one unit: give one --on with it")
    answer = api.fleet(plan, product, on, read_settings(settings))
    units = {"on": on[0]} if len(on) == 1 else {}
    words = [*spelled([plan, product], units), *set_words(settings)]
    print_answer(answer, key, as_json, words)
