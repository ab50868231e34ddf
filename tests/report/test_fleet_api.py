"""What is told of a fleet beside an API; the fleet is that of tests/formulas/test_fleet_api.py."""

import pytest

from flopwatt.report.build import build_report
from flopwatt.report.explain import explain
from flopwatt.report.fleet_api import api_section
from flopwatt.studies.draws import Sampling
from flopwatt.studies.run import run_plan

PRICES = {
    "api_input_price": "$1 per million tokens",
    "api_cached_price": "$0.10 per million tokens",
    "api_output_price": "$5 per million tokens",
}
FLEET = PRICES | {
    "price": "$2.50 per GPU-hour",
    "prefill_rate": "10000 tokens/s",
    "decode_rate": "1000 tokens/s",
    "target_load": "50 %",
    "day_peak": "2",
}
HEAD = "Own GPUs cost less than the API from 70.6k calls a day, for good from 94.1k"


@pytest.fixture
def study(plan):
    def run(product=None, others=(), **fleet):
        plan["horizon"] = "24 months"
        product = {
            "requests": "100k per day",
            "input_tokens": "1000 tokens",
            "cached_share": "50 %",
            "output_tokens": "400 tokens",
        } | (product or {})
        one = FLEET | fleet
        one = {key: value for key, value in one.items() if value is not None}
        plan["products"] = dict.fromkeys(("chat", *others), product)
        plan["fleets"] = dict.fromkeys(("chat", *others), one)
        return run_plan(plan, sampling=Sampling(0))

    return run


@pytest.mark.parametrize(
    ("product", "said"),
    [
        ({}, "the plan is above that in every month"),
        ({"requests": "1k per day"}, "the plan does not come to that"),
        ({"requests": "64k per day", "growth": "8 %/month"}, "the plan passes that in June 2026"),
        (
            {"requests": "70k per day", "growth": "1 %/month"},
            "the plan passes that in February 2026, not to its end",
        ),
        ({"launch": "2026-03-01"}, "the plan is above that in every month"),
        ({"launch": "2025-03-01"}, "the plan is above that in every month"),
    ],
)
def test_the_finding_says_from_where_and_when(study, product, said):
    assert api_section(study(product)).title == f"{HEAD}; {said}."


@pytest.mark.parametrize(
    ("fleet", "title"),
    [
        (
            {"price": "$10 per GPU-hour"},
            "Own GPUs never cost less than the API: a GPU takes 43.2k calls a day, and costs with "
            "its spares what 98.8k cost there.",
        ),
        (
            {"price": "$10 per GPU-hour", "gpus": "2"},
            "Own GPUs never cost less than the API: a unit of 2 GPUs takes 43.2k calls a day, and "
            "costs with its spares what 198k cost there.",
        ),
        (
            {"spares": "0 %"},
            "Own GPUs cost less than the API from 23.5k calls a day, for good from 47.1k; "
            "the plan is above that in every month.",
        ),
        (
            {"capacity": "follows load"},
            "Own GPUs that follow the load cost less than the API from 47.1k calls a day; the plan "
            "is above that in every month.",
        ),
        (
            {"capacity": "follows load", "price": "$10 per GPU-hour"},
            "Own GPUs that follow the load never cost less than the API: a GPU takes 86.4k calls a "
            "day, and costs with its spares what 98.8k cost there.",
        ),
        (
            {"api_output_price": None},
            "From which volume on own GPUs cost less than the API is not known.",
        ),
    ],
)
def test_other_findings(study, fleet, title):
    assert api_section(study(**fleet)).title == title


def test_the_tables(study, texts):
    section = api_section(study())
    assert [table.id for table in section.tables] == [
        "api",
        "api-utilisation",
        "api-steps-chat",
        "api-years-chat",
    ]
    first, busy, steps, years = map(texts, section.tables)
    assert first == [["chat", "$0.00255", "$60.00", "43.2k", "70.6k", "94.1k"]]
    # 60 / 86,400 s x 0.5 s / $0.00255 of all units; a quarter less 5 % of spares; 0.58 of 3 + 1
    assert busy == [["chat", "14 %", "24 %", "14 %"]]
    assert steps == [
        ["1 + 1", "43.2k", "$120", "$110.16", "no"],
        ["2 + 1", "86.4k", "$180", "$220.32", "from 70.6k"],
        ["3 + 1", "130k", "$240", "$330.48", "from 94.1k"],
        ["4 + 1", "173k", "$300", "$440.64", "yes"],
    ]
    # 365 days of 100,000 calls at $0.00255, and of four units at $60
    assert years[0] == ["2026", "100k", "$93.1k", "$87.6k", "$5,475"]
    assert [cell.key for cell in section.tables[3].rows[0]][2:] == [
        "fleets.chat.api.cost",
        "fleets.chat.fleet.cost",
        "fleets.chat.api.saved",
    ]


def test_the_note_says_of_when_prices_are_and_what_is_left_out(study):
    note = api_section(study()).tables[0].note
    assert "paid for all hours, used or not" in note
    assert "chat against the API: prices as given, held through the plan." in note
    assert "A discount for batches is not taken off." in note
    monthly = {"2026-01": "$1/Mtoken", "2026-07": "$0.50/Mtoken"}
    note = api_section(study(api_input_price=monthly)).tables[0].note
    assert "chat against the API: prices as given.\n" in note


def test_an_api_of_the_catalog(study):
    none = dict.fromkeys(PRICES)
    section = api_section(study(against="anthropic/claude-sonnet-4-5", **none))
    assert section.title.startswith("Own GPUs cost less than anthropic/claude-sonnet-4-5 from ")
    assert (
        "chat against anthropic/claude-sonnet-4-5: prices of 2026-08-21, held through the plan; "
        "for prompts up to 200k tokens."
    ) in section.tables[0].note


def test_prices_by_month_move_the_break_even(study, texts):
    falling = {"2026-01": "$5/Mtoken", "2026-07": "$2.50/Mtoken"}
    steps = api_section(study(api_output_price=falling)).tables[2]
    assert steps.title == (
        "chat step by step: whole units, and as many calls at the API, a day in Jan 2026"
    )
    assert texts(steps)[1][-1] == "from 70.6k"


def test_capacity_that_follows_the_load_has_no_steps(study, texts):
    section = api_section(study(capacity="follows load"))
    first, busy, _ = section.tables
    assert texts(first)[0][-2:] == ["47.1k", "47.1k"]
    assert texts(busy)[0][-1] == "follows the load"
    assert "Capacity follows the load" in first.note


def test_several_fleets(study):
    title = api_section(study(others=("code",), spares="0 %")).title
    assert title.startswith("Own GPUs of chat cost less than the API from 23.5k calls a day, for ")
    assert "Own GPUs of code cost less" in title
    many = api_section(study(others=("a", "b", "c"))).title
    assert many == "4 of 4 fleets cost less than an API at some volume."
    none = api_section(study(others=("a", "b", "c"), price="$10 per GPU-hour")).title
    assert none == "None of 4 fleets cost less than an API at some volume."


def test_of_those_named_alone(study):
    found = study(others=("a", "b"))
    tables = api_section(found).tables
    assert [table.folded for table in tables[1:]] == [False] + 6 * [True]
    section = api_section(found, ["a"])
    assert [table.id for table in section.tables][2:] == ["api-steps-a", "api-years-a"]
    assert not section.tables[2].folded
    assert api_section(found, []) is None


def test_a_fleet_against_nothing_has_no_such_section(study, plan):
    assert api_section(study(**dict.fromkeys(PRICES))) is None
    del plan["fleets"]
    plan["products"] = {"chat": {"cost_per_day": "$10k"}}
    assert api_section(run_plan(plan)) is None


def test_it_is_part_of_the_report_and_explains_itself(study):
    found = study()
    assert "api" in [section.id for section in build_report(found).sections]
    told = explain(found, "fleets.chat.api.break_even.volume")
    assert told.written == "v_b = with spares(k_B, x_s) x s_u / c_B"
    keys = {line.key for line in told.lines}
    assert {"fleets.chat.api.output_price", "fleets.chat.price", "fleets.chat.day_peak"} <= keys
    never = study(price="$10 per GPU-hour")
    line = explain(never, "fleets.chat.api.break_even.volume").lines[0]
    assert line.text == "never"
