"""``flopwatt run``: a plan in, its results out."""

from __future__ import annotations

import click

from flopwatt.faces.cli.settings import markdown_option, read_settings, set_option, whole


@click.command("run")
@click.argument("plan", type=click.Path())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.option("--html", metavar="FILE", help="Write one offline HTML page; - prints it.")
@click.option(
    "--draws",
    help="How often to draw the plan's ranges: 10000 unless said (at least 10); 0 for not.",
)
@click.option("--seed", default="1", help="Where draws begin; the same seed gives the same draws.")
@set_option
@markdown_option
def command(
    plan: str,
    as_json: bool,
    html: str | None,
    draws: str | None,
    seed: str,
    settings: tuple[str, ...],
) -> None:
    """Work out everything that follows from PLAN."""
    from flopwatt import api
    from flopwatt.faces.cli.output import print_json, print_report, print_warnings
    from flopwatt.faces.cli.progress import progress_bar
    from flopwatt.faces.cli.target import STDOUT, check_target, write_page

    if html == STDOUT and as_json:
        raise click.UsageError("only one of --json and --html - can be printed at a time")
    if html is not None:
        check_target(html, plan)
    with progress_bar("draws") as progress:
        answer = api.run(plan, whole(draws), whole(seed), progress, read_settings(settings))
    report = answer.report
    print_warnings(report.warnings)
    if html is not None:
        from flopwatt.faces.html import render_html
        from flopwatt.faces.svg import drawing_problems

        print_warnings(drawing_problems())
        write_page(html, render_html(report))
    if as_json:
        print_json(report.document)
    elif html is None:
        print_report(report, plan)
