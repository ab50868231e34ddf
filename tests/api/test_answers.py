"""What an answer is: numbers by key, explanations, tables and a document."""

import json

import pytest

import flopwatt
from flopwatt.studies.backtest_memory import COLUMNS

CROSSOVER = "products.chat.crossover"


def test_a_plan_runs(plan):
    answer = flopwatt.run(plan)
    assert answer[CROSSOVER] == pytest.approx(100)
    assert answer["training.base.cost"] == 1e6
    assert len(answer["inference_spend"]) == 60
    with pytest.raises(KeyError):
        answer["products.chat.crossove"]


def test_other_spellings_of_a_key_are_explained(plan):
    explanation = flopwatt.explain(plan, "products.chat.daily_spend")
    assert explanation.key == "products.chat.cost_per_day"
    assert explanation.lines[0].detail == "<dict> products.chat.cost_per_day"
    assert flopwatt.run(plan).explain(CROSSOVER).lines[0].origin == "computed"


def test_a_key_that_names_nothing_gets_the_nearest(plan):
    with pytest.raises(flopwatt.PlanError) as caught:
        flopwatt.explain(plan, "products.chat.crosover")
    (problem,) = caught.value.problems
    assert (problem.code, problem.given) == ("unknown-quantity", "products.chat.crosover")
    assert problem.nearest == CROSSOVER
    assert "products.chat.cost_per_day" in problem.allowed.split(", ")


def test_a_value_that_this_plan_lacks_gets_the_line_to_add(plan):
    with pytest.raises(flopwatt.PlanError) as caught:
        flopwatt.explain(plan, "training.base.duration")
    (problem,) = caught.value.problems
    assert (problem.code, problem.field) == ("missing-quantity", "training.base.duration")
    assert "`gpus: 2048` under training.base" in problem.allowed


def test_the_document_is_plain_data_and_the_table_is_its_rows(plan):
    answer = flopwatt.run(plan)
    document = json.loads(json.dumps(answer.to_dict(), allow_nan=False))
    assert document["schema"] == "flopwatt/1"
    rows = {row["key"]: row for row in answer.table()}
    assert list(rows) == list(document["results"])
    assert rows[CROSSOVER]["value"] == document["results"][CROSSOVER]["value"]
    assert rows["training.base.cost"]["origin"] == "given"


@pytest.mark.parametrize("key", [None, 5, ["crossover"], ("crossover",)])
def test_a_key_that_is_no_text_is_told(plan, key):
    with pytest.raises(flopwatt.PlanError, match="type") as caught:
        flopwatt.run(plan).explain(key)
    assert caught.value.problems[0].given == repr(key)


def test_predictions_as_a_page_and_as_plain_data(tmp_path):
    cells = dict.fromkeys(COLUMNS, "") | {
        **{"id": "A1", "engine": "vLLM", "model": "meta-llama/Llama-3.1-8B", "tp": "1"},
        **{"weight_dtype": "bf16", "kv_dtype": "bf16", "pp": "1", "usable_for": "budget"},
        **{"kv_gib_per_gpu": "10", "kv_tokens": "80000"},
    }
    path = tmp_path / "table.csv"
    path.write_text(",".join(COLUMNS) + "\n" + ",".join(cells[name] for name in COLUMNS) + "\n")
    accuracy = flopwatt.backtest("memory", path)
    # 10 GiB over 131,072 bytes a token are 81,920 tokens, 2.4 % more than the log says
    document = json.loads(json.dumps(accuracy.to_dict(), allow_nan=False))
    assert document["overall"]["median_abs_error"] == pytest.approx(0.024)
    assert document["rows"][0]["predicted"] == 81_920
    assert accuracy.page.title == "memory: median error 2.4 % over 1 rows"
