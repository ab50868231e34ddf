"""``flopwatt web``: a plan as a live page in the browser."""

from __future__ import annotations

import importlib.util

import click

PORT = 8642
NEEDED = ("fastapi", "uvicorn")


@click.command("web")
@click.argument("plan", type=click.Path(), required=False)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Where the page is served; 0 for any free port.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address of this machine to serve at; any but this lets others in.",
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def command(plan: str | None, port: int, host: str, no_browser: bool) -> None:
    """Show PLAN as a page on this machine that moves while its sliders do.

    Without PLAN the page offers the examples. Nothing leaves this machine.
    """
    from flopwatt import api

    lacking = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if lacking:
        message = f"the page needs {' and '.join(lacking)}: pip install 'flopwatt[web]'"
        raise click.ClickException(message)
    text = api.read_plan_text(plan) if plan is not None else None
    from flopwatt.faces.web.server import address, open_socket, serve

    try:
        found = open_socket(host, port)
    except OSError as error:
        advice = f"cannot listen on {host} port {port}: {error.strerror}; try --port 0"
        raise click.ClickException(advice) from None
    click.echo(f"flopwatt web: {address(host, found)} (Ctrl+C ends it)", err=True)
    serve(text, host, found, browser=not no_browser)
