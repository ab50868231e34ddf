"""``flopwatt xlsx``: a plan as a workbook whose formulas move with its inputs."""

from __future__ import annotations

from pathlib import Path

import click

from flopwatt.faces.cli.settings import read_settings, set_option, whole


@click.command("xlsx")
@click.argument("plan", type=click.Path())
@click.option(
    "-o", "--output", metavar="FILE", help="Where to: PLAN's name with .xlsx unless said."
)
@click.option("--force", is_flag=True, help="Replace FILE where it is there already.")
@click.option(
    "--draws",
    help="How often to draw the plan's ranges: 10000 unless said (at least 10); 0 for not.",
)
@click.option("--seed", default="1", help="Where draws begin; the same seed gives the same draws.")
@set_option
def command(
    plan: str,
    output: str | None,
    force: bool,
    draws: str | None,
    seed: str,
    settings: tuple[str, ...],
) -> None:
    """Write PLAN as an xlsx workbook: change an input there, and the crossover moves.

    Every value has its formula, written from flopwatt's own, or a note that it does not move.
    """
    from flopwatt import api
    from flopwatt.faces.cli.output import print_warnings
    from flopwatt.faces.cli.progress import progress_bar

    target = f"{Path(plan).stem}.xlsx" if output is None else output
    with progress_bar("draws") as progress:
        answer = api.write_workbook(
            plan,
            target,
            whole(draws),
            whole(seed),
            progress,
            read_settings(settings),
            force=force,
        )
    print_warnings(answer.report.warnings)
    click.echo(f"written: {target}", err=True)
