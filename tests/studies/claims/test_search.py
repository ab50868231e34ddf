import pytest

from flopwatt.architecture.published import Wanted
from flopwatt.problems import PlanError
from flopwatt.studies.claims import answer_claim
from flopwatt.studies.models import study_model


def test_the_issues_number_is_every_query_head_at_eight_bytes(answer):
    found = answer("qwen", "4.59 GiB per 3072 tokens")
    assert (found.outcome, found.key) == ("mistake", "kv_cache.bytes_per_sequence")
    assert (found.truth_text, found.off) == ("0.164 GiB", "28 times too high")
    (only,) = found.explanations
    assert only.texts == (
        "every query head cached: 28 heads in place of 4 KV heads",
        "8 bytes per value (64 bits) in place of 2",
    )
    assert only.value_text == "4.59 GiB"
    assert found.others == 0
    # the hidden width is as wide as all query heads here
    assert "hidden width of 3,584" in only.same[0]


@pytest.mark.parametrize(
    ("name", "text", "subject"),
    [
        ("qwen", "0.164 GiB per 3072 tokens", "cache of 3,072 tokens"),
        ("qwen", "0.16 GiB for 3072 tokens", "cache of 3,072 tokens"),
        ("qwen", "56 KiB/token", "cache of one token"),
        ("qwen", "KV cache: 7.5 GB", "cache of 131,072 tokens"),
        ("qwen", "2.19 GiB for 5 users at 8k context", "cache of 8,192 tokens for 5 sequences"),
        ("qwen", "15.2 GB", "weights in memory"),
        ("qwen", "7.6B", "all parameters"),
        ("qwen", "7,615,616,512 parameters", "all parameters"),
        ("llama", "131.4 GiB of weights", "weights in memory"),
        ("llama", "141.1 GB", "weights in memory"),
        ("llama", "128k context", "longest context"),
        ("llama", "131,072 tokens", "longest context"),
        ("mixtral", "46.7B params", "all parameters"),
        ("mixtral", "12.9B active", "active parameters"),
        ("v2lite", "31.1 kB per token", "cache of one token"),
    ],
)
def test_what_is_right_says_so(answer, name, text, subject):
    found = answer(name, text)
    assert (found.outcome, found.subject, found.explanations) == ("right", subject, ())


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("qwen", "6.53B params", "params.non_embedding"),
        ("tied", "752M params", "params.stored"),
        ("gemma", "2.88 GiB at 8192 tokens", "23 layers need only 4,096 tokens"),
        ("qwen", "15.2 GFLOP per token", "2 FLOP per active parameter"),
        ("qwen", "45.7 GFLOP per token for training", "6 FLOP per active parameter"),
        ("qwen", "8.2e23 FLOP for 18T tokens", "6 FLOP per active parameter"),
    ],
)
def test_another_convention_is_no_mistake(answer, name, text, said):
    found = answer(name, text)
    assert found.outcome == "convention"
    assert said in found.explanations[0].texts[0]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("jamba", "524 kB per token", {"every query head cached", "recurrent layers"}),
        ("v2lite", "110.6 kB per token", {"the latent twice", "4 bytes"}),
        ("llama", "10.5 MB per token", {"every query head cached", "8 bytes"}),
        ("mixtral", "25.8 GB of weights", {"only the 2 experts"}),
        ("gemma", "5.75 GiB at 8192 tokens", {"all tokens kept", "query head"}),
        ("qwen", "7.62 GFLOP per token", {"2 FLOP per active parameter", "(MAC)"}),
    ],
)
def test_a_pair_is_named_where_one_does_not_do(answer, name, text, said):
    found = answer(name, text)
    every = [" ".join(one.texts) for one in found.explanations]
    assert any(all(part in one for part in said) for one in every), every


def test_none_says_so_with_the_nearest(answer):
    found = answer("llama", "3.7713 GB per token")
    assert (found.outcome, found.explanations) == ("unknown", ())
    assert found.summary == "no mistake or pair of mistakes we know gives it"
    assert found.nearest is not None
    assert found.gap.startswith("the claim is ")


def test_fewer_digits_let_more_fit(answer):
    exact, rough = answer("llama", "2.62 MB per token"), answer("llama", "3 MB per token")
    assert exact.others <= rough.others + len(rough.explanations)
    assert len(rough.explanations) <= 3
    assert "several fit" in answer("llama", "11B parameters").summary


def test_zero_and_huge_are_told_apart_from_mistakes(answer):
    found = answer("llama", "0 GB")
    assert (found.outcome, found.off) == ("unknown", "not to be compared: one of the two is 0")
    found = answer("llama", "9e20 GB")
    assert found.outcome == "unknown"
    assert found.off.endswith("times too high")
    with pytest.raises(PlanError, match="beyond anything"):
        answer("llama", "9e300 GB")


def test_a_round_number_is_close_and_no_mistake(answer):
    found = answer("llama", "140 GB")
    assert (found.outcome, found.off, found.explanations) == ("close", "0.78 % too low", ())
    found = answer("llama", "70B")
    assert (found.outcome, found.note) == ("right", "cut off rather than rounded, as names are")


def test_a_field_that_is_missing_is_named():
    config = {
        "model_type": "llama",
        "hidden_size": 4096,
        "num_hidden_layers": 32,
        "num_attention_heads": 32,
        "num_key_value_heads": 8,
        "max_position_embeddings": 8192,
        "vocab_size": 32000,
    }
    study = study_model(config, Wanted(), {})
    assert answer_claim(study, "131 kB per token").outcome == "right"
    with pytest.raises(PlanError, match="intermediate_size"):
        answer_claim(study, "7.6B")
