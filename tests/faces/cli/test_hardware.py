"""``flopwatt hardware``: eighty columns, JSON, and problems on standard error."""

import json
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.yaml"))
PLAN = """
name: Both
start: 2026-09-01
models:
  m: {catalog: mixtral-8x7b}
training:
  base: {accelerator: H100 SXM, gpus: 512, tokens: 1T, mfu: 35 %}
products:
  chat: {requests: 1M per day, input_tokens: 500, output_tokens: 800}
"""


@pytest.fixture
def written(tmp_path):
    def write(text=PLAN):
        path = tmp_path / "plan.yaml"
        path.write_text(text)
        return path

    return write


def test_tables_fit_eighty_columns(cli, written):
    called = cli("hardware", written())
    assert called.code == 0
    assert called.out.startswith("Best for serving chat: ")
    assert max(map(len, called.out.splitlines())) <= 80
    assert "Training base: 512 GPUs at 35 % of the 16-bit peak" in called.out
    assert "accelerators can: in --json." in called.out


def test_json_is_one_document(cli, written):
    called = cli("hardware", written(), "--json", "--set", "training.base.gpus=256")
    found = json.loads(called.out)["hardware"]
    assert {row["gpus"] for row in found["training"]["base"]} == {256}
    assert len(found["products"]["chat"]) == 70


def test_warnings_and_problems_go_to_standard_error(cli, written):
    called = cli("hardware", written(PLAN.replace("H100 SXM", "8xH100")), "--json")
    assert "names" in called.err or "count" in called.err
    assert called.code == 2
    called = cli("hardware", written(PLAN.replace("tokens: 1T", "tokens: many")))
    assert called.code == 2
    assert "1 problem" in called.err
    assert called.out == ""


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_rated_on_every_accelerator_or_say_what_they_lack(cli, path):
    page, document = cli("hardware", path), cli("hardware", path, "--json")
    assert (page.code, document.code) == (0, 0)
    assert max(map(len, page.out.splitlines())) <= 80
    found = json.loads(document.out)["hardware"]
    for part in ("training", "products"):
        for name, rows in found[part].items():
            assert len(rows) == (0 if f"{part}.{name}" in found["not_rated"] else 70)
            for row in rows:
                assert bool(row["wall"]) == (row["fits"] is False)
                numbers = {key: cell for key, cell in row.items() if key not in ("wall", "why")}
                # what is not known, and what does not fit, says why
                assert row["why"] or (row["fits"] and None not in numbers.values())
