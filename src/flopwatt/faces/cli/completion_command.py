"""``flopwatt completion``: the shell completes commands, fields and keys."""

from __future__ import annotations

import click


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print a script that lets SHELL complete commands, sections and keys of a plan.

    For bash: eval "$(flopwatt completion bash)" in ~/.bashrc.
    """
    from click.shell_completion import get_completion_class

    from flopwatt.faces.cli import group

    kind = get_completion_class(shell)
    if kind is not None:
        click.echo(kind(group, {}, "flopwatt", "_FLOPWATT_COMPLETE").source())


def complete_section(context: click.Context, _: click.Parameter, begun: str) -> list[str]:
    """The sections and entities of a plan that begin so."""
    from flopwatt import api

    names = (name for field in api.list_fields() for name in (field.entity, field.section))
    return sorted({name for name in names if name.startswith(begun)})


def complete_formula(context: click.Context, _: click.Parameter, begun: str) -> list[str]:
    """The keys with a formula that begin so."""
    from flopwatt import api

    return sorted({way.key for way in api.list_formulas() if way.key.startswith(begun)})


def complete_key(context: click.Context, _: click.Parameter, begun: str) -> list[str]:
    """The keys of the plan named before; none where the plan cannot be read."""
    from flopwatt import api

    try:
        keys = api.run(context.params["plan"]).to_dict()["results"]
    except (api.FlopwattError, KeyError):
        return []
    return [key for key in keys if key.startswith(begun)]
