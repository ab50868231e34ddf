"""``flopwatt buy``: how the GPU-hours of a plan are bought, and what each way would cost."""

from __future__ import annotations

import click

from flopwatt.faces.cli.settings import (
    markdown_option,
    read_settings,
    set_option,
    set_words,
    spelled,
)


@click.command("buy")
@click.argument("plan", type=click.Path())
@click.argument("workload", required=False)
@click.option("--explain", "key", metavar="KEY", help="Say where one number comes from.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@set_option
@markdown_option
def command(
    plan: str, workload: str | None, key: str | None, as_json: bool, settings: tuple[str, ...]
) -> None:
    """Say how the GPU-hours of PLAN, or of one run or fleet, are bought for the least.

    Month by month: on demand, on spot, reserved or owned; what each way would cost alone, and
    what is regretted where demand turns out otherwise.
    """
    from flopwatt import api
    from flopwatt.faces.cli.output import print_answer

    answer = api.buy(plan, workload, read_settings(settings))
    words = [*spelled([plan, workload], {}), *set_words(settings)]
    print_answer(answer, key, as_json, words)
