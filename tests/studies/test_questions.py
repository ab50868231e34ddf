"""Every question that flopwatt is for, and the keys of the results that answer it, by example.

A row is one question; a column one plan, with the call that is asked and the keys that hold the
answer. Both the start-up and the campus answer every question.
"""

import functools
from pathlib import Path

import pytest

import flopwatt

EXAMPLES = Path(__file__).parents[2] / "examples"
START_UP, CAMPUS = "start-up.yaml", "campus-with-work.yaml"
QUESTIONS = {
    "M1": "How much arithmetic is this training run?",
    "M2": "How many GPU-hours, days and dollars?",
    "M3": "What does a request cost? A day? A month?",
    "M4": "When does cumulative inference spend pass training spend?",
    "M5": "Same model, several products: how different are their economics?",
    "M6": "What is capital and what is operating expense, when?",
    "M7": "What hardware suits training, what suits serving?",
    "M8": "What drives it?",
    "M9": "Does it fit?",
    "M10": "How should the hours be bought?",
    "M11": "What does a large training campaign look like?",
    "M12": "What does a large serving fleet look like?",
    "M13": "How much power, at which level, in what shape?",
    "M14": "What cooling does it force?",
    "M15": "When can it be powered?",
    "M16": "What capital does the site take?",
    "M17": "Where is the world going, and where does this plan sit in it?",
}
# the start-up rents by the hour and buys tokens: it has no fleet, and builds nothing
NOT_ASKED = {"M12": flopwatt.fleet, "M15": flopwatt.site, "M16": flopwatt.site}
BASE, LAB, FLEET = "training.base", "products.assistant", "fleets.assistant"
RUN, APP, API = "training.fine-tune", "products.assistant-app", "products.assistant-by-api"
# question -> (plan, call, keys of the document)
ANSWERS = [
    ("M1", START_UP, "run", ("flops", "flops_by.total", "hardware_flops"), RUN),
    ("M2", START_UP, "run", ("accelerator_hours", "duration", "cost", "effective_time"), RUN),
    ("M3", START_UP, "run", ("cost_per_request", "cost_per_day", "cost_per_month"), APP),
    ("M4", START_UP, "run", ("crossover", "crossover.holds_from", "crossover.at_this_rate"), APP),
    ("M4", START_UP, "run", ("crossover", "against", "training_bill"), ""),
    ("M5", START_UP, "run", ("cost_per_request", "crossover", "spend"), APP),
    ("M5", START_UP, "run", ("cost_per_request", "crossover", "spend"), API),
    ("M6", START_UP, "run", ("capital_expense", "operating_expense", "amortised_expense"), ""),
    ("M7", START_UP, "hardware", ("training.fine-tune", "best.training.fine-tune"), ""),
    ("M7", "ten-thousand-users.yaml", "hardware", ("products.assistant",), ""),
    ("M8", START_UP, "drivers", ("crossover", "training_total", "inference_total"), ""),
    ("M9", START_UP, "run", ("weights.resident_bytes", "kv_cache.bytes"), "models.assistant"),
    ("M9", START_UP, "run", ("states",), RUN),
    ("M9", "ten-thousand-users.yaml", "run", ("wall", "batch"), "fleets.assistant"),
    ("M10", START_UP, "buy", ("on_demand", "total_cost", "gpus_needed"), "buying.fine-tune"),
    ("M10", "mix-of-offers.yaml", "buy", ("chat.reserved_1y.threshold", "base.spot.cost"), "ways"),
    ("M10", "own-h100.yaml", "run", ("owned_hour_price", "hour.energy"), "assets.five-years"),
    ("M11", "campaign-24k-h100.yaml", "run", ("gpus", "duration", "cost", "effective_time"),
     "training.campaign"),
    ("M12", "ten-thousand-users.yaml", "run", ("fleet.gpus", "fleet.utilisation", "ttft.expected"),
     "fleets.assistant"),
    ("M11", START_UP, "run", ("gpus", "duration", "cost", "effective_time"), RUN),
    ("M13", START_UP, "power", ("chips.nameplate", "servers.peak", "facility.peak",
     "facility.average", "kva", "energy.total", "carbon.location", "water"), "power.fine-tune"),
    ("M14", START_UP, "power", ("cooling.way", "cooling.passed", "peak_pue", "annual_pue", "wue"),
     "power.fine-tune"),
    ("M17", START_UP, "outlook", ("plan", "beside"), ""),
    ("M1", CAMPUS, "run", ("flops", "flops_by.total", "hardware_flops"), BASE),
    ("M2", CAMPUS, "run", ("accelerator_hours", "duration", "cost", "effective_time"), BASE),
    ("M3", CAMPUS, "run", ("cost_per_request", "cost_per_day", "cost_per_month"), LAB),
    ("M4", CAMPUS, "run", ("crossover", "crossover.holds_from", "training_bill"), LAB),
    ("M5", CAMPUS, "run", ("cost_per_request", "crossover", "spend"), LAB),
    ("M6", CAMPUS, "run", ("capital_expense", "operating_expense", "amortised_expense"), ""),
    ("M7", CAMPUS, "hardware", ("training.base", "products.assistant"), ""),
    ("M8", CAMPUS, "drivers", ("crossover",), ""),
    ("M9", CAMPUS, "run", ("wall", "batch"), FLEET),
    ("M10", CAMPUS, "run", ("on_demand", "total_cost", "gpus_needed", "capex"),
     "buying.assistant"),
    ("M11", CAMPUS, "run", ("gpus", "duration", "cost", "effective_time"), BASE),
    ("M12", CAMPUS, "run", ("fleet.gpus", "fleet.utilisation", "ttft.expected"), FLEET),
    ("M13", CAMPUS, "run", ("chips.nameplate", "servers.peak", "facility.peak",
     "facility.average", "kva", "energy.total", "carbon.location", "water"), "power.assistant"),
    ("M14", CAMPUS, "run", ("cooling.way", "peak_pue", "annual_pue", "wue"), "power.base"),
    ("M15", CAMPUS, "run", ("first_power", "full_power", "first_permanent", "mw.energised",
     "mw.short"), "sites.campus"),
    ("M15", CAMPUS, "run", ("built", "energised", "permanent", "waits"), "phases.phase-1"),
    ("M16", CAMPUS, "run", ("capital.total", "capital.per_mw", "capital.spent", "stranded",
     "idle_cost"), "sites.campus"),
    ("M17", CAMPUS, "outlook", ("plan", "beside"), ""),
    ("M17", "", "outlook", ("forecasts", "quoted", "deals"), ""),
]  # fmt: skip


@functools.cache
def asked(example, call):
    """The part of a document in which a call answers."""
    plan = str(EXAMPLES / example)
    if call == "hardware":
        return flopwatt.hardware(plan).to_dict()["hardware"]
    if call == "outlook":
        return flopwatt.outlook(plan=plan if example else None).to_dict()["outlook"]
    if call in ("buy", "power"):
        return getattr(flopwatt, call)(plan).to_dict()["results"]
    document = flopwatt.run(plan, draws=100 if call == "drivers" else 0).to_dict()
    return document["drivers" if call == "drivers" else "results"]


def found(document, key):
    """What stands under a key, or under a path of keys; None where nothing does."""
    if key in document:
        return document[key]
    for name in document:
        if key.startswith(f"{name}.") and isinstance(document[name], dict):
            return found(document[name], key.removeprefix(f"{name}."))
    return None


@pytest.mark.parametrize(
    ("example", "call", "key"),
    [
        pytest.param(example, call, f"{entry}.{key}".strip("."), id=f"{question}-{entry}.{key}")
        for question, example, call, keys, entry in ANSWERS
        for key in keys
    ],
)
def test_the_keys_that_answer_a_question_are_there(example, call, key):
    assert found(asked(example, call), key), key


@pytest.mark.parametrize("plan", [START_UP, CAMPUS])
def test_every_question_is_answered_by_both_plans(plan):
    answered = {question for question, example, *_ in ANSWERS if example == plan}
    assert answered | (NOT_ASKED.keys() if plan == START_UP else set()) == {*QUESTIONS}


@pytest.mark.parametrize("question", NOT_ASKED)
def test_what_a_plan_does_not_ask_is_told_with_the_line_to_add(question):
    with pytest.raises(flopwatt.PlanError) as caught:
        NOT_ASKED[question](EXAMPLES / START_UP)
    (problem,) = caught.value.problems
    assert problem.message.startswith("the plan has no ")
    assert problem.allowed
