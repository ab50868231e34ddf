"""``flopwatt convert``: one amount in another unit."""

from __future__ import annotations

import click


@click.command("convert")
@click.argument("amount")
@click.argument("unit", required=False)
def command(amount: str, unit: str | None) -> None:
    """Say what AMOUNT comes to in UNIT, or in the units people commonly use for it.

    An amount is one word with its unit, such as "400 Gbit/s" or $8/Mtoken.
    """
    from flopwatt import api

    click.echo("\n".join(api.convert(amount, unit).lines))
