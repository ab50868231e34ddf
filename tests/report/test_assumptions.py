from flopwatt.report.assumptions import assumption_section
from flopwatt.studies.run import run_plan


def test_each_assumption_and_fact_stands_with_its_source(example, texts):
    table = assumption_section(example("deepseek-v3")).tables[0]
    found = {row[0]: row[1:] for row in texts(table)}
    assert found["flops_per_param_token"] == [
        "v3", "6 FLOP/param/token", "kaplan-2020, section 2.1"
    ]  # fmt: skip
    assert found["peak"] == ["v3", "989.4 TFLOP/s", "epoch-ml-hardware, 2026-08"]
    assert "horizon" not in found  # given


def test_instances_that_share_one_are_one_row_and_counted_when_many(plan, texts):
    plan["products"] = {f"p{n}": {"cost_per_day": "$10k"} for n in range(12)}
    plan["products"]["p0"]["growth"] = "1 %/month"
    rows = {row[0]: row for row in texts(assumption_section(run_plan(plan)).tables[0])}
    assert rows["growth"][1] == "11 products"
    assert rows["spent_before"][1] == "12 products"


def test_what_nothing_was_worked_out_from_is_left_out(plan):
    plan["training"]["base"] = {"cost": "$1M"}
    del plan["products"]
    assert assumption_section(run_plan(plan)) is None
