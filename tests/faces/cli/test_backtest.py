"""``flopwatt backtest``: published values recomputed from a table that is named."""

import json

import pytest

from flopwatt.studies.backtest_memory import COLUMNS

LOG = {
    **{"engine": "vLLM", "engine_version": "0.9.0", "weight_dtype": "bf16", "kv_dtype": "bf16"},
    **{"tp": "1", "pp": "1", "fits": "yes", "usable_for": "budget", "kv_gib_per_gpu": "10"},
    "model": "meta-llama/Llama-3.1-8B-Instruct",
}
ROWS = (
    {"id": "A1", "kv_tokens": "81920"},
    {"id": "A2", "kv_tokens": "80000"},
    {
        "id": "A3",
        "usable_for": "explain",
        "notes": "state pages besides",
        "kv_gib_per_gpu": "",
        "fits": "unknown",
    },
)


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "table.csv"
    rows = [dict.fromkeys(COLUMNS, "") | LOG | row for row in ROWS]
    lines = [",".join(row[column] for column in COLUMNS) for row in rows]
    path.write_text("\n".join([",".join(COLUMNS), *lines]))
    return path


def test_the_document_is_that_of_the_design(cli, table):
    code, out, err = cli("backtest", "memory", "--data", table, "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert set(document) >= {"schema", "kind", "overall", "by", "rows"}
    assert (document["schema"], document["kind"]) == ("flopwatt/1", "memory")
    # 10 GiB over 131,072 bytes a token are 81,920 tokens; of 80,000 that is 2.4 % too many
    assert document["overall"] == {
        "n": 2,
        "median_abs_error": pytest.approx(0.012),
        "mean_abs_error": pytest.approx(0.012),
        "p90_abs_error": pytest.approx(0.0216),
        "bias": pytest.approx(0.012),
    }
    first, second = document["rows"]
    assert first == {
        **{"id": "A1", "expected": 81920, "predicted": 81920, "error": 0},
        "what": "tokens",
    }
    assert second["error"] == pytest.approx(0.024)
    assert document["by"]["engine"]["vLLM"]["n"] == 2
    left = {one["id"]: one["reason"] for one in document["not_modelled"]}
    assert "state pages besides" in left["A3"]


def test_the_page_fits_its_terminal(cli, table):
    code, out, _ = cli("backtest", "memory", "--data", table)
    assert code == 0
    assert "median error 1.2 % over 2 rows" in out
    assert max(map(len, out.splitlines())) <= 80


def test_without_a_table_it_says_how_to_name_one(cli, monkeypatch):
    monkeypatch.delenv("FLOPWATT_TRUTH", raising=False)
    code, out, err = cli("backtest", "memory")
    assert (code, out) == (2, "")
    assert "--data" in err
    assert "FLOPWATT_TRUTH" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["memry"], "nearest: memory"),
        (["training-memory", "--data", "no-such.csv"], "no such file"),
        ([], "Missing argument"),
    ],
)
def test_what_is_refused(cli, words, told):
    code, out, err = cli("backtest", *words)
    assert (code, out) == (2, "")
    assert told in err


def test_a_table_of_another_kind(cli, table):
    code, _, err = cli("backtest", "training-memory", "--data", table)
    assert code == 2
    assert "lacks" in err
