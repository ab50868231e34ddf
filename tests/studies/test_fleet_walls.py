"""Fleets that cannot be served: the wall of each, in words, and where it is told."""

import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.run import run_plan

RATES = {"prefill_rate": "73700 tokens/s", "decode_rate": "14800 tokens/s"}


@pytest.fixture
def refused(serving):
    """The one problem of a plan whose fleet, product or model is changed."""

    def refuse(product=None, model=None, **fleet):
        serving["products"]["chat"] |= product or {}
        serving["models"]["m"] = model or serving["models"]["m"]
        serving["fleets"]["chat"] |= fleet
        with pytest.raises(PlanError) as caught:
            run_plan(serving)
        (problem,) = caught.value.problems
        return problem

    return refuse


# weights of 141.1 GB in 16 bits and 0.5 GiB of libraries on a card of 79.1 GiB, of which 90 %
WALLS = {
    "weights": ({"accelerator": "H100 SXM"}, "weights and libraries take 141 GB of the 76.4 GB"),
    "activations": (
        {"accelerator": "2xH100 SXM", "batched_tokens": "300k tokens"},
        "a step of 300,000 tokens takes",
    ),
    "TTFT": ({"ttft": "50 ms"}, "the time to the first token is at least 139 ms"),
    "TPOT": ({"tpot": "5 ms"}, "the time per output token is at least 11 ms"),
}


@pytest.mark.parametrize("wall", WALLS)
def test_each_wall_in_words(refused, wall):
    fleet, said = WALLS[wall]
    problem = refused(**fleet)
    assert (problem.code, problem.field) == ("no-serving", "fleets.chat")
    assert problem.message.startswith(f"cannot be served: {said}")
    assert problem.allowed


def test_a_cache_that_not_one_call_fits_into(refused):
    problem = refused({"input_tokens": "30000"}, accelerator="2xH100 SXM", ttft="60 s")
    assert "the cache of a call of 30,300 tokens takes 4.96 GB of the" in problem.message
    assert "left on each GPU of 2 x H100 SXM5 80GB" in problem.message


def test_a_call_that_is_longer_than_the_models_context(refused):
    problem = refused({"input_tokens": "40000"}, {"catalog": "llama-3-70b"}, ttft="60 s")
    assert problem.message == (
        "cannot be served: a call of 40,300 tokens is longer than the model's 8,192"
    )
    assert problem.given == "40,300 tokens"
    # 8,192 less the answer of 300
    assert "`input_tokens: 7892 tokens` under products.chat" in problem.allowed


def test_a_wall_that_comes_later_names_its_month(refused):
    longer = {"2026-01": "3000", "2026-07": "100000"}
    problem = refused({"input_tokens": longer})
    assert problem.message.startswith("cannot be served in 2026-07: the time to the first token")


def test_a_wall_is_told_at_the_line_that_asks(tmp_path):
    path = tmp_path / "plan.yaml"
    path.write_text(
        "start: 2026-01-01\n"
        "models: {m: {catalog: llama-3.1-70b}}\n"
        "products: {chat: {requests: 5/day, input_tokens: 3000, output_tokens: 300}}\n"
        "fleets:\n  chat:\n    accelerator: 8xH100 SXM\n    ttft: 50 ms\n"
    )
    with pytest.raises(PlanError) as caught:
        run_plan(path)
    (problem,) = caught.value.problems
    assert str(problem.place) == "plan.yaml:7:11"
    assert problem.given == "50 ms"


def test_measured_rates_have_no_wall(serving):
    serving["fleets"]["chat"] |= {"accelerator": "H100 SXM", **RATES}
    study = run_plan(serving)
    assert study.results["fleets.chat.fleet.units"].months[0] > 0


def test_what_follows_from_a_wall_is_not_told_beside_it(refused, serving):
    serving["products"]["other"] = {"requests": "5 per day"}
    serving["fleets"]["chat"]["ttft"] = "50 ms"
    with pytest.raises(PlanError) as caught:
        run_plan(serving)
    fields = [problem.field for problem in caught.value.problems]
    assert "fleets.chat" in fields
    assert not [field for field in fields if field.startswith("products.chat")]
    assert [field for field in fields if field.startswith("products.other")]


def test_a_model_without_a_shape(refused):
    problem = refused(model={"params": "70B"})
    assert problem.code == "missing-quantity"
    assert problem.message == (
        "cannot be worked out: the shape of models.m is not known, only its size"
    )
    assert problem.allowed == (
        "`config: config.json`, or `catalog: NAME`, under models.m; or the rates as measured, "
        "`prefill_rate: 73700 tokens/s` and `decode_rate: 14800 tokens/s`"
    )


def test_gpus_that_are_not_named(refused, serving):
    del serving["fleets"]["chat"]["accelerator"]
    problem = refused()
    assert problem.message == "cannot be worked out: its GPUs are not known"
    assert problem.allowed.startswith("`accelerator: 8xH100` under fleets.chat; or the rates")


def test_a_datasheet_that_is_silent(refused):
    problem = refused(accelerator="8xMaia 200")
    assert problem.message == "cannot be worked out: fleets.chat.peak is not known"
    assert problem.allowed.startswith("`peak: ")


@pytest.mark.parametrize("length", ["input_tokens", "output_tokens"])
def test_lengths_of_calls_are_stated(refused, serving, length):
    """A prompt is never silently as long as the model reads, nor an answer what it leaves."""
    del serving["products"]["chat"][length]
    problem = refused()
    assert problem.message == (
        "cannot be worked out: the lengths of calls to products.chat are not known"
    )
    assert problem.allowed.startswith(f"`{length}: ")
    assert problem.allowed.endswith("under products.chat")


def test_where_the_product_has_a_price_an_unknown_fleet_is_a_warning(serving):
    serving["models"]["m"] = {"params": "70B"}
    serving["products"]["chat"]["cost_per_day"] = "$10k"
    told = [one for one in run_plan(serving).warnings if one.field == "fleets.chat"]
    assert [(one.code, one.warning) for one in told] == [("missing-quantity", True)]


@pytest.mark.parametrize("answer", ["1", "0"])
def test_an_answer_of_one_token_has_no_time_between_two(serving, answer):
    serving["products"]["chat"]["output_tokens"] = answer
    serving["fleets"]["chat"]["tpot"] = "1 ms"
    found = run_plan(serving).results
    assert found["fleets.chat.batch.tpot"].central == float("inf")


def test_a_call_without_any_token_is_refused(serving):
    serving["products"]["chat"] |= {"input_tokens": "0", "output_tokens": "0"}
    with pytest.raises(PlanError) as caught:
        run_plan(serving)
    (problem,) = caught.value.problems
    assert (problem.code, problem.field) == ("out-of-range", "products.chat.input_tokens")
    assert "neither prompt nor answer" in problem.message


@pytest.mark.parametrize(
    "more",
    [
        {"requests": "0 per day"},
        {"input_tokens": "0"},
        {"output_tokens": "0"},
        {"output_tokens": "1"},
    ],
)
def test_nothing_of_one_kind_is_no_error(serving, more):
    serving["products"]["chat"] |= more
    serving["fleets"]["chat"] |= {"tpot": "60 ms", "ttft": "2 s"}
    study = run_plan(serving)
    assert not study.warnings
    assert study.results["fleets.chat.fleet.cost"].months.min() >= 0
