"""Models: counted, held on GPUs, and predictions held against published values."""

import json

import pytest

import flopwatt

H100 = "H100 SXM5 80GB"


def refused(call, *words, **options):
    """The problems for which a call is refused."""
    with pytest.raises(flopwatt.FlopwattError) as caught:
        call(*words, **options)
    return caught.value.problems


def test_a_model_by_path_folder_name_and_as_a_dict(tiny, tmp_path):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(tiny))
    for source in (tiny, path, str(path), tmp_path):
        assert flopwatt.read_model(source)["params.total"] == 202_048
    assert flopwatt.read_model("llama-3.1-8b")["kv_cache.bytes_per_token"] == 131_072


@pytest.mark.parametrize(
    ("options", "key", "value"),
    [
        ({"context": 100}, "kv_cache.bytes_per_sequence", 25_600),
        ({"context": "100 tokens", "batch": 3}, "kv_cache.bytes", 76_800),
        ({"context": "0.1k", "batch": "3"}, "flops.step.tokens", 300),
        ({"dtype": "fp32"}, "weights.resident_bytes", 808_192),
        ({"kv_dtype": "fp8"}, "kv_cache.bytes_per_token", 128),
        ({"lora_rank": 4, "lora_targets": "q_proj"}, "lora.trainable", 1024),
        ({"lora_rank": "4", "lora_targets": ["q_proj", "v_proj"]}, "lora.trainable", 1792),
        ({"lora_rank": 1, "lora_targets": ("all-linear",)}, "lora.trainable", 2048),
        ({"tokens": 1e9}, "training.flops_by.total", 6 * 202_048e9),
        ({"tokens": "1B"}, "training.flops_by.no_embeddings", 6 * 74_048e9),
        ({"tokens": "1B tokens", "context": 100}, "training.tokens", 1e9),
        ({"window_policy": "full"}, "kv_cache.bytes_per_token", 256),
        ({"context": None, "batch": None, "dtype": None}, "params.total", 202_048),
    ],
    ids=str,
)
def test_every_option_of_reading_a_model(tiny, options, key, value):
    assert flopwatt.read_model(tiny, **options)[key] == pytest.approx(value)


def test_what_layers_with_a_window_keep(windowed):
    # one layer of 128 bytes keeps all 256 tokens, the other 64
    keys = "kv_cache.bytes_per_sequence"
    assert flopwatt.read_model(windowed)[keys] == 128 * (256 + 64)
    assert flopwatt.read_model(windowed, window_policy="full")[keys] == 128 * 512


def test_a_config_of_a_type_that_is_not_known(tiny):
    other = tiny | {"model_type": "lama-next"}
    partly = flopwatt.read_model(other)
    assert partly["context_length"] == 256
    assert "params.total" not in partly.to_dict()["results"]
    assert "lama-next" in [warning.given for warning in partly.report.warnings]
    del other["max_position_embeddings"]
    assert "lama-next" in [problem.given for problem in refused(flopwatt.read_model, other)]
    assert flopwatt.read_model(other, read_as="llama")["params.total"] == 202_048


def test_a_size_in_place_of_a_model():
    answer = flopwatt.read_model(params="7B")
    assert answer["weights.resident_bytes"] == 14e9
    assert answer.report.warnings
    assert flopwatt.read_model(params=7e9, dtype="fp32")["weights.resident_bytes"] == 28e9


def test_a_claim_and_parts(tiny):
    answer = flopwatt.read_model(tiny, claim="512 bytes per token", parts=["cache"])
    document = answer.to_dict()
    assert (document["claim"]["truth"], document["claim"]["outcome"]) == (256, "mistake")
    assert list(document["tables"]) == ["cache"]


def test_options_that_there_are_not_are_told_with_the_nearest(tiny):
    first, second = refused(flopwatt.read_model, tiny, contxt=5, btch=2)
    assert (first.code, first.given, first.nearest) == ("unknown-key", "contxt", "context")
    assert second.nearest == "batch"
    (problem,) = refused(flopwatt.fit, tiny, H100, sequence=5)
    assert problem.nearest == "sequences"
    # what is asked of a model by itself is no option of a fit
    assert refused(flopwatt.fit, tiny, H100, tokens="1T")


@pytest.mark.parametrize("call", [flopwatt.read_model, flopwatt.fit])
@pytest.mark.parametrize("source", [5, ["llama"], b"llama", 1.5, None, ""], ids=repr)
def test_what_is_no_model(call, source):
    (problem,) = refused(call, source)
    assert problem.field == "model"
    assert "path" in problem.message + problem.allowed


@pytest.mark.parametrize("call", [flopwatt.read_model, flopwatt.fit])
def test_a_model_and_a_size_are_not_both_given(call, tiny):
    (problem,) = refused(call, tiny, params="7B")
    assert (problem.code, problem.field) == ("conflict", "params")


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"dtype": 16}, "dtype"),
        ({"kv_dtype": ["fp8"]}, "kv_dtype"),
        ({"read_as": 5}, "read_as"),
        ({"context": "long"}, "context"),
        ({"batch": "-1"}, "batch"),
        ({"tokens": "lots"}, "run.tokens"),
        ({"window_policy": "none"}, "window_policy"),
        ({"dtype": "fp9"}, "dtype"),
        ({"lora_targets": "q_prj", "lora_rank": 4}, "lora.targets"),
    ],
    ids=str,
)
def test_options_that_cannot_be_used(tiny, options, field):
    (problem,) = refused(flopwatt.read_model, tiny, **options)
    assert problem.field == field


def test_whether_a_model_fits():
    answer = flopwatt.fit("llama-3.1-70b", f"8x{H100}", context=8192, sequences=5)
    assert answer["fit.wall"] == "none"
    # 80 layers, one head of 128 on each GPU
    assert answer["fit.cache_bytes_per_token"] == 40_960
    assert answer["fit.sequences"] == answer["fit.tokens"] // 8192
    assert flopwatt.fit("llama-3.1-70b", H100)["fit.wall"] == "weights"


@pytest.mark.parametrize(
    ("options", "key", "value"),
    [
        ({"tp": 2, "dp": 4}, "fit.replica_gpus", 2),
        ({"tp": 4, "pp": 2}, "fit.replica_gpus", 8),
        ({"ep": 8}, "fit.ep", 8),
        ({"engine": "sglang"}, "fit.engine", "sglang"),
        ({"context": 8192}, "fit.context", 8192),
        ({"sequences": 7}, "fit.wanted", 7),
        ({"kv_dtype": "fp8"}, "fit.cache_bytes_per_token", 8192),
        ({"dtype": "fp32"}, "weights.resident_bytes", 4 * 8_030_261_248),
        ({"window_policy": "full"}, "window_policy", "full"),
        ({"given": {"utilisation": "95 %"}}, "fit.utilisation", 95),
        ({"given": {"training.cp": 2}}, "fit.training.cp", 2),
        ({"train": "mixed", "tp": 1, "zero": 3}, "fit.training.zero", "3"),
        ({"train": "mixed", "recompute": "full"}, "fit.training.recompute", "full"),
        ({"train": "mixed", "micro_batch": 2}, "fit.training.micro_batch", 2),
        ({"train": "lora", "lora_rank": 8, "lora_targets": "q_proj"}, "lora.trainable",
         8 * 32 * 8192),
        ({"train": "qlora", "lora_rank": 8, "lora_targets": "q_proj"},
         "fit.training.frozen_format", "nf4"),
    ],
    ids=str,
)  # fmt: skip
def test_every_option_of_a_fit(options, key, value):
    assert flopwatt.fit("llama-3.1-8b", f"8x{H100}", **options)[key] == value


def test_a_size_alone_on_gpus():
    answer = flopwatt.fit(params="7B", on=H100, tp=1)
    assert answer["fit.decode_floor_stored"] == pytest.approx(14e9 / 3.35e12)


@pytest.mark.parametrize(
    ("words", "options", "field"),
    [
        (("llama-3.1-8b", "H1000"), {}, "fit.accelerator"),
        (("llama-3.1-8b", f"6x{H100}"), {}, "fit.gpus"),
        (("llama-3.1-8b", H100), {"engine": "vlm"}, "fit.engine"),
        (("llama-3.1-8b", H100), {"train": "mixd"}, "fit.training.recipe"),
        (("llama-3.1-8b", H100), {"train": "lora"}, "lora.rank"),
        (("llama-3.1-8b", H100), {"given": {"utilization_": "1"}}, "fit.utilization_"),
    ],
    ids=str,
)
def test_fits_that_are_refused(words, options, field):
    assert field in [problem.field for problem in refused(flopwatt.fit, *words, **options)]


def test_names_that_the_catalog_lacks_have_the_nearest():
    (problem,) = refused(flopwatt.read_model, "llama-3.1-9b")
    assert problem.nearest


def test_published_values_are_predicted(tmp_path, monkeypatch):
    monkeypatch.delenv("FLOPWATT_TRUTH", raising=False)
    assert refused(flopwatt.backtest, "memory")[0].field == "data"
    assert refused(flopwatt.backtest, "memry")[0].nearest == "memory"
    assert refused(flopwatt.backtest, 5)[0].field == "kind"
    assert refused(flopwatt.backtest, "memory", 5)[0].field == "data"
    assert refused(flopwatt.backtest, "memory", tmp_path / "none.csv")[0].code == "bad-file"
