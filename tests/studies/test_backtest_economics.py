"""Published economics held against what is worked out: rows made by hand, and the table."""

import csv
import json
import os
from pathlib import Path

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.backtest_economics import COLUMNS, backtest_economics

ROOT = Path(__file__).parents[2]
TRUTH = ROOT.parent / "shared" / "truth" / "econ_truth.csv"
HOURS = {"training.run.accelerator_hours": "2.788M GPU-hours"}
BILL = {**HOURS, "training.run.price": "2 USD/GPU/hour"}
STOPS = {"reliability.interruptions": "419", "reliability.duration": "54 days",
         "reliability.accelerators": "16384"}  # fmt: skip
SPEND = {"products.p.spend": "87072 USD/day"}
SAVED = {"reliability.checkpoint_time": "60 s",
         "reliability.mean_time_between_interruptions": "3.09 h"}  # fmt: skip


@pytest.fixture
def run(tmp_path):
    def make(**cells):
        row = {"id": "A", "value": "1", "unit": "USD", "verified": "yes", "key": "", "given": ""}
        row |= cells
        if not isinstance(row["given"], str):
            row["given"] = json.dumps(row["given"])
        path = tmp_path / "truth.csv"
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(row))
            writer.writeheader()
            writer.writerow(row)
        return backtest_economics(path)

    return make


@pytest.mark.parametrize(
    ("key", "given", "unit", "predicted"),
    [
        ("training.run.cost", BILL, "USD", 5.576e6),
        ("training.run.cost", BILL, "USD (2023)", 5.576e6),
        (
            "training.run.accelerator_hours",
            {"training.run.accelerators": "512 GPUs", "training.run.wall_clock": "3 weeks"},
            "GPU-h",
            512 * 21 * 24,
        ),
        (
            "training.run.wall_clock",
            HOURS | {"training.run.accelerators": "2048"},
            "days",
            2.788e6 / 2048 / 24,
        ),
        (
            "training.run.paid_hours_mfu",
            {"training.run.mfu": "40 %", "training.run.goodput": "90 %"},
            "fraction",
            0.36,
        ),
        ("models.m.params.active.all", {"models.m.params.active.all": "37B"}, "params", 37e9),
        (
            "products.p.cost_per_million_tokens",
            SPEND
            | {
                "products.p.input_tokens": "608B tokens/day",
                "products.p.output_tokens": "7T tokens/hour",
            },
            "USD/M tokens",
            87_072 / 168_608_000,
        ),
        (
            "products.p.cost_per_million_tokens",
            SPEND
            | {"products.p.requests": "1M per day", "products.p.tokens_per_request": "500 tokens"},
            "USD/Mtok",
            87_072 / 500,
        ),
        ("products.p.margin", SPEND | {"products.p.revenue": "562027 USD/day"}, "%", 545.474),
        ("products.p.crossover", SPEND | {"training.run.cost": "5.576M USD"}, "days", 64.0389),
        # two runs are a plan: 5,576,000 and 294,672 over 87,072 a day
        (
            "products.p.crossover",
            SPEND | {"training.v3.cost": "5.576M USD", "training.r1.cost": "294672 USD"},
            "days",
            67.4232,
        ),
        ("reliability.mean_time_between_interruptions", STOPS, "h", 1296 / 419),
        ("reliability.mtbf_per_accelerator", STOPS, "years", 1296 / 419 * 16384 / 8766),
        (
            "reliability.mtbf_per_accelerator",
            {
                "reliability.accelerators": "16384",
                "reliability.mean_time_between_interruptions": "3.09 h",
            },
            "years",
            3.09 * 16384 / 8766,
        ),
        ("reliability.checkpoint_interval", SAVED, "min", (2 / 60 * 3.09) ** 0.5 * 60),
        ("reliability.overhead", SAVED, "fraction", (2 / 60 / 3.09) ** 0.5),
        ("buying.threshold_utilisation", {"buying.discount": "64 %"}, "fraction", 0.36),
        (
            "own.break_even_utilisation",
            {"own.cost_per_gpu_hour": "1.5 USD/GPU/hour", "own.rental_price": "2 USD/GPU/hour"},
            "fraction",
            0.75,
        ),
    ],
)
def test_a_row_by_hand(run, key, given, unit, predicted):
    found = run(key=key, given=given, unit=unit, value=repr(predicted))
    assert found.not_modelled == ()
    (row,) = found.rows
    assert row.predicted == pytest.approx(predicted, rel=1e-4)
    assert row.error == pytest.approx(0, abs=1e-4)


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ({"verified": "no", "key": "training.run.cost", "given": BILL}, "not verified"),
        ({"value": ""}, "no single number"),
        ({"value": "about 5"}, "is no number"),
        ({"value": "nan"}, "is no number"),
        ({"value": "0"}, "the value is 0"),
        ({}, "does not say what it is worked out from"),
        ({"key": "training.run.cost"}, "does not say"),
        ({"key": "training.run.cost", "given": "{bad"}, "no JSON object"),
        ({"key": "training.run.cost", "given": "[" * 100_000}, "no JSON object"),
        ({"key": "training.run.cost", "given": "[1]"}, "no JSON object"),
        ({"key": "training.run.cost", "given": {"training.run.cost": None}}, "neither as a text"),
        ({"key": "training.run.cost", "given": {"training.run.cost": {"value": 1}}}, "neither"),
        ({"key": "training.run.cots", "given": BILL}, "no quantity has this key"),
        ({"key": "train.run.cost", "given": BILL}, "names nothing"),
        ({"key": "training.run.cost", "given": HOURS}, "price"),
        ({"key": "training.run.cost", "given": BILL | {"training.run.mfu": "2"}}, "mfu"),
        (
            {"key": "training.run.cost", "given": BILL | {"training.run.mfu": "40 %"}},
            "not worked out",
        ),
        ({"key": "training.run.cost", "given": BILL, "unit": "EUR"}, "told in USD"),
        ({"key": "training.run.cost", "given": BILL, "unit": "GPU-h"}, "told in USD"),
        ({"key": "training.run.cost", "given": BILL, "unit": ""}, "no unit"),
        ({"key": "training.run.cost", "given": {"training.run.cost": "5 EUR"}}, "dated rate"),
        ({"key": "training.run.cost", "given": {"training.run.cost": "-5 USD"}}, "above 0"),
        (
            {
                "key": "training.run.cost",
                "given": {"training.cost": "5 USD", "training.run.cost": "x"},
            },
            "does not start with a number",
        ),
        (
            {"key": "products.p.crossover", "given": SPEND | {"training.run.cost": "1e300 USD"}},
            "no number",
        ),
    ],
)
def test_a_row_that_is_not_worked_out_says_why(run, cells, reason):
    found = run(**cells)
    assert found.rows == ()
    (one,) = found.not_modelled
    assert reason in one.reason
    assert "\n" not in one.reason


def test_a_table_without_its_columns_is_refused(tmp_path):
    path = tmp_path / "truth.csv"
    path.write_text("id,value\nA,1\n")
    with pytest.raises(PlanError, match="lacks"):
        backtest_economics(path)
    assert set(COLUMNS) == {"id", "value", "unit", "key", "given"}


@pytest.fixture(scope="module")
def published():
    if not TRUTH.exists():
        why = f"the published values are not beside the repository: no {TRUTH.name}"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    return backtest_economics(TRUTH)


def test_published_values_come_out_as_far_as_they_were_rounded(published):
    errors = {row.id: row.error for row in published.rows}
    assert set(errors) == {"T01", "I03", "I07", "E04", "E05", "F02"}
    assert errors["T01"] == pytest.approx(0, abs=1e-12)
    assert max(map(abs, errors.values())) < 0.005
    assert len(published.not_modelled) == 45
    assert all(one.reason for one in published.not_modelled)


def test_the_page_on_accuracy_says_what_comes_out(published):
    page = (ROOT / "docs" / "accuracy.md").read_text(encoding="utf-8")
    errors = sorted(abs(row.error) for row in published.rows)
    assert f"median error {published.overall.median_abs_error:.2%}".replace("%", " %") in page
    assert f"largest {errors[-1]:.2%}".replace("%", " %") in page
    assert (
        f"{len(published.rows)} rows of {len(published.rows) + len(published.not_modelled)}" in page
    )
