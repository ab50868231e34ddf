"""Every reader of models is met by a row of a table with a known count.

This stands in for a test file per module in ``families``, ``towers``, ``blocks`` and
``quantisation``: these hold sizes, names and little else, and are held to counts that somebody
published, that another implementation gave, or that were worked out by hand. Types that one
reader does not tell apart need one row between them; a type that it asks for by name needs a
row of its own. Blocks have no types: what a family builds of them is counted.
"""

import ast
import json
import runpy
from dataclasses import replace
from pathlib import Path

import pytest

from flopwatt.architecture import families, quantisation, read, towers
from flopwatt.architecture.config import open_config
from flopwatt.architecture.registry import load_families, load_towers

COUNTS = {"total", "text", "towers"}
TABLES = Path(__file__).parents[1] / "architecture"
ROWS = [
    (path.stem, json.loads(line))
    for path in sorted(TABLES.glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


def key(reader):
    return f"{reader.__module__.rpartition('.')[2]}.{reader.__name__}"


def named(package, known):
    """Types that the files of a package tell apart: those they compare with or keep tables by."""
    found = set()
    for path in Path(package.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            keys = node.keys if isinstance(node, ast.Dict) else []
            sides = node.comparators if isinstance(node, ast.Compare) else []
            parts = [part for side in (*keys, *sides) if side for part in ast.walk(side)]
            found |= {part.value for part in parts if isinstance(part, ast.Constant)}
    return found & set(known)


@pytest.fixture(scope="module")
def met():
    """The readers and the types that the rows of all tables meet."""
    readers, types = set(), set()

    def watched(reader):
        def watching(config, *more):
            readers.add(key(reader))
            for one in (config, *more):
                types.update(str(one.data.get(name)) for name in ("model_type", "wrapper"))
            return reader(config, *more)

        return watching

    own = {name: replace(one, read=watched(one.read)) for name, one in load_families().items()}
    beside = {name: watched(one) for name, one in load_towers().items()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(read, "load_families", lambda: own)
        patch.setattr(read, "load_towers", lambda: beside)
        for _, row in ROWS:
            read.read_architecture(open_config(row["config"]))
    return readers, types


def test_every_row_has_a_known_count():
    assert not [(table, row["name"]) for table, row in ROWS if not COUNTS & set(row)]


@pytest.mark.parametrize("reader", sorted({key(one.read) for one in load_families().values()}))
def test_every_family_is_met(met, reader):
    assert reader in met[0]


@pytest.mark.parametrize("reader", sorted({key(one) for one in load_towers().values()}))
def test_every_tower_is_met(met, reader):
    assert reader in met[0]


@pytest.mark.parametrize("name", sorted(named(families, load_families())))
def test_every_type_that_a_family_tells_apart_is_met(met, name):
    assert name in met[1]


@pytest.mark.parametrize("name", sorted(named(towers, load_towers())))
def test_every_type_that_a_tower_tells_apart_is_met(met, name):
    assert name in met[1]


def test_every_way_to_quantise_is_met():
    table = runpy.run_path(str(TABLES / "test_quantisation.py"))
    named_in_table = {settings.get("quant_method", "mlx") for settings, _ in table["METHOD_BYTES"]}
    readers = {quantisation.METHODS[name] for name in named_in_table}
    assert readers == set(quantisation.METHODS.values())
