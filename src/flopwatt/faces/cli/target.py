"""Where a page goes: a new file, an older page, or standard output; never over a plan."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn

import click

from flopwatt.api import PlanError, Problem

STDOUT = "-"
PLANS = (".yaml", ".yml")
PAGE = (b"<!doctype html", b"<html")
ALLOWED = "a new file such as page.html, an older page, or - for standard output"


def check_target(target: str, plan: str, option: str = "--html") -> None:
    """Refuse a target that would cost a file which is no page, before anything is worked out."""
    path = Path(target)
    if not target:
        _refuse("the name of the page is empty", "''", option)
    if target == STDOUT:
        return
    if path.suffix.lower() in PLANS:
        _refuse(
            "a page is no plan, and is not written to a file that ends like one", target, option
        )
    try:
        if path.is_file():
            if Path(plan).exists() and path.samefile(plan):
                _refuse("this is the plan itself, which is left as it is", target, option)
            with path.open("rb") as file:
                begun = file.read(64).lstrip(b"\xef\xbb\xbf \t\r\n").lower()
            if begun and not begun.startswith(PAGE):
                _refuse(
                    "this file is there already and is no page; it is left as it is", target, option
                )
    except (OSError, ValueError) as error:
        _refuse(f"cannot be written: {_reason(error)}", target, option)


def write_page(target: str, text: str, option: str = "--html") -> None:
    """Write a page; a folder that is not there is told like any other problem."""
    data = text.encode("utf-8", "replace")
    if target == STDOUT:
        sys.stdout.buffer.write(data + b"\n")
        return
    try:
        Path(target).write_bytes(data)
    except (OSError, ValueError) as error:
        _refuse(f"cannot be written: {_reason(error)}", target, option)
    click.echo(f"written: {target}", err=True)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _refuse(message: str, given: str, option: str) -> NoReturn:
    problem = Problem("bad-file", message, field=option, given=given, allowed=ALLOWED)
    raise PlanError([problem]) from None
