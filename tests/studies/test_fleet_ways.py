"""The nearest thing that works: each line that is offered is tried as it is offered."""

import re

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.run import run_plan

LINE = re.compile(r"`([a-z_]+): ([^`]+)`(?: under products\.chat)?")


def offers(plan):
    """What a refused plan is offered, each as the lines that it is made of."""
    with pytest.raises(PlanError) as caught:
        run_plan(plan)
    (problem,) = caught.value.problems
    return [dict(LINE.findall(way)) for way in problem.allowed.split("; or ") if LINE.search(way)]


def changed(plan, lines):
    """A plan with some lines more: lengths are the product's, all else the fleet's."""
    product = {key: value for key, value in lines.items() if key.endswith("_tokens")}
    fleet = {key: value for key, value in lines.items() if key not in product}
    return plan | {
        "products": {"chat": plan["products"]["chat"] | product},
        "fleets": {"chat": plan["fleets"]["chat"] | fleet},
    }


REFUSED = {
    "weights": {"accelerator": "H100 SXM"},
    "kv cache": {"accelerator": "2xH100 SXM", "ttft": "9 s", "input_tokens": "30000"},
    "TTFT": {"ttft": "50 ms"},
    "TPOT": {"tpot": "5 ms"},
    "both": {"ttft": "50 ms", "tpot": "5 ms"},
    "long": {"input_tokens": "30000"},
    "more GPUs and later": {"accelerator": "H100 SXM", "input_tokens": "30000"},
    "another GPU": {"accelerator": "2xB200", "input_tokens": "20000"},
}


@pytest.mark.parametrize("wall", REFUSED)
def test_what_is_offered_works(serving, wall):
    plan = changed(serving, REFUSED[wall])
    found = offers(plan)
    assert found
    for lines in found:
        results = run_plan(changed(plan, lines)).results
        assert results["fleets.chat.batch.at_once"].central >= 1


def test_the_smallest_unit_that_holds_the_weights_and_keeps_the_objectives(serving):
    plan = changed(serving, {"accelerator": "H100 SXM"})
    assert offers(plan)[0] == {"accelerator": "2xH100 SXM5 80GB"}
    plan = changed(plan, {"ttft": "300 ms"})
    assert offers(plan)[0] == {"accelerator": "4xH100 SXM5 80GB"}
    with pytest.raises(PlanError, match="time to the first token"):
        run_plan(changed(plan, {"accelerator": "2xH100 SXM"}))


def test_an_objective_is_offered_as_it_is_kept_and_no_later(serving):
    (later, *_) = [one for one in offers(changed(serving, {"ttft": "50 ms"})) if "ttft" in one]
    assert later == {"ttft": "140 ms"}
    sooner = changed(serving, {"ttft": "138 ms"})
    with pytest.raises(PlanError, match="time to the first token"):
        run_plan(sooner)


def test_more_gpus_and_a_later_objective_together(serving):
    plan = changed(serving, {"accelerator": "H100 SXM", "input_tokens": "30000"})
    (found,) = offers(plan)
    assert found["accelerator"] == "8xH100 SXM5 80GB"
    assert set(found) == {"accelerator", "ttft"}


def test_stages_where_links_join_too_few(serving):
    """DeepSeek-V3 takes 671 GB in 8 bits; eight H100 have 640, and their links join no more."""
    serving["models"]["m"] = {"catalog": "deepseek-v3"}
    assert offers(serving)[0] == {"accelerator": "16xH100 SXM5 80GB", "pp": "2"}


def test_a_unit_by_its_sheet_and_a_layout_that_was_given(serving):
    fleet = {"gpus": "1", "tp": "1", "peak": "989 TFLOP/s", "bandwidth": "3.35 TB/s",
             "card": "79.1 GiB", "link": "450 GB/s", "peak_8bit": "1979 TFLOP/s",
             "peak_4bit": "1979 TFLOP/s", "ttft": "1 s", "price": "$2/GPU-hour"}  # fmt: skip
    serving["fleets"]["chat"] = fleet
    found = offers(serving)[0]
    assert found == {"gpus": "2", "tp": "2"}
    assert run_plan(changed(serving, found)).results["fleets.chat.tp"].central == 2


def test_nothing_near_is_said_to_be_nothing(serving):
    serving["models"]["m"] = {"catalog": "llama-3.1-405b"}
    plan = changed(serving, {"accelerator": "RTX 4090", "ttft": "1 s"})
    with pytest.raises(PlanError) as caught:
        run_plan(plan)
    assert caught.value.problems[0].allowed == (
        "another GPU than RTX 4090, or a smaller model; nothing nearer was found"
    )


def test_prompts_by_month_are_not_shortened(serving):
    plan = changed(serving, {"input_tokens": {"2026-01": "30000", "2026-06": "40000"}})
    assert [set(one) for one in offers(plan)] == [{"ttft"}]
