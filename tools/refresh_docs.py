"""Rewrites what the docs quote: command output, example files, and the reference pages.

    python tools/refresh_docs.py            rewrite what is stale
    python tools/refresh_docs.py --check    exit with 1 and name what is stale

In a page, the output after each ``$ flopwatt`` line of a console block is what that command
prints at 80 columns; a ``yaml`` block below a ``file:`` comment is that file.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from flopwatt.model.formula import Formula
from flopwatt.model.quantity import Entity, Quantity
from flopwatt.model.trace import written
from flopwatt.model.vocabulary import Vocabulary
from flopwatt.studies.run import load_vocabulary

ROOT = Path(__file__).parent.parent
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
FILE = re.compile(r"(<!-- file: (\S+) -->\n\n```yaml\n).*?```", re.DOTALL)


def pages() -> Iterator[tuple[Path, str]]:
    """Every page that quotes or is generated, with the text it should have."""
    vocabulary = load_vocabulary()
    reference = ROOT / "docs" / "reference"
    generated = {
        reference / "plan.md": plan_page(vocabulary),
        reference / "formulas.md": formula_page(vocabulary),
    }
    yield from generated.items()
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        if path not in generated:
            yield path, quoted(path.read_text(encoding="utf-8"))


def quoted(page: str) -> str:
    """A page with its console blocks and quoted files as they are now."""
    page = FILE.sub(lambda found: f"{found[1]}{(ROOT / found[2]).read_text()}```", page)
    return CONSOLE.sub(lambda found: f"```console\n{_session(found[1])}```", page)


def _session(block: str) -> str:
    commands = [line for line in block.splitlines() if line.startswith("$ flopwatt ")]
    return "\n".join(f"{command}\n{_output(command[2:])}" for command in commands)


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


def plan_page(vocabulary: Vocabulary) -> str:
    """The fields of a plan, section by section."""
    lines = [
        "# What a plan may say",
        "",
        "A plan is a YAML file. It needs a `start`, a model, and a run or a product. The plan's",
        "own fields stand at the top; each section holds named entries. A value is written with",
        "its unit. In place of a value there may be a map with `value`, `source`, `as_of` and",
        "`note`. Dotted fields may be written as nested maps.",
        "",
        "This page is made from the definitions by `python3 do.py docs`.",
    ]
    for entity in sorted(vocabulary.entities.values(), key=lambda entity: entity.section):
        lines += ["", *_entity_lines(vocabulary, entity)]
    return "\n".join(lines) + "\n"


def _entity_lines(vocabulary: Vocabulary, entity: Entity) -> Iterable[str]:
    title = f"`{entity.section}:`" if entity.section else "The plan itself"
    yield from (f"## {title}", "", entity.meaning, "")
    yield from ("| field | meaning | example | when left out |", "|---|---|---|---|")
    if not entity.section:
        yield "| `name` | What the plan is called. | `Same model, two products` | the file's name |"
    for target in entity.refers:
        yield f"| `{target}` | The {target} it belongs to. | | the only one there is |"
    for choice in entity.choices:
        yield f"| `{choice}` | Name of an entry of the catalog. | `H100` | not known |"
    for (owner, short), keys in vocabulary.shorthands.items():
        if owner == entity.name:
            sets = " and ".join(f"`{key}`" for key in keys)
            yield f"| `{short}` | Short for {sets}. | `70B` | |"
    for quantity in vocabulary.of(entity.name):
        if quantity.written:
            yield _field_line(vocabulary, quantity)


def _field_line(vocabulary: Vocabulary, quantity: Quantity) -> str:
    other = f" Also `{'`, `'.join(quantity.also)}`." if quantity.also else ""
    if quantity.default:
        left_out = f"{quantity.default.text}, {quantity.default.source.replace('#', ', ')}"
    elif quantity.name in vocabulary.formulas:
        ways = (_names(vocabulary, formula) for formula in vocabulary.formulas[quantity.name])
        left_out = "; or ".join(ways)
    else:
        left_out = "not known"
    return f"| `{quantity.key}` | {quantity.meaning}{other} | `{quantity.example}` | {left_out} |"


def _names(vocabulary: Vocabulary, formula: Formula) -> str:
    """What a formula is worked out from, by key."""
    return "from " + ", ".join(f"`{vocabulary.quantities[need].key}`" for need in formula.needs)


def formula_page(vocabulary: Vocabulary) -> str:
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
        "This page is made from the formulas by `python3 do.py docs`.",
    ]
    for entity in vocabulary.entities.values():
        lines += ["", f"## {entity.name}", "", "| key | unit | meaning | formula | source |"]
        lines += ["|---|---|---|---|---|"]
        for quantity in vocabulary.of(entity.name):
            lines += [
                _formula_line(vocabulary, quantity, formula)
                for formula in vocabulary.formulas.get(quantity.name, ())
            ]
    return "\n".join(lines) + "\n"


def _formula_line(vocabulary: Vocabulary, quantity: Quantity, formula: Formula) -> str:
    names = {need: vocabulary.quantities[need].key for need in formula.needs}
    unit = f"{quantity.unit} in the month" if quantity.flow else quantity.unit
    source = formula.source.replace("#", ", ")
    text = f"{quantity.key} = {written(formula, names)}"
    return f"| `{quantity.key}` | {unit} | {formula.meaning} | `{text}` | {source} |"


def main(arguments: list[str]) -> int:
    """Rewrite stale pages, or with --check only name them."""
    stale = [(path, text) for path, text in pages() if _read(path) != text]
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
