"""``flopwatt outlook``: what forecasters state, what is quoted, and where a plan sits."""

from __future__ import annotations

import click

from flopwatt.faces.cli.settings import (
    markdown_option,
    read_settings,
    set_option,
    set_words,
    spelled,
)


@click.command("outlook")
@click.argument("metric", required=False)
@click.option("--forecaster", metavar="NAME", help="Only the figures of one forecaster.")
@click.option("--scope", metavar="NAME", help="Only those of one country, company or campus.")
@click.option("--year", type=int, help="Only those for one year.")
@click.option("--plan", type=click.Path(), help="Say where a plan sits beside the figures.")
@click.option("--explain", "key", metavar="KEY", help="Say where one number comes from.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@set_option
@markdown_option
def command(
    metric: str | None,
    forecaster: str | None,
    scope: str | None,
    year: int | None,
    plan: str | None,
    key: str | None,
    as_json: bool,
    settings: tuple[str, ...],
) -> None:
    """Say what forecasters state of AI, its power and its spending, figure by figure.

    METRIC is one of `flopwatt catalog metrics`, or `quoted`, or the name of a widely quoted
    figure; without it comes an overview, with every quoted figure tested.
    """
    from flopwatt import api
    from flopwatt.faces.cli.output import print_answer

    answer = api.outlook(metric, forecaster, scope, year, plan, read_settings(settings))
    words = [*spelled([plan], {}), *set_words(settings)]
    print_answer(answer, key, as_json, words, most=len(answer.table()))
