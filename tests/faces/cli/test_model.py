"""``flopwatt model``: a config counted, its tables, its document, and what is refused."""

import json
import re

import pytest

from flopwatt.report.model import PARTS

KEYS = {  # of a model of 202,048 parameters that keeps 256 bytes a token and sees 256 tokens
    "params.total": 202_048,
    "params.active.all": 202_048,
    "params.active.no_input_embedding": 138_048,
    "params.active.no_embeddings": 74_048,
    "params.non_embedding": 74_048,
    "params.stored": 202_048,
    "kv_cache.bytes_per_token": 256,
    "kv_cache.bytes_per_sequence": 65_536,
    "state.bytes_per_sequence": 0,
    "context_length": 256,
    "weights.resident_bytes": 404_096,
    "weights.stored_bytes": 404_096,
    "weights.read_bytes_per_step": 276_096,
    "flops.weights": 147_456,
    "flops.output_head": 128_000,
    "flops.attention_scores": 65_536,
    "flops.forward_per_token": 340_992,
    "flops.training_per_token": 1_022_976,
    "lora.trainable": 1_024,
}


@pytest.fixture
def config(tiny, tmp_path, monkeypatch):
    """A file in this folder: a config with some fields changed, those left out that are None."""

    def write(name="config.json", **changed):
        fields = {key: value for key, value in (tiny | changed).items() if value is not None}
        (tmp_path / name).write_text(json.dumps(fields))
        return name

    monkeypatch.chdir(tmp_path)
    return write


def test_the_document_has_every_key(cli, config):
    words = ["--json", "--lora-rank", 4, "--lora-targets", "q_proj"]
    code, out, err = cli("model", config(), *words)
    assert (code, err) == (0, "")
    results = json.loads(out)["results"]
    assert {key: results[key]["value"] for key in KEYS} == KEYS


def test_tables_add_up_to_the_count(cli, config):
    code, out, err = cli("model", config())
    assert (code, err) == (0, "")
    assert out.splitlines()[1] == "202k params: 202,048."
    classes = out.partition("Parameters by class")[2].partition("Parameters by convention")[0]
    numbers = [
        int(found[1].replace(",", "")) for found in re.finditer(r"^\w+ +([\d,]+) ", classes, re.M)
    ]
    assert sum(numbers[:-1]) == numbers[-1] == 202_048


@pytest.mark.parametrize("columns", [80, 60])
@pytest.mark.parametrize("words", [[], ["--claim", "512 bytes per token"], ["--tokens", "1T"]])
def test_lines_fit_the_terminal(cli, config, words, columns):
    code, out, _ = cli("model", config(), *words, columns=columns)
    assert code == 0
    assert max(map(len, out.splitlines())) <= columns


@pytest.mark.parametrize("part", PARTS)
def test_each_part_by_itself(cli, config, part):
    code, out, _ = cli("model", config(), "--tokens", "1T", "--part", part)
    assert code == 0
    assert max(map(len, out.splitlines())) <= 80
    document = json.loads(cli("model", config(), "--tokens", "1T", "--part", part, "--json").out)
    assert document["tables"]


def test_parts_in_the_order_asked_for(cli, config):
    out = cli("model", config(), "--part", "layers", "--part", "params").out
    assert 0 < out.index("Layer by layer") < out.index("Parameters: every tensor once")
    assert "Cache" not in out


def test_a_part_that_there_is_not(cli, config):
    code, out, err = cli("model", config(), "--part", "wieghts")
    assert (code, out) == (2, "")
    assert "nearest: weights" in err
    assert "params, flops, policy" in err


def test_a_claim_is_told_with_the_mistake_that_gives_it(cli, config):
    code, out, _ = cli("model", config(), "--claim", "512 bytes per token")
    text = " ".join(out.split())
    assert code == 0
    assert "512 bytes is claimed; 256 bytes is right" in text
    assert "very query head cached" in text
    claim = json.loads(cli("model", config(), "--claim", "202048 params", "--json").out)["claim"]
    assert (claim["outcome"], claim["key"]) == ("right", "params.total")


def test_where_a_number_comes_from(cli, config):
    code, out, _ = cli("model", config(), "--explain", "kv_cache.bytes_per_token")
    assert code == 0
    assert "256 bytes per token" in out
    assert "counted config.json" in out
    code, _, err = cli("model", config(), "--explain", "kv_cache.bytes_per_tokn")
    assert code == 2
    assert "nearest: kv_cache.bytes_per_token" in err


def test_the_types_that_can_be_read(cli):
    code, out, err = cli("model", "--list")
    assert (code, err) == (0, "")
    assert "deepseek_v3" in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_size_in_place_of_a_model(cli):
    code, out, err = cli("model", "--params", "7B")
    assert code == 0
    assert "Weights take 14 GB" in out
    assert "warning" in err
    assert "--params 7B --explain" in out


def test_a_type_that_is_not_known_is_read_as_another(cli, config):
    path = config(model_type="lama-next")
    code, out, err = cli("model", path)
    assert (code, "202,048" in out) == (0, False)  # its context at least
    assert "lama-next" in err
    assert "202,048" in cli("model", path, "--as", "llama").out


def test_a_fragment_answers_what_it_can(cli, tmp_path):
    path = tmp_path / "config.json"
    path.write_text('{"max_position_embeddings": 4096}')
    code, out, _ = cli("model", path)
    assert code == 0
    assert "4,096 tokens" in out
    path.write_text('{"num_hidden_layers": 10, "num_key_value_heads": 2, "head_dim": 16}')
    code, out, err = cli("model", path, "--json")
    # 10 layers x 2 heads of 16 x keys and values x 2 bytes
    assert json.loads(out)["results"]["kv_cache.bytes_per_token"]["value"] == 1280
    assert (code, "model_type" in err) == (0, True)


@pytest.mark.parametrize("field", ["vocab_size", "intermediate_size", "hidden_size"])
def test_a_missing_field_is_named_and_the_rest_answered(cli, config, field):
    code, out, err = cli("model", config(**{field: None}), "--json")
    assert code == 0
    assert f"warning: {field}" in err
    document = json.loads(out)
    assert field in document["reading"]["lacking"]["params.total"]
    assert document["results"]["context_length"]["value"] == 256
    assert "Lacking(" not in cli("model", config(**{field: None})).out


def test_where_nothing_can_be_answered_every_field_is_named(cli, tmp_path):
    path = tmp_path / "config.json"
    path.write_text('{"model_type": "llama"}')
    code, out, err = cli("model", path)
    assert (code, out) == (2, "")
    for field in ("hidden_size", "intermediate_size", "num_hidden_layers", "vocab_size"):
        assert field in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "words",
    [
        ["no-such-config.json"],
        ["no-such-folder/config.json"],
        ["https://example.org/config.json"],
        ["https://example.org/a-model"],
        ["lama-3.1-9b"],
        [""],
        [],
        ["--params", "lots"],
        ["llama-3.1-8b", "--params", "8B"],
        ["llama-3.1-8b", "--dtype", "fp9"],
        ["llama-3.1-8b", "--context", "-1"],
        ["llama-3.1-8b", "--lora-rank", "4", "--lora-targets", "q_prj"],
        ["llama-3.1-8b", "--no-such-option"],
    ],
    ids=" ".join,
)
def test_what_cannot_be_read_exits_with_two_and_no_traceback(cli, words):
    code, out, err = cli("model", *words)
    assert (code, out) == (2, "")
    assert err
    assert "Traceback" not in err


def test_broken_json_is_told_with_its_line(cli, tmp_path):
    path = tmp_path / "config.json"
    path.write_text('{\n "hidden_size": 64,\n}\n')
    code, _, err = cli("model", path)
    assert code == 2
    assert err.startswith("config.json:3:1:")
