"""``python -m tools.shapes CONFIG.json NAME``: the shape of a catalog model from its config.

Writes a file of ``catalog/data/architectures`` that holds the fields by which the model is
counted and no others: a field is left out where nothing follows from it. NAME is that of a row
of ``models.csv``, whose source and date the shape takes; a third word is another source.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from flopwatt.architecture.config import open_config
from flopwatt.architecture.context import read_context
from flopwatt.architecture.kv_formats import read_cache_formats
from flopwatt.architecture.quantisation import read_recipe
from flopwatt.architecture.read import read_architecture, text_config
from flopwatt.architecture.weight_bytes import weight_bytes
from flopwatt.catalog import find_thing
from flopwatt.catalog.architectures import FOLDER
from flopwatt.problems import FlopwattError

WIDTH = 100
Keys = tuple[str, ...]


def main(words: list[str]) -> int:
    """Write one shape; exit with 2 where the config or the name cannot be used."""
    if len(words) not in (2, 3):
        print("shapes: CONFIG.json, the name of a model and, if another, a source", file=sys.stderr)
        return 2
    try:
        thing = find_thing("model", words[1])
        config = dict(open_config(words[0]).data)
        fields = needed(config)
    except FlopwattError as error:
        print(error, file=sys.stderr)
        return 2
    source = words[2] if len(words) == 3 else thing.cells["source"]
    stem = thing.name.lower().replace(" ", "-")
    path = FOLDER / f"{stem}.yaml"
    about = {
        "source": source,
        "as_of": thing.cells["as_of"],
        "verified": thing.cells["verified"],
    }
    path.write_text(written(about, fields), encoding="utf-8")
    print(f"{path.name}: {len(list(leaves(fields)))} of {len(list(leaves(config)))} fields")
    return 0


def needed(config: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a config without which something else would be counted, or assumed."""
    kept: dict[str, Any] = json.loads(json.dumps(config))
    wanted = what_follows(kept)
    for path in sorted(leaves(config), key=len):
        tried = without(kept, path)
        try:
            same = what_follows(tried) == wanted
        except FlopwattError:
            same = False
        if same:
            kept = tried
    return kept


def what_follows(config: Mapping[str, Any]) -> object:
    """Everything that is worked out from a config."""
    read = open_config(config)
    architecture, recipe = read_architecture(read), read_recipe(read)
    weights = weight_bytes(architecture, recipe)
    context = read_context(text_config(read))
    plain = replace(architecture, notes=())
    return plain, weights, repr(context.tokens), read_cache_formats(read, recipe)


def leaves(fields: Mapping[str, Any], path: Keys = ()) -> Iterator[Keys]:
    """The place of every field, maps before what is inside them."""
    for key, value in fields.items():
        yield (*path, key)
        if isinstance(value, dict):
            yield from leaves(value, (*path, key))


def without(fields: dict[str, Any], path: Keys) -> dict[str, Any]:
    """The fields less one; the same where it is gone already."""
    first, *rest = path
    if first not in fields:
        return fields
    inner = fields[first]
    if not rest:
        return {key: value for key, value in fields.items() if key != first}
    if not isinstance(inner, dict):
        return fields
    return {**fields, first: without(inner, tuple(rest))}


def written(about: Mapping[str, str], fields: Mapping[str, Any]) -> str:
    """The file: who says so, then the fields."""
    lines = [f"{key}: {_scalar(value)}" for key, value in about.items() if value]
    lines.append("config:")
    return "\n".join([*lines, *_map(fields, 1)]) + "\n"


def _map(fields: Mapping[str, Any], depth: int) -> Iterator[str]:
    indent = "  " * depth
    for key, value in fields.items():
        if isinstance(value, dict):
            yield f"{indent}{_scalar(str(key))}:"
            yield from _map(value, depth + 1)
        elif isinstance(value, list):
            yield from _list(key, value, depth)
        else:
            yield f"{indent}{key}: {_scalar(value)}"


def _list(key: str, items: list[Any], depth: int) -> Iterator[str]:
    """A list on as many lines as it takes."""
    indent = "  " * depth
    yield f"{indent}{key}: ["
    line = ""
    for item in items:
        text = f"{_inline(item)}, "
        if len(indent) + 2 + len(line) + len(text) > WIDTH:
            yield f"{indent}  {line.rstrip()}"
            line = ""
        line += text
    yield f"{indent}  {line.rstrip(', ')}"
    yield f"{indent}]"


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        inside = ", ".join(f"{key}: {_inline(one)}" for key, one in value.items())
        return f"{{{inside}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    """A value as YAML: what JSON would read as something else stands in quotes."""
    if not isinstance(value, str):
        return json.dumps(value)
    try:
        json.loads(value)
    except ValueError:
        plain = value.replace("-", "").replace("_", "").replace(" ", "").replace(".", "")
        return value if plain.isalnum() and value[0].isalnum() else json.dumps(value)
    return json.dumps(value)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
