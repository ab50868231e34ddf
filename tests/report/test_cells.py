import pytest

from flopwatt.report.cells import cell, make_table, month_cell
from flopwatt.report.records import Cell
from flopwatt.studies.run import run_plan


def note(study, heads, *keys):
    """The note of a table with one row per instance and one column per quantity."""
    names = list(dict.fromkeys(key.split(".")[1] for key in keys))
    rows = [
        (Cell(name), *(cell(study, key) for key in keys if key.split(".")[1] == name))
        for name in names
    ]
    return make_table(study, "t", "T", ("product", *heads), rows).note


@pytest.fixture
def study(plan):
    plan["products"] = {name: {"cost_per_day": "$10k"} for name in ("chat", "code")}
    return run_plan(plan)


def test_a_cell_shows_a_value_without_the_words_of_its_head(study):
    key = "products.chat.cost_per_day"
    assert cell(study, key) == Cell("$10k per day", key)
    assert cell(study, key, " per day") == Cell("$10k", key)


def test_what_is_not_known_says_so_and_keeps_its_key(study):
    key = "products.chat.requests"
    assert cell(study, key) == month_cell(study, key, [0]) == Cell("not known", key)


def test_months_are_summed_where_they_add_up_and_else_the_last_one_counts(study):
    assert month_cell(study, "inference_spend", [0, 1], added=True).text == "$1.18M"
    assert month_cell(study, "cumulative_inference_spend", [0, 1]).text == "$1.18M"
    assert month_cell(study, "inference_spend", [0, 1]).text == "$560k"


def test_a_table_says_which_line_would_fill_what_is_not_known(study):
    assert note(study, ["volume"], "products.chat.requests") == (
        "Not known: volume of chat; to add: `requests: 5M per day` under products.chat"
    )


def test_a_line_that_several_rows_lack_is_told_once(study):
    keys = ["products.chat.requests", "products.code.requests"]
    assert note(study, ["volume"], *keys) == (
        "Not known: volume of chat and code; to add: `requests: 5M per day` under each"
    )


def test_rows_of_one_entry_name_it(study):
    lacking = cell(study, "products.chat.requests")
    rows = [(Cell(year), lacking) for year in ("2026", "2027")]
    assert make_table(study, "t", "T", ("year", "volume"), rows).note == (
        "Not known: volume of 2026 and 2027; to add: `requests: 5M per day` under products.chat"
    )


def test_a_line_that_several_columns_lack_is_told_once(plan):
    plan["training"]["base"] = {"accelerator_hours": "1M GPU-hours", "price": "$1 per GPU-hour"}
    keys = ["training.base.flops", "training.base.paid_flops"]
    assert note(run_plan(plan), ["FLOP", "rate"], *keys) == (
        "Not known: FLOP and rate of base; to add: `tokens: 2T tokens` under training.base"
    )


def test_two_lines_of_one_entry_name_it_once(study):
    told = note(study, ["request"], "products.chat.cost_per_request")
    assert told.count("products.chat") == 1
    assert "`input_tokens: " in told
    assert "` and `token_price: " in told


def test_a_table_where_all_is_known_keeps_its_own_note(study):
    rows = [(Cell("chat"), cell(study, "products.chat.crossover"))]
    assert make_table(study, "t", "T", ("product", "x"), rows, "Said.").note == "Said."
