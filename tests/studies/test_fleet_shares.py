"""Fleets of one product: its calls are served once, whatever is said of their parts."""

import json

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.fleet_units import load_fleets, try_units
from flopwatt.studies.hardware import study_hardware
from flopwatt.studies.run import load_plan, run_plan, work_out

RATES = {"prefill_rate": "10000 tokens/s", "decode_rate": "1000 tokens/s"}


def plan(**shares):
    """Fleets by name with their shares, of one product; None says nothing."""
    fleets = {
        name: {"product": "chat", "price": "$2.50 per GPU-hour", "spares": "0 %", **RATES}
        | ({"share": share} if share else {})
        for name, share in shares.items()
    }
    return {
        "start": "2026-01-01",
        "horizon": "2 months",
        "models": {"m": {"params": "70B"}},
        "products": {
            "chat": {"requests": "10M per day", "input_tokens": 1000, "output_tokens": 400}
        },
        "fleets": fleets,
    }


def parts(study, *names):
    return [study.results[f"fleets.{name}.share"].central for name in names]


def told(study):
    return [one.message for one in study.warnings if one.field.endswith(".share")]


@pytest.mark.parametrize(
    ("shares", "found"),
    [
        ({"eu": None}, [1]),
        ({"eu": None, "us": None}, [0.5, 0.5]),
        ({"eu": None, "us": None, "asia": None, "rest": None}, [0.25] * 4),
        ({"eu": "30 %", "us": None}, [0.3, 0.7]),
        ({"eu": None, "us": "40 %", "asia": None}, [0.3, 0.4, 0.3]),
        ({"eu": "30 %", "us": "70 %"}, [0.3, 0.7]),
    ],
)
def test_what_is_not_said_is_an_equal_part_of_the_rest(shares, found):
    study = run_plan(plan(**shares))
    assert parts(study, *shares) == pytest.approx(found)


def test_the_calls_are_served_once():
    """10M calls of half a second are 57.87 units; 0.3 of them 17.4, and 0.7 of them 40.5."""
    study = run_plan(plan(eu="30 %", us=None))
    results = study.results
    busy = [results[f"fleets.{name}.fleet.units_busy"].months[0] for name in ("eu", "us")]
    assert busy == pytest.approx([17.361, 40.509], rel=1e-3)
    calls = sum(results[f"fleets.{name}.fleet.calls"].months for name in ("eu", "us"))
    assert calls == pytest.approx(results["products.chat.calls_by_month"].months)
    alone = run_plan(plan(eu=None)).results["fleets.eu.fleet.cost"].months
    both = sum(results[f"fleets.{name}.fleet.cost"].months for name in ("eu", "us"))
    # as much, but for a unit that is rounded up twice
    assert both == pytest.approx(alone, rel=0.02)


def test_equal_parts_that_nobody_said_are_told():
    assert told(run_plan(plan(eu=None, us=None))) == [
        "eu and us serve one product, chat, and no part of its calls is said: each has 50 %"
    ]
    assert told(run_plan(plan(eu="30 %", us=None))) == told(run_plan(plan(eu=None))) == []


def test_they_are_told_of_units_side_by_side():
    both = plan(eu=None, us=None) | {"models": {"m": {"catalog": "llama-3.1-8b"}}}
    tried = list(try_units(*load_fleets(both), ["H100 SXM"]))
    assert [len(told(one.study)) for one in tried] == [0, 1]


@pytest.mark.parametrize(
    ("shares", "message", "allowed"),
    [
        ({"eu": "30 %", "us": "40 %"}, "serve 70 % of its calls", "100 % in all"),
        ({"eu": "60 %", "us": "60 %"}, "serve 120 % of its calls", "100 % in all"),
        (
            {"eu": "100 %", "us": None},
            "serve 100 % of its calls, and leave none for us",
            "less than 100 % in all",
        ),
        ({"eu": "30 %"}, "serve 30 % of its calls", "100 %: no other fleet serves the rest"),
    ],
)
def test_parts_that_are_not_the_whole_are_told_with_their_place(tmp_path, shares, message, allowed):
    path = tmp_path / "plan.yaml"
    path.write_text(json.dumps(plan(**shares), indent=1))
    with pytest.raises(PlanError) as caught:
        work_out(load_plan(path))
    (problem,) = caught.value.problems
    said = [name for name, share in shares.items() if share]
    assert problem.field == f"fleets.{said[-1]}.share"
    lines = path.read_text().splitlines()
    assert '"share": ' in lines[problem.place.line - 1]
    assert problem.message == f"the fleets of chat {message}"
    assert problem.allowed == allowed


def test_a_part_is_rated_on_other_hardware_too():
    shared = plan(eu="25 %", us=None) | {"models": {"m": {"catalog": "llama-3.1-8b"}}}
    for fleet in shared["fleets"].values():
        fleet["accelerator"] = "H100"
    eu, us = (
        {row.part.name: row for row in one.rows}["L40S"] for one in study_hardware(shared).products
    )
    assert us.gpus == pytest.approx(3 * eu.gpus, rel=0.05)
