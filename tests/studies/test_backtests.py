"""Which kinds are predicted, and where their tables are found."""

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.backtest_memory import COLUMNS
from flopwatt.studies.backtests import KINDS, VARIABLE, run_backtest

ROW = {
    **{"id": "A1", "engine": "vLLM", "model": "meta-llama/Llama-3.1-8B-Instruct", "tp": "1"},
    **{"weight_dtype": "bf16", "kv_dtype": "bf16", "pp": "1", "fits": "yes"},
    **{"usable_for": "budget", "kv_gib_per_gpu": "10", "kv_tokens": "81920"},
}


@pytest.fixture
def table(tmp_path):
    cells = dict.fromkeys(COLUMNS, "") | ROW
    path = tmp_path / KINDS["memory"][0]
    path.write_text(",".join(COLUMNS) + "\n" + ",".join(cells[name] for name in COLUMNS) + "\n")
    return path


def test_a_table_that_is_named(table):
    found = run_backtest("memory", table)
    # 10 GiB over 131,072 bytes a token
    (row,) = found.rows
    assert (found.kind, row.predicted, row.error) == ("memory", 81920, 0)


def test_the_table_in_the_folder_of_the_environment(table, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(table.parent))
    assert len(run_backtest("memory").rows) == 1


def test_without_a_table_both_ways_to_name_one_are_told(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(PlanError) as caught:
        run_backtest("training-memory")
    (problem,) = caught.value.problems
    assert "--data" in problem.allowed
    assert VARIABLE in problem.allowed
    assert "training_truth.csv" in problem.allowed


def test_a_kind_that_is_not_predicted():
    with pytest.raises(PlanError) as caught:
        run_backtest("memry")
    (problem,) = caught.value.problems
    assert (problem.nearest, problem.allowed) == ("memory", ", ".join(KINDS))


def test_a_table_that_is_not_there_or_lacks_columns(tmp_path):
    with pytest.raises(PlanError):
        run_backtest("memory", tmp_path / "none.csv")
    path = tmp_path / "other.csv"
    path.write_text("id,engine\nA1,vLLM\n")
    with pytest.raises(PlanError, match="lacks"):
        run_backtest("memory", path)
