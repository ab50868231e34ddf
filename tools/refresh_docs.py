"""Rewrites what the docs quote: command output, example files, and the reference pages.

    python tools/refresh_docs.py            rewrite what is stale
    python tools/refresh_docs.py --check    exit with 1 and name what is stale

In a page, the output after each ``$ flopwatt`` line of a console block is what that command
prints at 80 columns, of one that ends in ``| head -N`` its first N lines; a ``yaml`` block below
a ``file:`` comment is that file.
"""

from __future__ import annotations

import functools
import inspect
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click

from flopwatt.catalog import describe_table, list_kinds, list_tables
from flopwatt.faces.cli import COMMANDS, group
from flopwatt.report import (
    PlanField,
    WrittenFormula,
    catalog_page,
    plan_fields,
    written_formulas,
)
from flopwatt.studies.run import load_vocabulary

ROOT = Path(__file__).parent.parent
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
FILE = re.compile(r"(<!-- file: (\S+) -->\n\n```yaml\n).*?```", re.DOTALL)


def page_makers() -> dict[Path, Callable[[], str]]:
    """Every page that quotes or is generated, and what makes the text it should have."""
    reference = ROOT / "docs" / "reference"
    generated: dict[Path, Callable[[], str]] = {
        reference / "plan.md": plan_page,
        reference / "formulas.md": formula_page,
        reference / "catalog.md": catalog_reference,
        reference / "commands.md": command_page,
    }
    written = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    quoting = {path: functools.partial(_quoted_file, path) for path in written}
    return {**quoting, **generated}


def _quoted_file(path: Path) -> str:
    return quoted(path.read_text(encoding="utf-8"))


def quoted(page: str) -> str:
    """A page with its console blocks and quoted files as they are now."""
    page = FILE.sub(lambda found: f"{found[1]}{(ROOT / found[2]).read_text()}```", page)
    return CONSOLE.sub(lambda found: f"```console\n{_session(found[1])}```", page)


def _session(block: str) -> str:
    commands = [line for line in block.splitlines() if line.startswith("$ flopwatt ")]
    return "\n".join(f"{command}\n{_shown(command[2:])}" for command in commands)


def _shown(line: str) -> str:
    """What a line of a console block prints; ``| head -N`` keeps the first N lines."""
    command, _, lines = line.partition(" | head -")
    told = _output(command).splitlines(keepends=True)
    return "".join(told[: int(lines)] if lines else told)


def _output(command: str) -> str:
    """What a flopwatt command prints at 80 columns, without colour."""
    program, *arguments = shlex.split(command)
    if program != "flopwatt":
        raise ValueError(f"docs quote flopwatt commands only, not {command!r}")
    environment = os.environ | {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONWARNINGS": "error"}
    run = subprocess.run(
        [sys.executable, "-m", "flopwatt", *arguments],
        cwd=ROOT,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return "".join(f"{line.rstrip()}\n" for line in run.stdout.splitlines())


def plan_page() -> str:
    """The fields of a plan, section by section."""
    entities, fields = load_vocabulary().entities, plan_fields()
    lines = [
        "# What a plan may say",
        "",
        "A plan is a YAML file. It needs a `start`; most have a model, a run and a product. The",
        "plan's own fields stand at the top; each section holds named entries. A value is written",
        "with its unit. Dotted fields may be written as nested maps.",
        "",
        "In place of a value there may be a map, `{value: 38 %, low: 30 %, high: 45 %}`:",
        "",
        "| in the map | what it says |",
        "|---|---|",
        "| `value` | the value itself |",
        "| `low`, `high` | 8 in 10 cases fall between them; both, or neither |",
        "| `shape` | how cases spread: `lognormal`, `normal`, `uniform` or `triangular` |",
        "| `source`, `as_of`, `note` | its document, its date, and what else to know |",
        "| `override: yes` | it wins over what was measured |",
        "| `free: yes` | a price of 0 is meant, and is not a mistake |",
        "",
        "At the top a plan may also say `extends: FILE`, a plan in its own folder or below that it",
        "builds on and whose values it replaces, and `currencies:`, what one unit of each is in US",
        "dollars and since when.",
        "",
        "This page is made from the definitions by `python3 do.py docs`; `flopwatt fields` prints",
        "the same, and `flopwatt schema` makes it a JSON Schema for editors.",
    ]
    for name in dict.fromkeys(field.entity for field in fields):
        about = entities[name]
        title = f"`{about.section}:`" if about.section else "The plan itself"
        lines += ["", f"## {title}", "", about.meaning, ""]
        lines += ["| field | meaning | example | when left out |", "|---|---|---|---|"]
        lines += [_field_line(field) for field in fields if field.entity == name]
    return "\n".join(lines) + "\n"


def _field_line(field: PlanField) -> str:
    other = f" Also `{'`, `'.join(field.also)}`." if field.also else ""
    example = f"`{field.example}`" if field.example else ""
    return f"| `{field.key}` | {field.meaning}{other} | {example} | {field.left_out} |"


def formula_page() -> str:
    """Every formula as it is written out, with the meaning of what it makes."""
    lines = [
        "# Formulas",
        "",
        "Each is a function in `src/flopwatt/formulas`, written out here by running it on names.",
        "`grown(r, g, t)` is the integral of a rate r growing at g over a time t,",
        "`compounded(g, t)` the factor exp(g t), `pick(c, a, b)` a where c holds and b elsewhere,",
        "`total` a sum over runs or products, `at horizon` the plan's last month, `first time` and",
        "`lasting time` the crossing of spend and bills that docs/conventions.md describes.",
        "",
        "This page is made from the formulas by `python3 do.py docs`; `flopwatt formulas` prints",
        "the same.",
    ]
    for entity in load_vocabulary().entities.values():
        lines += ["", f"## {entity.name}", "", "| key | unit | meaning | formula | source |"]
        lines += ["|---|---|---|---|---|"]
        lines += [_formula_line(way) for way in written_formulas(entity.name)]
    return "\n".join(lines) + "\n"


def _formula_line(way: WrittenFormula) -> str:
    source = way.source.replace("#", ", ")
    key = way.written.partition(" = ")[0]
    return f"| `{key}` | {way.unit} | {way.meaning} | `{way.written}` | {source} |"


def catalog_reference() -> str:
    """What the catalog holds: every table with its columns, then every thing by kind."""
    lines = [
        "# The catalog",
        "",
        "Facts with their date and source, in `src/flopwatt/catalog/data`. `flopwatt catalog WHAT",
        "NAME` shows every figure of one thing, `flopwatt prices NAME` every offer. An empty cell",
        "is not known; `none` says that the thing has no such property.",
        "",
        "This page is made from the data files by `python3 do.py docs`.",
    ]
    for name in dict.fromkeys(table.partition("/")[0] for table in list_tables()):
        info = describe_table(name)
        lines += ["", f"## Table `{name}`", "", info.meaning, ""]
        lines += ["| column | unit | what it says |", "|---|---|---|"]
        lines += [f"| `{c.name}` | {c.unit} | {_cell(c.meaning)} |" for c in info.columns]
    for kind in list_kinds():
        (table,) = catalog_page(kind).tables
        lines += ["", f"## Every {kind}", "", f"| {' | '.join(table.columns)} |"]
        lines += ["|---" * len(table.columns) + "|"]
        lines += [f"| {' | '.join(cell.text for cell in row)} |" for row in table.rows]
        lines += ["", *(f"- {note}" for note in table.note.splitlines())]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def command_page() -> str:
    """Every command as its help has it: what it does, what it takes, and its options."""
    lines = [
        "# Commands",
        "",
        "Every command ends with 0, with 2 where its input has a problem, and with 1 where it",
        "could not print. `-h` shows the help of each. PLAN is a plan file, KEY is",
        "section.name.quantity as in `training.base.cost`.",
        "",
        "This page is made from the commands by `python3 do.py docs`.",
    ]
    with click.Context(group, info_name="flopwatt") as context:
        for name in COMMANDS:
            command = group.get_command(context, name)
            assert command is not None
            lines += _command_lines(command, click.Context(command, context, name))
    return "\n".join(lines) + "\n"


def _command_lines(command: click.Command, context: click.Context) -> list[str]:
    pieces = [piece for piece in command.collect_usage_pieces(context) if piece != "[OPTIONS]"]
    told = inspect.cleandoc(command.help or "")
    lines = ["", f"## `{' '.join([context.command_path, *pieces])}`", "", told, ""]
    options = [
        record
        for parameter in command.get_params(context)
        if isinstance(parameter, click.Option)
        if "--help" not in parameter.opts
        if (record := parameter.get_help_record(context))
    ]
    if options:
        lines += ["| option | what it does |", "|---|---|"]
        lines += [f"| `{_cell(name)}` | {_cell(meaning)} |" for name, meaning in options]
    return lines if options else lines[:-1]


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main(arguments: list[str]) -> int:
    """Rewrite stale pages, or with --check only name them."""
    made = ((path, make()) for path, make in page_makers().items())
    stale = [(path, text) for path, text in made if _read(path) != text]
    for path, text in stale:
        print(f"stale: {path.relative_to(ROOT)}")
        if "--check" not in arguments:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return int(bool(stale) and "--check" in arguments)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
