"""Products on every accelerator: units, walls, and what a fleet of the same unit would say."""

import contextlib
import datetime
import json
import math

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.hardware import study_hardware
from flopwatt.studies.hardware_parts import SCALE_OUT, list_parts
from flopwatt.studies.hardware_units import Size
from flopwatt.studies.run import run_plan

HOUR, PARTS = 3600, list_parts(datetime.date(2026, 9, 1))


@pytest.fixture
def served():
    """A dense model of 70B, a million calls a day."""
    return {
        "start": "2026-09-01",
        "models": {"m": {"catalog": "llama-3.1-70b"}},
        "products": {
            "chat": {
                "requests": "1M per day",
                "input_tokens": 2000,
                "cached_share": "20 %",
                "output_tokens": 400,
            }
        },
    }


@pytest.fixture
def small(tmp_path, tiny):
    """A plan file with the tiny model: 100 tokens in, 100 out."""

    def make(config=tiny, fleet=None, tokens=100):
        (tmp_path / "config.json").write_text(json.dumps(config))
        plan = {
            "start": "2026-09-01",
            "models": {"m": {"config": "config.json"}},
            "products": {"chat": {"input_tokens": tokens, "output_tokens": 100}},
            "fleets": {"chat": fleet or {"accelerator": "H100"}},
        }
        (tmp_path / "plan.yaml").write_text(json.dumps(plan))
        return tmp_path / "plan.yaml"

    return make


def rated(plan, name="chat"):
    """The rated product and its rows by accelerator."""
    one = next(one for one in study_hardware(plan).products if one.name == name)
    return one, {row.part.name: row for row in one.rows}


@pytest.mark.parametrize(
    ("name", "batch", "bandwidth"),
    [("H100 SXM5 80GB", 1024, 3.35e12), ("A100 SXM4 80GB", 256, 2.039e12)],
)
def test_a_step_of_a_tiny_model_is_worked_out_by_hand(small, name, batch, bandwidth):
    """2 ms of overhead, 276,096 bytes of weights, and 256 bytes of 150 tokens for each sequence.

    Arithmetic of a sequence adds less than a thousandth. vLLM takes 1,024 sequences on a large
    GPU, 256 on an A100, and memory is no limit; it reads at 80 % of the bandwidth.
    """
    row = rated(small())[1][name]
    step = 2e-3 + (2 * 138_048 + batch * 256 * 150) / (0.8 * bandwidth)
    assert (row.unit, row.batch, row.limit) == (1, batch, "engine")
    assert row.tpot == pytest.approx(step, rel=1e-3)
    assert row.rate == pytest.approx(batch / step, rel=2e-3)


@pytest.mark.parametrize("model", ["llama-3.1-70b", "mixtral-8x7b", "deepseek-v3"])
@pytest.mark.parametrize("name", ["H200 SXM", "L40S"])
def test_a_rating_is_what_a_fleet_of_that_unit_comes_to(served, model, name):
    """Dense, of experts, and with latent attention: the plan run with the unit says the same."""
    served["models"]["m"]["catalog"] = model
    row = rated(served)[1][name]
    fleet = {"accelerator": f"{row.unit}x{name}", **row.size._asdict()}
    if row.size.ep > (row.part.domain or 8):  # experts are reached over the network
        number = PARTS.numbers[SCALE_OUT][PARTS.parts.index(row.part)]
        fleet["link"] = f"{number / 1e9} GB/s"
    served["fleets"] = {"chat": fleet}
    results = run_plan(served).results
    said = {
        "batch.at_once": row.batch / row.size.dp,
        "tpot.expected": row.tpot,
        "ttft.expected": row.ttft,
        "output_rate_per_gpu": row.rate,
        "fleet.launch_gpus": row.gpus,
        "fleet.launch_cost_per_million_tokens": row.cost,
        "fleet.full_cost_per_million_tokens": row.full_cost,
    }
    for key, number in said.items():
        assert results[f"fleets.chat.{key}"].central == pytest.approx(number), key
    energy = results["fleets.chat.fleet.energy_per_million_tokens"].months[0]
    assert energy == pytest.approx(row.energy)


def test_the_unit_is_the_one_that_takes_the_fewest_gpus(served):
    """No other unit of the same accelerator serves the load of the launch with fewer."""
    row = rated(served)[1]["H200 SXM"]
    for tp in (1, 2, 4, 8):
        served["fleets"] = {"chat": {"accelerator": f"{tp}xH200 SXM"}}
        with contextlib.suppress(PlanError):  # one GPU does not hold it
            results = run_plan(served).results
            assert results["fleets.chat.fleet.launch_gpus"].central >= row.gpus


def test_objectives_are_kept_or_named_as_the_wall(served):
    served["fleets"] = {"chat": {"accelerator": "8xH100", "ttft": "1 s", "tpot": "50 ms"}}
    one, rows = rated(served)
    assert one.own == "H100 SXM5 80GB"
    kept = [row for row in one.rows if row.does]
    assert all(row.ttft <= 1 and row.tpot <= 0.05 for row in kept)
    assert {row.wall for row in one.rows if row.fits is False} <= {"TTFT", "TPOT", "weights"}
    served["fleets"]["chat"]["tpot"] = "1 ms"
    one, rows = rated(served)
    assert (rows["H100 SXM5 80GB"].fits, rows["H100 SXM5 80GB"].wall) == (False, "TPOT")
    assert not any(row.does for row in one.rows)


def test_what_does_not_fit_names_its_wall(served):
    served["models"]["m"]["catalog"] = "deepseek-v3"
    row = rated(served)[1]["T4"]
    assert (row.fits, row.wall, row.lacks) == (False, "weights", "")
    assert math.isnan(row.tpot)


def test_no_hardware_makes_a_context_longer(small):
    one, _ = rated(small(tokens=300))
    walls = {row.wall for row in one.rows if row.fits is False}
    assert walls == {"context"}


def test_what_no_datasheet_says_is_not_known(served):
    _, rows = rated(served)
    assert (rows["Maia 200"].fits, rows["Maia 200"].lacks) == (None, "16-bit peak")
    groq, helios = rows["GroqChip LPU v1"], rows["MI455X (Helios)"]
    assert (groq.fits, groq.lacks) == (None, "links")
    assert helios.does
    assert math.isnan(helios.energy)
    assert math.isnan(helios.cost)


def test_one_gpu_needs_no_links(small):
    """Nobody says how MTIA 300 are linked; one alone serves a tiny model."""
    row = rated(small())[1]["MTIA 300"]
    assert (row.fits, row.unit) == (True, 1)


def test_a_product_without_requests_is_rated_at_full_load(served):
    del served["products"]["chat"]["requests"]
    one, rows = rated(served)
    row = rows["H200 SXM"]
    assert not one.at_launch
    assert math.isnan(row.gpus)
    assert row.dollars == row.full_cost > 0


def test_what_a_plan_says_of_its_own_gpus_is_not_kept_on_others(served):
    served["fleets"] = {
        "chat": {
            "accelerator": "8xH100",
            "tp": 4,
            "dp": 2,
            "decode_rate": "500 tokens/s",
            "price": "$1 per GPU-hour",
        }
    }
    plain = rated({**served, "fleets": {"chat": {"accelerator": "8xH100"}}})[1]
    one, own = rated(served)
    assert own["H200 SXM"] == plain["H200 SXM"]
    planned, other = [row for row in one.rows if row.part.name == "H100 SXM5 80GB"]
    assert planned.hourly * HOUR == other.hourly * HOUR == pytest.approx(1)
    assert (planned.planned, other.planned) == (True, False)
    assert planned.size == Size(tp=4, pp=1, dp=2, ep=4)
    assert planned.rate < 500 / 8 < other.rate == plain["H100 SXM5 80GB"].rate


def test_what_is_planned_is_what_the_plan_comes_to(served):
    """Replicas of attention that share experts, and GPUs that follow the load."""
    served["models"]["m"]["catalog"] = "deepseek-v3"
    unit = {"accelerator": "32x H100 SXM", "tp": 1, "dp": 32, "ep": 32}
    served["fleets"] = {"chat": {**unit, "capacity": "follows load"}}
    one, _ = rated(served)
    results = run_plan(served).results
    planned = one.rows[0]
    assert (planned.planned, planned.size) == (True, Size(1, 1, 32, 32))
    assert planned.batch == 32 * results["fleets.chat.batch.at_once"].central
    assert planned.gpus == results["fleets.chat.fleet.gpus"].months[0]
    cost = results["fleets.chat.fleet.cost_per_million_tokens"].months[0]
    assert planned.cost == pytest.approx(cost)
    others = [row for row in one.rows[1:] if row.part == planned.part]
    assert all(row.cost < planned.cost for row in others)
    assert not any(row.planned for row in one.rows[1:])


def test_given_rates_are_those_of_the_fleet_as_planned(served):
    """8 GPUs at 24,000 and 8,000 tokens/s: (2,000 / 24,000 + 400 / 8,000) s of a unit for a call.

    400 tokens in 2 / 15 s over 8 GPUs is 375 of each per second, and its steps are not known.
    """
    rates = {"prefill_rate": "24000 tokens/s", "decode_rate": "8000 tokens/s"}
    served["fleets"] = {"chat": {"accelerator": "8xH100", **rates}}
    planned = rated(served)[0].rows[0]
    assert planned.planned
    assert planned.measured
    assert planned.rate == pytest.approx(375)
    assert math.isnan(planned.tpot)
    assert planned.limit == ""


def test_a_fleet_that_cannot_serve_is_not_told_as_planned(served):
    served["fleets"] = {"chat": {"accelerator": "H100"}}  # of which one does not hold it
    one, rows = rated(served)
    assert not any(row.planned for row in one.rows)
    assert rows["H100 SXM5 80GB"].unit > 1


def test_replicas_that_share_experts_are_tried(served):
    """Each GPU keeps every latent where layers are shared; where attention is replicated, once."""
    served["models"]["m"]["catalog"] = "deepseek-v3"
    served["products"]["chat"]["requests"] = "20M per day"
    size = rated(served)[1]["H100 SXM5 80GB"].size
    assert size.tp == 1
    assert size.dp == size.ep > 1


def test_each_fleet_of_a_product_is_rated(served):
    served["fleets"] = {
        "fast": {"accelerator": "H100", "product": "chat", "tpot": "20 ms"},
        "slow": {"accelerator": "H100", "product": "chat"},
    }
    served["fleets"]["fast"]["gpus"] = served["fleets"]["slow"]["gpus"] = 8
    names = [one.name for one in study_hardware(served).products]
    assert names == ["chat/fast", "chat/slow"]
    assert rated(served, "chat/fast")[1]["H100 SXM5 80GB"].tpot <= 0.02


def test_a_product_that_cannot_be_rated_says_which_lines_it_lacks(served):
    served["models"]["m"] = {"params": "70B"}
    del served["products"]["chat"]["output_tokens"]
    one, rows = rated(served)
    assert not rows
    assert one.lacks == (
        "`output_tokens: 500 tokens` under products.chat and "
        "`config: models/config.json` or `catalog: llama-3.1-70b` under models.m"
    )


def test_a_plan_without_products_has_none(served):
    served["products"] = {}
    served["training"] = {"base": {"cost": "$1M"}}
    assert study_hardware(served).products == ()
