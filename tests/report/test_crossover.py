import pytest

from flopwatt.report.crossover import answer_text, crossover_section, together_text
from flopwatt.studies.run import run_plan

SENTENCES = {
    "crosses": "chat passes its training bill on 11 April 2026.",
    "uncrossed": ("chat passes its training bill on 11 April 2026, and for good on 20 July 2026."),
    "undone": (
        "chat passes its training bill on 11 April 2026, "
        "until a later run puts training ahead again."
    ),
    "already": "chat had passed its training bill before the plan starts.",
    "already undone": (
        "chat had passed its training bill before the plan starts, "
        "until a later run puts training ahead again."
    ),
    "never": (
        "chat does not pass its training bill within the plan; "
        "at the last rate that takes 27.4 years."
    ),
    "shrinking": (
        "chat does not pass its training bill within the plan; "
        "spend shrinks, and adds up to $136k however long it goes on."
    ),
    "nothing spent": (
        "chat does not pass its training bill within the plan; nothing is spent in its last month."
    ),
}
ROWS = {
    "crosses": ["chat", "$1M", "$18.3M", "100.0 days", "11 Apr 2026"],
    "uncrossed": ["chat", "$2M", "$18.3M", "100.0 days", "11 Apr 2026, again 20 Jul 2026"],
    "undone": ["chat", "$101M", "$18.3M", "100.0 days", "11 Apr 2026, not for good"],
    "already": ["chat", "$1M", "$20.3M", "already", "before the plan"],
    "already undone": ["chat", "$101M", "$20.3M", "already", "before the plan, not for good"],
    "never": ["chat", "$1M", "$183k", "never", "27.4 years at last rate"],
    "shrinking": ["chat", "$1M", "$136k", "never", "adds up to $136k"],
    "nothing spent": ["chat", "$1M", "$0", "never", "nothing is spent"],
}


@pytest.mark.parametrize("name", SENTENCES)
def test_every_outcome_has_its_sentence(outcome, name):
    assert answer_text(outcome(name)) == SENTENCES[name]


@pytest.mark.parametrize("name", ROWS)
def test_every_outcome_has_its_row(outcome, texts, name):
    assert texts(crossover_section(outcome(name)).tables[0]) == [ROWS[name]]


def test_a_date_that_a_later_run_undoes_opens_the_lasting_one(outcome):
    date = crossover_section(outcome("uncrossed")).tables[0].rows[0][-1]
    assert date.key == "products.chat.crossover.holds_from"


def test_a_launch_moves_the_date_and_not_the_days(plan, texts):
    plan["products"]["chat"]["launch"] = "2026-02-01"
    row = texts(crossover_section(run_plan(plan)).tables[0])[0]
    assert row[-2:] == ["100.0 days", "12 May 2026"]


def test_a_product_may_be_called_crossover(plan):
    plan["products"] = {"crossover": {"cost_per_day": "$10k", "launch": "2026-02-01"}}
    assert answer_text(run_plan(plan)) == ("crossover passes its training bill on 12 May 2026.")


def test_the_worked_example(example, texts):
    study = example("two-products")
    assert answer_text(study) == (
        "consumer-app passes its training bill on 14 July 2026. "
        "internal-tool does not pass its training bill within the plan; "
        "at the last rate that takes 266 years."
    )
    assert together_text(study) == "Together they pass all training spend on 14 July 2026."
    section = crossover_section(study)
    assert section.title == "1 of 2 products passes its training bill within the plan."
    assert texts(section.tables[0]) == [
        ["internal-tool", "$1.46M", "$27.4k", "never", "266 years at last rate"],
        ["consumer-app", "$1.46M", "$13.7M", "194.4 days", "14 Jul 2026"],
        ["whole plan", "$1.46M", "$13.7M", "194.1 days", "14 Jul 2026"],
    ]


@pytest.fixture
def bought(plan):
    """A second product, on a model that nobody here trains."""
    plan["models"]["bought"] = {"params": "8B"}
    plan["training"]["base"]["model"] = plan["products"]["chat"]["model"] = "m"
    plan["products"]["helper"] = {"model": "bought", "cost_per_day": "$10k"}
    return run_plan(plan)


def test_a_product_without_training_has_no_bill_to_pass(bought, texts):
    assert answer_text(bought).endswith(" helper has no training bill to pass.")
    assert texts(crossover_section(bought).tables[0])[1] == [
        "helper", "none", "$18.3M", "no training", "no training"
    ]  # fmt: skip


def test_a_plan_without_training_has_no_bill_to_pass(plan):
    del plan["training"]
    study = run_plan(plan)
    assert answer_text(study) == "chat has no training bill to pass."
    assert crossover_section(study).title == "There is no training bill to pass."
    assert together_text(study) == ""


def test_a_plan_without_products_has_no_crossover(plan):
    del plan["products"]
    study = run_plan(plan)
    assert crossover_section(study) is None
    assert answer_text(study) == together_text(study) == ""


@pytest.mark.parametrize(
    ("costs", "text"),
    [
        (
            ["$10k", "$100", "$20k", "$100"],
            "2 of 4 products pass their training bill within the plan, "
            "p2 first, on 20 February 2026; 2 do not.",
        ),
        (["$100"] * 4, "None of 4 products passes its training bill within the plan."),
    ],
)
def test_many_products_are_counted(plan, costs, text):
    plan["products"] = {f"p{n}": {"cost_per_day": cost} for n, cost in enumerate(costs)}
    assert answer_text(run_plan(plan)) == text


def test_many_products_are_counted_by_how_they_come_out(plan):
    plan["models"]["bought"] = {"params": "8B"}
    plan["training"]["base"]["model"] = "m"
    product = {"cost_per_day": "$10k", "model": "m"}
    plan["products"] = {
        "a": product,
        "b": {**product, "spent_before": "$2M"},
        "c": {**product, "model": "bought"},
        "d": {**product, "cost_per_day": "$100"},
    }
    assert answer_text(run_plan(plan)) == (
        "1 of 4 products passes its training bill within the plan, a first, on 11 April 2026; "
        "1 does not; 1 had passed it before the plan starts; 1 has none to pass."
    )


@pytest.mark.parametrize(
    ("product", "text"),
    [
        ({"spent_before": "$2M"}, "Together they had passed all training spend before "),
        ({}, "Together they do not pass all training spend within the plan; at the last rate "),
    ],
)
def test_all_products_together(plan, product, text):
    plan["products"] = {name: {"cost_per_day": "$100", **product} for name in ("a", "b")}
    assert together_text(run_plan(plan)).startswith(text)


def test_a_product_that_launches_after_the_plan_says_so(plan, texts):
    plan["products"]["chat"]["launch"] = "2035-01-01"
    study = run_plan(plan)
    assert answer_text(study) == (
        "chat does not pass its training bill within the plan; "
        "it launches on 1 January 2035, after the plan ends."
    )
    assert texts(crossover_section(study).tables[0])[0][-1] == "launches 1 Jan 2035"


@pytest.mark.parametrize("count", [1, 2])
def test_runs_that_start_after_the_plan_have_no_bill_within_it(plan, texts, count):
    plan["training"]["base"]["start"] = "2035-01-01"
    plan["products"] = {f"p{n}": {"cost_per_day": "$10k"} for n in range(count)}
    study = run_plan(plan)
    said = "p0 has no training bill to pass: no bill falls due within the plan."
    assert answer_text(study).startswith(said)
    rows = texts(crossover_section(study).tables[0])
    assert {row[-1] for row in rows} == {"no bill within the plan"}
    if count > 1:
        assert together_text(study).startswith("Together they have no bill to pass: ")


@pytest.mark.parametrize(
    ("count", "title"),
    [
        (1, "p0 spends 18× its training bill by the plan's end."),
        (2, "2 of 2 products pass their training bill within the plan."),
        (4, "All products together spend 73× all training bills by the plan's end."),
    ],
)
def test_the_finding_says_how_far_spend_comes(plan, count, title):
    plan["products"] = {f"p{n}": {"cost_per_day": "$10k"} for n in range(count)}
    assert crossover_section(run_plan(plan)).title == title


def test_the_whole_plan_is_shown_even_where_the_table_is_cut(plan):
    plan["products"] = {f"p{n}": {"cost_per_day": "$10k"} for n in range(30)}
    table = crossover_section(run_plan(plan)).tables[0]
    assert (table.foot, table.rows[-1][0].text) == (1, "whole plan")


def test_a_crossing_of_over_a_thousand_days_is_still_told_in_days(plan, texts):
    plan["products"]["chat"]["cost_per_day"] = "$700"
    (row,) = texts(crossover_section(run_plan(plan)).tables[0])
    assert row[3] == "1,428.6 days"


def test_spend_that_is_lost_on_the_way_is_not_told_as_never(plan, texts):
    plan["horizon"] = "600 months"
    plan["products"]["chat"] |= {"growth": "1e6 %/month", "price_change": "-99.9999 %/month"}
    study = run_plan(plan)
    assert answer_text(study).startswith("Whether chat passes its training bill cannot be told")
    assert texts(crossover_section(study).tables[0])[0][2:] == ["no number"] * 3
