"""``flopwatt hardware``: what a plan trains and serves, on every accelerator of the catalog."""

from __future__ import annotations

import click

from flopwatt.faces.cli.settings import markdown_option, read_settings, set_option


@click.command("hardware")
@click.argument("plan", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@set_option
@markdown_option
def command(plan: str, as_json: bool, settings: tuple[str, ...]) -> None:
    """Rate every run and product of PLAN on every accelerator of the catalog."""
    from flopwatt import api
    from flopwatt.faces.cli.output import print_json, print_page, print_warnings

    found = api.hardware(plan, read_settings(settings))
    print_warnings(found.warnings)
    if as_json:
        print_json(found.to_dict())
    else:
        print_page(found.page)
