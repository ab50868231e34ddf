"""A model by itself: from a config, from the catalog, by its size, with what is asked of it."""

import json

import pytest

from flopwatt.architecture.published import Wanted
from flopwatt.problems import CatalogError, PlanError
from flopwatt.studies.models import study_model


def value(found, key):
    return found.study.results[key].central


def test_a_config_as_data_as_a_file_and_as_the_folder_of_one(tiny, tmp_path):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(tiny))
    for source in (tiny, path, str(path), tmp_path):
        found = study_model(source, Wanted(), {})
        assert value(found, "params.total") == 202_048
    assert found.reading.published.name == tmp_path.name


def test_a_model_of_the_catalog():
    found = study_model("llama-3.1-8b", Wanted(), {})
    assert value(found, "params.total") == 8_030_261_248
    origin = found.study.results["params.total"].origin
    assert (origin.kind, bool(origin.source)) == ("catalog", True)


def test_what_is_asked_of_it(tiny):
    found = study_model(tiny, Wanted(), {"context": "100 tokens", "batch": "3"})
    # 2 layers x 2 heads of 16 x keys and values x 2 bytes
    assert value(found, "kv_cache.bytes") == 256 * 100 * 3
    assert value(found, "flops.step.tokens") == 300


def test_tokens_that_it_was_trained_on(tiny):
    found = study_model(tiny, Wanted(), {}, "1e9 tokens")
    assert value(found, "training.flops_by.total") == 6 * 202_048 * 1e9
    assert "training.flops_by.total" not in study_model(tiny, Wanted(), {}).study.results


def test_formats_and_adapters_as_wanted(tiny):
    found = study_model(tiny, Wanted("fp32", "fp8", ("q_proj",)), {"lora.rank": "4"})
    assert value(found, "weights.resident_bytes") == 4 * 202_048
    assert value(found, "kv_cache.bytes_per_token") == 128
    assert value(found, "lora.trainable") == 4 * 2 * (64 + 64)


def test_a_size_alone(tiny):
    found = study_model(None, Wanted("fp32"), {"params": "7B params"})
    assert value(found, "weights.resident_bytes") == 28e9
    assert found.reading.architecture is None
    (warning,) = found.study.warnings
    assert warning.given == "7B"


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"context": "-5 tokens"}, "context"),
        ({"batch": "half"}, "batch"),
        ({"window_policy": "ful"}, "window_policy"),
        ({"lora.rank": "0"}, "lora.rank"),
    ],
)
def test_what_cannot_be_asked_of_it(tiny, given, field):
    with pytest.raises(PlanError) as caught:
        study_model(tiny, Wanted(), given)
    (problem,) = caught.value.problems
    assert problem.field == field


def test_a_name_that_nothing_has():
    with pytest.raises(CatalogError):
        study_model("lama-3.1-8", Wanted(), {})


def test_a_config_of_which_nothing_can_be_read():
    with pytest.raises(PlanError) as caught:
        study_model({"model_type": "llama"}, Wanted(), {})
    assert any("hidden_size" in problem.field for problem in caught.value.problems)
