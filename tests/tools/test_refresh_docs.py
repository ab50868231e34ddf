"""The docs rule: whatever a page quotes is what the commands print now."""

import importlib.util
import re
from pathlib import Path

import pytest

import flopwatt
from flopwatt.formulas import load_formulas
from flopwatt.studies.run import load_vocabulary

ROOT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("refresh_docs", ROOT / "tools/refresh_docs.py")
refresh_docs = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(refresh_docs)

PAGES = refresh_docs.page_makers()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_is_what_it_would_be_made_to_now(path):
    assert path.read_text() == PAGES[path](), "run python3 do.py docs"


def test_a_command_may_be_cut_as_a_reader_would_cut_it():
    page = "```console\n$ flopwatt formulas training.cost | head -1\nstale\n```\n"
    assert refresh_docs.quoted(page) == page.replace("stale", "1 formula")


def test_every_command_is_in_the_readme():
    from flopwatt.faces.cli import COMMANDS

    readme = (ROOT / "README.md").read_text()
    for command in COMMANDS:
        assert f"flopwatt {command}" in readme


def test_the_python_of_the_readme_runs(monkeypatch):
    monkeypatch.chdir(ROOT)
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    names: dict = {}
    exec(block, names)
    assert round(names["answer"]["products.consumer-app.crossover"], 2) == 194.44
    assert names["flopwatt"] is flopwatt


def test_every_convention_that_is_cited_is_written_down():
    page = (ROOT / "docs/conventions.md").read_text()
    defaults = (q.default for q in load_vocabulary().quantities.values() if q.default)
    cited = {*(f.source for f in load_formulas()), *(default.source for default in defaults)}
    for source in cited:
        name, _, locator = source.partition("#")
        assert name != "convention" or f"\n## {locator}\n" in page


def test_links_between_pages_lead_somewhere():
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        for target in re.findall(r"\]\((?!http)([^)#]+)\)", path.read_text()):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
