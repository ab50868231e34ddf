"""Constants of serving as they are read off a table: those that every fit assumes."""

import csv
import os
from pathlib import Path

import pytest

from flopwatt.studies.backtest_serving_rows import COLUMNS
from flopwatt.studies.nameless import vocabulary_of
from flopwatt.units import read_quantity
from tools.fit_serving import KIND, STEPS, first_tokens, main, read_off

TRUTH = Path(__file__).parents[3] / "shared" / "truth" / "serving_truth.csv"
ROW = dict.fromkeys(COLUMNS, "") | {
    **{"id": "S1", "kind": KIND, "hardware": "H100 SXM 80GB", "gpu_count": "1", "tp": "1"},
    **{"model": "Llama-3.1-8B", "weight_precision": "FP8", "isl": "2048", "osl": "1"},
}


@pytest.mark.skipif(
    not TRUTH.exists() and "CI" not in os.environ, reason="the table is not beside the repository"
)
def test_what_is_read_off_is_what_is_assumed():
    quantities = vocabulary_of("fit").quantities
    best = read_off(*first_tokens(TRUTH))
    assumed = {
        name: read_quantity(quantities[name].default.text, quantities[name].unit) for name in STEPS
    }
    assert best.constants == pytest.approx(assumed)
    assert len(best.errors) == 16


def test_only_first_tokens_of_one_request_are_looked_at(tmp_path, capsys):
    path = tmp_path / "serving.csv"
    rows = [
        ROW | {"ttft_mean_ms": "35"},
        ROW | {"id": "S2", "kind": "offline_max_throughput", "output_tok_s_total": "1"},
    ]
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    assert main([str(path)]) == 0
    said = capsys.readouterr().out
    assert said.splitlines()[-1].split() == ["rows", "1"]


@pytest.mark.parametrize(("rows", "said"), [([], "no rows"), ([ROW], KIND)])
def test_a_table_without_first_tokens_is_refused(tmp_path, capsys, rows, said):
    path = tmp_path / "serving.csv"
    lines = [",".join(row[column] for column in COLUMNS) for row in rows]
    path.write_text("\n".join([",".join(COLUMNS), *lines]))
    assert main([str(path)]) == 2
    assert said in capsys.readouterr().err
    assert main([]) == 2
