"""``flopwatt run``: a plan in, its results out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click


@click.command("run")
@click.argument("plan", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--html", type=click.Path(path_type=Path), help="Write one offline HTML page.")
@click.option("--draws", help="How often to draw the plan's ranges: 10000 unless said; 0 for not.")
@click.option("--seed", default="1", help="Where draws begin; the same seed gives the same draws.")
def command(plan: str, as_json: bool, html: Path | None, draws: str | None, seed: str) -> None:
    """Work out everything that follows from PLAN."""
    from flopwatt import api
    from flopwatt.faces.cli.output import print_report, print_warnings, write_file
    from flopwatt.faces.cli.progress import progress_bar

    with progress_bar("draws") as progress:
        report = api.run(plan, _whole(draws), _whole(seed), progress).report
    print_warnings(report.warnings)
    if html:
        from flopwatt.faces.html import render_html

        write_file(html, render_html(report))
    if as_json:
        from flopwatt.faces.json import render_json

        click.echo(render_json(report))
    elif not html:
        print_report(report, plan)


def _whole(text: str | None) -> Any:
    """The number a text stands for; what is none stays as it is, for the API to refuse."""
    try:
        return None if text is None else int(text)
    except ValueError:
        return text
