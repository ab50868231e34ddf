import math

from flopwatt.studies.claims.known import subjects_of
from flopwatt.studies.claims.reading import read_claim


def test_the_right_values_are_those_of_the_study(known):
    asked = {
        "1 GB": ["weights.resident_bytes", "kv_cache.bytes_per_sequence"],
        "1 GB per token": ["kv_cache.bytes_per_token"],
        "1B": ["params.total", "context_length"],
        "1B active": ["params.active.all"],
        "1 GFLOP per token": ["flops.forward_per_token", "flops.training_per_token"],
    }
    for text, keys in asked.items():
        for subject, key in zip(subjects_of(read_claim(text), known), keys, strict=False):
            assert subject.key == key
            assert math.isclose(subject.facts.total(), known.values[key], rel_tol=1e-9), key


def test_every_rule_has_a_sentence_in_every_model(known):
    for text in ("1 GB", "1B", "1B active", "1 GFLOP per token", "1 FLOP for 2T tokens"):
        for subject in subjects_of(read_claim(text), known):
            for rule in subject.rules:
                assert rule.text.format_map(subject.facts.said)


def test_words_say_which_quantity_is_meant(known_as):
    llama = known_as("llama")

    def keys(text):
        return [subject.key for subject in subjects_of(read_claim(text), llama)]

    assert keys("1 GB of weights") == ["weights.resident_bytes"]
    assert keys("1 GB for 4 users at 8192 tokens") == ["kv_cache.bytes"]
    assert keys("KV cache: 1 GB") == ["kv_cache.bytes_per_sequence", "kv_cache.bytes_per_token"]
    assert keys("1 GFLOP per token training") == ["flops.training_per_token"]
    assert keys("1 FLOP for 2T tokens inference") == ["flops.forward_per_token"]
