from flopwatt.report.assumptions import assumption_section
from flopwatt.report.build import MAKERS
from flopwatt.studies.run import run_plan


def _section(study):
    made = [make(study) for make in MAKERS]
    return assumption_section(study, [section for section in made if section])


def test_each_assumption_and_fact_stands_with_its_source(example, texts):
    table = _section(example("deepseek-v3")).tables[0]
    found = {row[0]: row[1:] for row in texts(table)}
    assert found["flops_per_param_token"] == [
        "v3", "6 FLOP/param/token", "kaplan-2020, section 2.1"
    ]  # fmt: skip
    assert found["peak"] == ["v3", "989.4 peak TFLOP/s per GPU", "epoch-ml-hardware, 2026-08"]
    assert "horizon" not in found  # given


def test_instances_that_share_one_are_one_row_and_counted_when_many(plan, texts):
    plan["products"] = {f"p{n}": {"cost_per_day": "$10k"} for n in range(12)}
    plan["products"]["p0"]["growth"] = "1 %/month"
    rows = {row[0]: row for row in texts(_section(run_plan(plan)).tables[0])}
    assert rows["share"][1] == "12 products"


def test_what_nothing_was_worked_out_from_is_left_out(plan):
    plan["training"]["base"] = {"cost": "$1M"}
    del plan["products"]
    section = _section(run_plan(plan))
    assert [row[0].text for row in section.tables[0].rows] == ["useful_life"]
    assert "growth" not in section.tables[0].note


def test_a_fact_is_told_with_four_digits_and_an_assumption_as_it_is_written(example, texts):
    rows = {row[0]: row for row in texts(_section(example("start-up")).tables[0])}
    assert rows["params.active.all"][2] == "70.55B params"
    assert rows["useful_life"][2] == "24 months"


def test_the_source_of_a_row_is_a_door(example):
    rows = _section(example("deepseek-v3")).tables[0].rows
    assert {row[3].source for row in rows} >= {"kaplan-2020", "convention"}
    assert all(row[3].text.startswith(row[3].source) for row in rows)


def test_one_entry_of_a_long_name_is_named_and_not_counted(plan, texts):
    name = "a-run-whose-name-is-longer-than-a-cell"
    plan["training"] = {name: {"cost": "$1M"}}
    rows = {row[0]: row for row in texts(_section(run_plan(plan)).tables[0])}
    assert rows["useful_life"][1] == name


def test_stale_facts_are_marked_counted_and_come_first(example):
    section = _section(example("power-24k-h100"))
    table = section.tables[0]
    marked = [row[3].text.endswith(", stale") for row in table.rows]
    # a server's data sheet of 2023 in a plan of September 2026
    assert marked == sorted(marked, reverse=True)
    assert table.rows[0][3].text == "nvidia-datasheets, DGX H100, 2023, stale"
    count = sum(marked)
    assert section.title.endswith(f"; the oldest fact is of 2023, {count} are stale.")
    assert table.note.startswith("Stale: older than 12 months when the plan starts")


def test_what_is_newer_than_the_plan_or_does_not_age_is_not_stale(plan):
    plan["models"] = {"m": {"catalog": "llama-3.1-8b"}}
    plan["start"] = "2035-01-01"  # long after anything was read of the model
    section = _section(run_plan(plan))
    assert "stale" not in section.title
    plan["start"] = "2020-01-01"
    plan["training"]["base"] = {"accelerator": "H100 SXM", "tokens": "1T tokens", "mfu": "40 %",
                                "price": "$2 per GPU-hour"}  # fmt: skip
    section = _section(run_plan(plan))
    assert "the oldest fact is of" in section.title
    assert "stale" not in section.title
