"""``flopwatt report``: a plan in, one offline page out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from flopwatt.faces.cli.settings import read_settings, set_option


@click.command("report")
@click.argument("plan", type=click.Path())
@click.option("-o", "--output", metavar="FILE", help="The page; PLAN.html unless said; - prints.")
@click.option(
    "--draws",
    help="How often to draw the plan's ranges: 10000 unless said (at least 10); 0 for not.",
)
@click.option("--seed", default="1", help="Where draws begin; the same seed gives the same draws.")
@set_option
def command(
    plan: str, output: str | None, draws: str | None, seed: str, settings: tuple[str, ...]
) -> None:
    """Write everything that follows from PLAN as one offline page, every number explained."""
    from flopwatt import api
    from flopwatt.faces.cli.output import print_warnings
    from flopwatt.faces.cli.progress import progress_bar
    from flopwatt.faces.cli.target import check_target, write_page
    from flopwatt.faces.html import render_html
    from flopwatt.faces.svg import drawing_problems

    target = f"{Path(plan).stem}.html" if output is None else output
    check_target(target, plan, "--output")
    with progress_bar("draws") as progress:
        answer = api.run(plan, _whole(draws), _whole(seed), progress, read_settings(settings))
    print_warnings((*answer.report.warnings, *drawing_problems()))
    write_page(target, render_html(answer.report), "--output")


def _whole(text: str | None) -> Any:
    """The number a text stands for; what is none stays as it is, for the API to refuse."""
    try:
        return None if text is None else int(text)
    except ValueError:
        return text
