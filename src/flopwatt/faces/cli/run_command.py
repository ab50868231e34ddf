"""``flopwatt run``: a plan in, its results out."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("run")
@click.argument("plan", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--html", type=click.Path(path_type=Path), help="Write one offline HTML page.")
def command(plan: str, as_json: bool, html: Path | None) -> None:
    """Work out everything that follows from PLAN."""
    from flopwatt import api
    from flopwatt.faces.cli.output import print_report, print_warnings, write_file

    report = api.run(plan).report
    print_warnings(report.warnings)
    if html:
        from flopwatt.faces.html import render_html

        write_file(html, render_html(report))
    if as_json:
        from flopwatt.faces.json import render_json

        click.echo(render_json(report))
    elif not html:
        print_report(report, plan)
