"""``flopwatt site``: when each phase of a site has power, what binds, and what waiting costs."""

from __future__ import annotations

import click

from flopwatt.faces.cli.settings import (
    markdown_option,
    read_settings,
    set_option,
    set_words,
    spelled,
    whole,
)


@click.command("site")
@click.argument("plan", type=click.Path())
@click.argument("name", required=False)
@click.option("--explain", "key", metavar="KEY", help="Say where one number comes from.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option(
    "--draws", help="How often to draw lead times: 10000 unless said (at least 10); 0 for not."
)
@click.option("--seed", default="1", help="Where draws begin; the same seed gives the same draws.")
@set_option
@markdown_option
def command(
    plan: str,
    name: str | None,
    key: str | None,
    as_json: bool,
    draws: str | None,
    seed: str,
    settings: tuple[str, ...],
) -> None:
    """Say when the sites of PLAN, or NAME alone, have power, phase by phase.

    Beside it stand what binds, the months and dollars that each other supply of power would
    save, GPUs that wait, and megawatts and capital by year.
    """
    from flopwatt import api
    from flopwatt.faces.cli.output import print_answer
    from flopwatt.faces.cli.progress import progress_bar

    with progress_bar("draws") as progress:
        answer = api.site(plan, name, whole(draws), whole(seed), progress, read_settings(settings))
    words = [*spelled([plan, name], {}), *set_words(settings)]
    print_answer(answer, key, as_json, words)
