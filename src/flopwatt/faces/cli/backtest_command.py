"""``flopwatt backtest``: published values recomputed, with the error of each."""

from __future__ import annotations

import click

from flopwatt.faces.cli.settings import markdown_option


@click.command("backtest")
@click.argument("kind")
@click.option("--data", type=click.Path(), help="A table of published values; CSV.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@markdown_option
def command(kind: str, data: str | None, as_json: bool) -> None:
    """Predict published values of a KIND and say how far off each prediction is.

    Without --data the table of that kind in the folder named by FLOPWATT_TRUTH is used.
    """
    from flopwatt import api
    from flopwatt.faces.cli.output import print_json, print_page

    found = api.backtest(kind, data)
    if as_json:
        print_json(found.to_dict())
    else:
        print_page(found.page)
