"""``flopwatt fleet``: eighty columns, units side by side, JSON, and what is refused."""

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
USERS = ROOT / "examples" / "ten-thousand-users.yaml"
DAY = ROOT / "examples" / "deepseek-day.yaml"


def said(called):
    assert (called.code, called.err) == (0, "")
    assert max(map(len, called.out.splitlines())) <= 80
    return " ".join(called.out.split())


def test_what_serves_a_plan(cli):
    text = said(cli("fleet", USERS))
    assert "assistant takes " in text
    assert "each 8 x H100 SXM5 80GB, tp 8: $" in text
    assert "One unit of assistant" in text
    assert "The fleet of assistant by year" in text
    assert "GPUs in use by the whole plan" in text


def test_the_published_day(cli):
    """608 billion tokens at 73,700 and 168 billion at 14,800 a second keep 226.9 nodes busy.

    The makers state 226.75 nodes of eight, 278 at the peak, and $87,072 a day at $2.
    """
    text = said(cli("fleet", DAY))
    assert "280 units, of which 226.9 are paid on average" in text
    found = json.loads(cli("fleet", DAY, "--json").out)["results"]
    busy = 608e9 / 73_700 / 86_400 + 168e9 / 14_800 / 86_400
    paid = found["fleets.api-and-app.fleet.units_paid"]["value"]
    # and the fraction of a node that the least hour rounds up
    assert paid == pytest.approx([busy] * len(paid), rel=1e-5)
    # the plan has one day of its first month
    day = found["fleets.api-and-app.fleet.cost"]["value"][0]
    assert day == pytest.approx(busy * 8 * 24 * 2, rel=1e-5)
    assert day == pytest.approx(87_072, rel=0.001)
    million = found["fleets.api-and-app.fleet.cost_per_million_tokens"]["value"]
    assert million == pytest.approx([day / 776_000] * len(million))


def test_ten_thousand_users_on_three_accelerators_each_with_its_wall(cli):
    units = [word for unit in ("8xH100 SXM", "8xMI300X", "8xA100 SXM4 80GB")
             for word in ("--on", unit)]  # fmt: skip
    text = said(cli("fleet", USERS, *units))
    assert "8 x MI300X serves assistant for the least" in text
    assert "Cannot serve: 8 x A100 SXM4 80GB (TTFT); " in text
    assert "memory limits 8 x H100 SXM5 80GB; TPOT limits 8 x MI300X." in text
    found = json.loads(cli("fleet", USERS, *units, "--json").out)["units"]
    assert [one["wall"] for one in found] == ["none", "none", "TTFT"]
    (problem,) = found[2]["problems"]
    assert "the time to the first token is at least 1.72 seconds" in problem["message"]
    assert problem["allowed"].startswith("`ttft: 1.72 seconds`")


@pytest.mark.parametrize(
    ("words", "wall", "way"),
    [
        (["--on", "H100 SXM"], "weights and libraries take 141 GB of the 76.4 GB",
         "`accelerator: 8xH100 SXM5 80GB`"),
        (["--on", "2xH100 SXM"], "the cache of a call of 32,000 tokens takes 5.24 GB",
         "`accelerator: 8xH100 SXM5 80GB`; or `input_tokens: "),
        (["--set", "fleets.assistant.tpot=3 ms"], "the time per output token is at least 11.4 ms",
         "`tpot: 11.5 ms`"),
        (["--set", "fleets.assistant.ttft=10 ms"], "the time to the first token is at least 653 ms",
         "`ttft: 654 ms`"),
        (["--set", "products.assistant.input_tokens=200000"],
         "a call of 202,000 tokens is longer than the model's 131,072", "`input_tokens: "),
        (["--set", "products.assistant.input_tokens=200000", "--set", "fleets.assistant.ttft=99 s"],
         "a call of 202,000 tokens is longer than the model's 131,072",
         "`input_tokens: 129072 tokens` under products.assistant"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, list) else "",
)  # fmt: skip
def test_what_cannot_be_served_is_refused_with_the_nearest_thing_that_works(cli, words, wall, way):
    code, out, err = cli("fleet", USERS, *words)
    assert (code, out) == (2, "")
    assert f"cannot be served: {wall}" in err
    assert f"allowed: {way}" in err


def test_where_a_number_comes_from(cli):
    words = ["fleet", USERS, "assistant", "--explain", "fleets.assistant.fleet.units"]
    text = said(cli(*words))
    assert text.startswith("k fleets.assistant.fleet.units")
    called = cli(*words, "--on", "8xH100 SXM", "--on", "8xMI300X")
    assert called.code == 2
    assert "--explain tells of one unit" in called.err


def test_the_example_of_an_explanation_names_the_unit_and_what_is_set(cli):
    text = said(cli("fleet", USERS, "--on", "8xMI300X", "--set", "fleets.assistant.tpot=60 ms"))
    assert "--on 8xMI300X" in text
    assert "--set 'fleets.assistant.tpot=60 ms'" in text.replace("\\ ", "")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["assistent"], "nearest: assistant"),
        (["--on", "H1000"], "nearest"),
        (["--on", "6xH100 SXM"], "tp: 2, dp: 3"),
        (["--set", "fleets.assistant.tpott=1 s"], "nearest: tpot"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, list) else "",
)
def test_what_is_refused(cli, words, told):
    code, out, err = cli("fleet", USERS, *words)
    assert (code, out) == (2, "")
    assert told in err
    assert "Traceback" not in err


def test_a_plan_without_fleets(cli, tmp_path):
    path = tmp_path / "plan.yaml"
    path.write_text(
        "start: 2026-01-01\nmodels: {m: {catalog: llama-3.1-8b}}\n"
        "products: {chat: {requests: 5/s, input_tokens: 3000, output_tokens: 300}}\n"
    )
    called = cli("fleet", path)
    assert called.code == 2
    assert "or a unit such as --on 8xH100" in called.err
    assert "chat takes " in cli("fleet", path, "--on", "H100 SXM").out
