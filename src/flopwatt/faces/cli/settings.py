"""``--set KEY=VALUE``: values of the command line, which win over those of the plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import click

MARKDOWN = "flopwatt.markdown"  # where a command keeps that it was asked for
EXAMPLE = "training.base.price=$2.00/GPU-hour"


def set_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Let a command take ``--set KEY=VALUE``, as often as wanted."""
    option = click.option(
        "--set",
        "settings",
        multiple=True,
        metavar="KEY=VALUE",
        help=f"Let VALUE win over the plan, such as {EXAMPLE}; may be repeated.",
    )
    return option(command)


def markdown_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Let a command take ``--markdown``; what prints asks the command's context for it."""

    def keep(context: click.Context, _: click.Parameter, value: bool) -> None:
        context.meta[MARKDOWN] = value

    option = click.option(
        "--markdown", is_flag=True, expose_value=False, callback=keep, help="Print it as Markdown."
    )
    return option(command)


def is_markdown() -> bool:
    """Whether the command that runs was asked for Markdown."""
    context = click.get_current_context(silent=True)
    return bool(context and context.meta.get(MARKDOWN))


def read_settings(written: Iterable[str]) -> dict[str, str]:
    """The settings by key. Raises PlanError for one without ``=`` and for a key set twice."""
    from flopwatt.api import PlanError, Problem

    found: dict[str, str] = {}
    problems = []
    for text in written:
        key, equals, value = (part.strip() for part in text.partition("="))
        code, message = "", ""
        if not (key and equals and value):
            code, message = "bad-structure", "a setting is a key, = and a value"
        elif key in found:
            code, message = "duplicate-key", "this key is set twice"
        if code:
            allowed = f"KEY=VALUE, e.g. {EXAMPLE}"
            problems.append(Problem(code, message, None, "--set", text or "''", allowed))
        else:
            found[key] = value
    if problems:
        raise PlanError(problems)
    return found


def listed(text: str) -> tuple[str, ...]:
    """The words of a list with commas between them."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def whole(text: str | None) -> Any:
    """The number a text stands for; what is none stays as it is, for the API to refuse."""
    try:
        return None if text is None else int(text)
    except ValueError:
        return text


def set_words(settings: Iterable[str]) -> list[str]:
    """The words that set the same values again."""
    return [word for text in settings for word in ("--set", text)]


def spelled(first: Iterable[str | None], options: Mapping[str, object]) -> list[str]:
    """The words of a command that was given: what comes first, and every option that was set."""
    words = [word for word in first if word]
    for name, value in options.items():
        values = [",".join(value)] if isinstance(value, tuple) else [value]
        for one in values:
            if one:
                words += [f"--{name.removeprefix('read_').replace('_', '-')}", str(one)]
    return words
