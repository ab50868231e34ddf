"""A model as somebody published it, read into values."""

import json

import pytest

from flopwatt.architecture.published import Wanted, find_published, read_published, read_size
from flopwatt.problems import PlanError
from flopwatt.studies.nameless import vocabulary_of

LLAMA = {
    "model_type": "llama",
    "hidden_size": 64,
    "intermediate_size": 96,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "vocab_size": 512,
    "max_position_embeddings": 256,
}
TOTAL = 2 * 512 * 64 + 64 + 2 * (2 * 64 * 64 + 2 * 32 * 64 + 3 * 64 * 96 + 2 * 64)


def reading(source, **wanted):
    vocabulary, want = vocabulary_of("model"), Wanted(**wanted)
    return read_published(find_published(source, vocabulary, want.read_as), want, vocabulary)


def values(found):
    return {leaf.quantity: leaf.value for leaf in found.leaves}


def test_a_config_gives_all_its_values():
    found = reading(LLAMA)
    assert values(found)["total_params"] == TOTAL
    assert values(found)["context_length"] == 256
    assert not found.warnings
    assert not found.lacking


def test_a_file_and_its_folder_are_named_for_what_they_hold(tmp_path):
    folder = tmp_path / "tiny-llama"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(LLAMA), encoding="utf-8")
    (folder / "other.json").write_text(json.dumps(LLAMA), encoding="utf-8")
    for path, name in (
        (folder / "config.json", "tiny-llama"),
        (folder / "other.json", "other"),
        (folder, "tiny-llama"),
    ):
        assert reading(path).published.name == name
        assert values(reading(str(path)))["total_params"] == TOTAL


def test_a_name_of_the_catalog():
    found = reading("llama-3.1-8b")
    assert values(found)["total_params"] == 8_030_261_248
    assert found.published.origin.kind == "catalog"


def test_an_unknown_type_read_as_another():
    mine = {**LLAMA, "model_type": "mine"}
    assert values(reading(mine, read_as="llama"))["total_params"] == TOTAL
    found = reading(mine)
    assert set(values(found)) == {"context_length"}
    assert [problem.code for problem in found.warnings] == ["unknown-name"]


def test_what_a_field_is_missing_for_is_told():
    found = reading({key: value for key, value in LLAMA.items() if key != "vocab_size"})
    assert "total_params" not in values(found)
    assert values(found)["dense_bytes"] > 0
    (told,) = found.warnings
    assert (told.code, told.field, told.warning) == ("missing-quantity", "vocab_size", True)
    assert "params.total" in told.message


def test_adapters_beside_matrices_of_some_names():
    sides = values(reading(LLAMA, lora_targets=("q_proj", "v_proj")))["lora_sides"]
    assert sides == 2 * (64 + 64 + 64 + 32)
    with pytest.raises(PlanError) as caught:
        reading(LLAMA, lora_targets=("qproj",))
    assert "q_proj" in caught.value.problems[0].allowed


def test_a_size_alone():
    found = read_size(Wanted(dtype="nf4"), "7B")
    assert values(found) == {"bytes_per_param": pytest.approx(4.5 / 8, abs=1e-3)}
    assert found.warnings[0].code == "unlikely"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("m" * 300, "too long"),
        ("m" * 300 + ".json", "too long"),
        ("folder/" * 700, "too long"),
        ('{"model_type": "llama"}', "text of a config"),
        (" [1]", "text of a config"),
    ],
)
def test_what_is_the_name_of_nothing(source, message):
    with pytest.raises(PlanError) as caught:
        reading(source)
    (problem,) = caught.value.problems
    assert message in problem.message
    assert len(problem.given) <= 60


@pytest.mark.parametrize("source", [LLAMA, "llama-3.1-8b"])
def test_a_type_to_read_as_that_is_none(source):
    with pytest.raises(PlanError) as caught:
        reading(source, read_as="lama")
    (problem,) = caught.value.problems
    assert (problem.field, problem.nearest) == ("read_as", "llama")
    assert "--as" in problem.message


def test_a_format_for_a_class_that_the_model_has_not():
    (warning,) = reading(LLAMA, dtype="experts=mxfp4").warnings
    assert (warning.field, warning.given) == ("dtype", "expert=mxfp4")
    assert not reading(LLAMA, dtype="mlp=fp8").warnings
    assert not reading(LLAMA, dtype="").warnings


def test_weights_that_are_left_out_are_told_of_what_is_stored():
    config = {**LLAMA, "model_type": "glm4", "num_nextn_predict_layers": 1}
    (warning,) = [one for one in reading(config).warnings if "stored" in one.field]
    assert "predict further" in warning.message
    assert "weights.stored_bytes" in warning.field
