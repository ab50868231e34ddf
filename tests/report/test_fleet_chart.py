"""Training as blocks, serving as a load that grows: bars in proportion, and who holds more."""

import pytest

from flopwatt.report.fleet_chart import WIDTH, fleet_chart_section

RUN = {"cost": "$1M", "gpus": "1000", "start": "2026-01-21", "duration": "20 days"}


@pytest.fixture
def section(fleets):
    return lambda *args, **more: fleet_chart_section(fleets(*args, **more))


def test_training_and_serving_side_by_side(section, texts):
    found = section(training={"base": RUN})
    assert found.title == (
        "A training run holds up to 1,000 GPUs; serving holds 44 GPUs at the plan's end."
    )
    (table,) = found.tables
    assert table.columns == ("when", "on average", "training", "serving", "together")
    # 1,000 GPUs for 11 days of 31, and for 9 of 28
    assert [[row[0], *row[2:]] for row in texts(table)] == [
        ["2026-01", "355", "44", "399"],
        ["2026-02", "321", "44", "365"],
        ["2026-03", "0", "44", "44"],
    ]
    bars = [row[1] for row in texts(table)]
    # the longest is as wide as there is room for, and the others in proportion
    assert [bar.count("█") for bar in bars] == [28, 26, 0]
    assert [len(bar) for bar in bars] == [WIDTH, round(365 / 399 * WIDTH), round(44 / 399 * WIDTH)]


def test_what_is_small_beside_the_rest_is_seen(section, texts):
    (table,) = section({"requests": "1 per hour"}, training={"base": RUN}).tables
    assert [row[1][-1] for row in texts(table)] == ["░"] * 3


@pytest.mark.parametrize(
    ("product", "runs", "said"),
    [
        ({}, None, "Serving holds 44 GPUs at the plan's end."),
        ({}, {"base": {"cost": "$1M"}},
         "Serving holds 44 GPUs at the plan's end; what training holds is not known."),
        ({}, {"base": RUN | {"start": "2025-01-01"}},
         "Serving holds 44 GPUs at the plan's end; no training run falls within the plan."),
        ({"growth": "20 %/month"}, {"base": RUN | {"gpus": "60"}},
         "A training run holds up to 60 GPUs; serving holds more from Feb 2026 on."),
    ],
)  # fmt: skip
def test_the_finding(section, product, runs, said):
    assert section(product, **({"training": runs} if runs else {})).title == said


def test_what_training_lacks_is_told(section):
    (table,) = section(training={"base": {"cost": "$1M"}}).tables
    assert table.columns == ("when", "on average", "serving")
    assert "Training is left out; to add: `gpus: " in table.note


def test_what_never_changes_is_one_line(section, texts):
    (table,) = section().tables
    assert texts(table) == [["throughout", "░" * WIDTH, "44"]]


@pytest.mark.parametrize(
    ("horizon", "first", "rows"),
    [("24 months", "2026-01", 24), ("36 months", "2026 Q1", 12), ("72 months", "2026", 6)],
)
def test_many_months_are_quarters_or_years(section, horizon, first, rows):
    (table,) = section({"growth": "5 %/month"}, horizon=horizon).tables
    assert (table.rows[0][0].text, len(table.rows)) == (first, rows)


def test_months_of_a_quarter_are_weighted_by_their_days(section, texts):
    """56 GPUs for 31 days, 64 for 28, 78 for 31 come to 66.1 over 90."""
    (table,) = section({"growth": "20 %/month"}, horizon="25 months").tables
    assert texts(table)[0][2] == "66.1"


def test_capacity_that_follows_the_load_is_told_at_its_busiest(section):
    (table,) = section(fleet={"capacity": "follows load"}).tables
    assert "Where capacity follows the load, the GPUs of the busiest hour." in table.note


def test_no_fleets_no_chart(fleets):
    study = fleets()
    assert fleet_chart_section(study, []) is None
    assert fleet_chart_section(fleets({"requests": None})) is None
