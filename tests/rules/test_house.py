"""The house rules: sizes, names, one test per file, and what each room may contain."""

import ast
import re
import tomllib
from pathlib import Path

from flopwatt.faces.cli import COMMANDS
from tests.conftest import faults

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "flopwatt"
MODULES = sorted(SOURCE.rglob("*.py"))
CODE = [*MODULES, *sorted((ROOT / "tests").rglob("*.py")), ROOT / "do.py"]
MAX_FILE, MAX_FUNCTION, MAX_PARAMETERS = 300, 40, 8
BANNED = re.compile(r"utils?|helpers?|common|managers?|misc|.*_v\d+|.*\d_compat")
# records alone, or parts that are tested through the file that uses them
MIRRORED_ELSEWHERE = {
    *("units/errors.py", "units/spelling.py"),
    *("reader/records.py", "plan/draft.py", "report/records.py"),
    *(f"faces/cli/{name}_command.py" for name in COMMANDS),
}
# readers of models, held to tables of known counts: see test_readers.py
HELD_TO_TABLES = tuple(
    f"architecture/{folder}/" for folder in ("families", "towers", "blocks", "quantisation")
)


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _holds_few_lines(path):
    assert len(path.read_text().splitlines()) <= MAX_FILE


def test_a_file_can_be_held_in_the_head():
    assert faults(_holds_few_lines, CODE, _name) == {}


def _holds_short_functions(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno < MAX_FUNCTION, node.name
            count = len(node.args.args) + len(node.args.kwonlyargs)
            assert count <= MAX_PARAMETERS, node.name


def test_a_function_is_short_and_takes_few_parameters():
    assert faults(_holds_short_functions, CODE, _name) == {}


def _is_named_well(path):
    assert not BANNED.fullmatch(path.stem)


def test_a_file_is_named_for_what_it_holds():
    assert faults(_is_named_well, MODULES, _name) == {}


def _has_its_mirror(path):
    relative = path.relative_to(SOURCE)
    if relative.name.startswith("__") or str(relative) in MIRRORED_ELSEWHERE:
        return
    if str(relative).startswith(HELD_TO_TABLES):
        return
    mirror = ROOT / "tests" / relative.parent / f"test_{relative.name}"
    assert mirror.exists(), f"tests/{relative.parent}/test_{relative.name} is missing"


def test_every_file_has_its_mirror_in_tests():
    assert faults(_has_its_mirror, MODULES, _name) == {}


def test_assert_is_for_tests_only():
    for path in MODULES:
        nodes = ast.walk(ast.parse(path.read_text()))
        assert not [node for node in nodes if isinstance(node, ast.Assert)], path


def test_inheritance_is_one_deep():
    """Exceptions, enumerations and the command group derive from others; nothing derives twice."""
    classes = {
        node.name: [base.id for base in node.bases if isinstance(base, ast.Name)]
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
    }
    own = {name: [base for base in bases if base in classes] for name, bases in classes.items()}
    assert not [name for name, bases in own.items() if any(own[base] for base in bases)]


def test_the_import_contract_knows_every_floor():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = contracts["contracts"][0]
    assert layers["exhaustive"] is True
    floors = " ".join(layers["layers"])
    for folder in (path for path in SOURCE.iterdir() if (path / "__init__.py").exists()):
        assert folder.name in floors


def test_no_file_names_a_place_outside_the_project():
    """No absolute path of the machine it was written on, and no package registry."""
    banned = re.compile(r"/work/|/home/\w|/root/|pythonhosted|pypi\.(org|python)")
    for path in (*CODE, *ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*.toml")):
        if path != Path(__file__):
            assert not banned.search(path.read_text()), path
