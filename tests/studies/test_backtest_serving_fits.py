"""Many fits at once: each comes out as it would alone."""

import pytest

from flopwatt.catalog import find_thing
from flopwatt.problems import PlanError
from flopwatt.studies.backtest_models import find_known
from flopwatt.studies.backtest_serving_fits import OneFit, evaluate_fits
from flopwatt.studies.fit import fit_model

LENGTHS = {"fit_prompt": 1000.0, "fit_answer": 500.0, "fit_context": 1500.0}
TEXTS = {"prompt": "1000 tokens", "answer": "500 tokens", "context": "1500 tokens"}


@pytest.fixture(scope="module")
def llama():
    return find_known("llama-3.1-8b", "bf16", "bf16")


@pytest.fixture(scope="module")
def mixtral():
    return find_known("mixtral-8x7b", "fp8", "fp8")


def one(model, accelerator, gpus, **sizes):
    given = {"fit_accelerators": float(gpus), "engine": 2.0} | LENGTHS | sizes
    return OneFit(model, find_thing("accelerator", accelerator), given)


def test_each_comes_out_as_it_would_alone(llama, mixtral):
    fits = [
        one(llama, "A100 SXM4 80GB", 1),
        one(mixtral, "H100", 4, tensor_parallel=2.0),
        one(mixtral, "L40S", 8, pipeline_parallel=2.0, batch_limit=64.0),
    ]
    texts = [
        {"accelerator": "A100 SXM4 80GB", "gpus": "1"},
        {"accelerator": "H100", "gpus": "4", "tp": "2"},
        {"accelerator": "L40S", "gpus": "8", "pp": "2", "batch_limit": "64"},
    ]
    found = evaluate_fits(fits)
    for place, (fit, given) in enumerate(zip(fits, texts, strict=True)):
        given = {**TEXTS, "engine": "tensorrt-llm", **given}
        alone = fit_model("alone", fit.model.leaves, given).results
        for key, quantity in (
            ("fit.output_rate", "output_rate"),
            ("fit.cache", "cache_memory"),
            ("fit.batch.at_once", "batch_at_once"),
            ("fit.ttft.expected", "ttft"),
        ):
            assert found.value(quantity, place) == pytest.approx(alone[key].central), quantity


def test_what_is_not_known_is_none_and_what_follows_from_it_no_number(llama):
    found = evaluate_fits([one(llama, "H100", 1), one(llama, "Groq LPU", 1)])
    assert found.value("output_rate", 0) > 0
    assert found.value("tpot_objective", 0) is None
    assert found.number("tpot_objective", 0) != found.number("tpot_objective", 0)
    assert found.word("tpot_objective", 0) == ""
    assert found.word("serving_wall", 0) == "none"


def test_more_may_be_given(llama):
    fit = one(llama, "H100", 1)
    assert fit.given_more({"fit_answer": 1.0}).given["fit_answer"] == 1
    assert fit.given["fit_answer"] == 500
    apart, together = evaluate_fits([fit.apart(), fit]), evaluate_fits([fit])
    assert apart.word("phases", 0) == "apart"
    assert together.word("phases", 0) == "together"


@pytest.mark.parametrize(
    "sizes",
    [{"tensor_parallel": 3.0}, {"tensor_parallel": 2.0, "data_parallel": 3.0}],
)
def test_gpus_that_cannot_divide_the_model_are_refused(llama, sizes):
    with pytest.raises(PlanError):
        one(llama, "H100", 4, **sizes).check()
    one(llama, "H100", 4, tensor_parallel=4.0).check()
