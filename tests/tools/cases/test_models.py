"""Counts, contexts and arithmetic asked in words that the shipped cases do not use."""

from pathlib import Path

import pytest

from tools.cases.models import config_of, source_of
from tools.cases.reading import Case, Unmapped
from tools.cases.runner import run_case

TINY = {
    **{"model_type": "llama", "hidden_size": 64, "intermediate_size": 128, "vocab_size": 1000},
    **{"num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2},
    **{"max_position_embeddings": 256, "tie_word_embeddings": False},
}
MIX = TINY | {"model_type": "mixtral", "num_local_experts": 8, "num_experts_per_tok": 2}
LLAMA, MIXTRAL = "configs/llama-2-7b.json", "configs/mixtral-8x7b.json"
# weights in layers of TINY, and one token's scores at 100 tokens without a mask
LAYERS, SCORES = 73_728, 2 * 4 * 64 * 100
ASKED = [
    ("param_total", {"config": LLAMA, "count": "all parameters"}, "B parameters", 6.738415616),
    ("param_total", {"config": "qwen2.5-7b", "count": "unique tensors"}, "params", 7_615_616_512),
    ("param_total", {"config": TINY, "count": "of the moon"}, "parameters", None),
    ("param_total", {"config": TINY, "phase": "of the moon"}, "parameters", None),
    ("param_total", {"count": "all"}, "parameters", None),
    ("param_active", {"config": MIX}, "parameters", 252_224),
    ("param_active", {"config": MIX, "convention": "without input embedding"}, "parameters",
     188_224),
    ("param_active", {"config": MIX, "convention": "no embeddings"}, "parameters", 124_224),
    ("param_active", {"config": MIXTRAL, "convention": "no_input_embedding", "count": "active"},
     "parameters", 12_879_925_248 - 131_072_000),
    ("param_variant", {"config": MIX, "count": "active, without embeddings"}, "parameters",
     124_224),
    ("param_variant", {"config": MIX, "count": "excluding the input embedding"}, "parameters",
     None),
    ("param_variant", {"config": TINY, "count": "excluding the input embedding"}, "parameters",
     138_048),
    ("param_variant", {"config": TINY, "count": "embedding matrix only"}, "parameters", 64_000),
    ("param_variant", {"config": LLAMA, "count": "only layers and the last norm, without embedding "
                       "and output matrix"}, "parameters", 6_738_415_616 - 262_144_000),
    ("context_length", {"config": "configs/gpt2.json"}, "tokens", 1024),
    ("context_length", {"max_position_embeddings": 8192, "model_max_length": 131072}, "tokens",
     131_072),
    ("train_flops", {"params": 7e9, "tokens": 2e12, "method": "6ND"}, "FLOPs", 8.4e22),
    ("train_flops", {"params": 7e9, "tokens": 1, "ask": "forward only"}, "FLOP", 14e9),
    ("train_flops", {"params": 7e9, "tokens": 2e12, "method": "8ND"}, "FLOP", 1.12e23),
    ("train_flops", {"config": TINY, "tokens": 1e9}, "FLOP", 6 * 202_048e9),
    ("train_flops", {"config": TINY, "tokens": 1e9, "method": "8ND"}, "FLOP", 8 * 202_048e9),
    ("train_flops", {"config": TINY, "method": "6ND"}, "FLOP", None),
    ("train_flops", {"config": MIX, "tokens": 1e9, "method": "6 x active x D"}, "FLOP",
     6 * 252_224e9),
    ("train_flops", {"config": MIX, "tokens": 1e9, "method": "6ND, total parameters"}, "FLOP",
     6 * 547_136e9),
    ("train_flops", {"config": MIX, "tokens": 1e9, "method": "6ND without embeddings"}, "FLOP",
     6 * 124_224e9),
    ("train_flops", {"config": TINY, "context": 100, "ask": "forward per token"}, "FLOP per token",
     2 * LAYERS + 128_000 + SCORES / 2),
    ("train_flops", {"config": TINY, "context": 100, "part": "lm_head, forward+backward"}, "FLOP",
     3 * 100 * 128_000),
    ("train_flops", {"config": TINY, "tokens": 10, "part": "weight matmuls, forward"}, "FLOP",
     10 * (2 * LAYERS + 128_000)),
    ("train_flops", {"config": TINY, "tokens": 10, "part": "matmuls of the layers, forward"},
     "FLOP", 10 * 2 * LAYERS),
    ("train_flops", {"config": TINY, "seq": 100, "batch": 2, "part": "total, mask ignored"},
     "FLOP", 3 * 200 * (2 * LAYERS + 128_000 + SCORES)),
    ("train_flops", {"config": TINY, "part": "of the moon"}, "FLOP", None),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "given", "unit", "value"), ASKED, ids=str)
def test_what_is_asked_in_other_words(kind, given, unit, value):
    """A value of None is a case that must stay unmapped."""
    expected = {"value": value, "unit": unit, "tol_rel": 1e-9}
    case = {"id": "x", "kind": kind, "input": given, "expected": expected}
    ran = run_case(case, Path("/nowhere"))
    assert ran.outcome == ("unmapped" if value is None else "pass"), (ran.got, ran.why)


def test_a_config_is_a_file_beside_the_cases_or_a_name(tmp_path):
    folder = tmp_path / "cases"
    (tmp_path / "configs").mkdir()
    (tmp_path / "configs" / "qwen2.5-7b.json").write_text("{}")
    path = tmp_path / "configs" / "qwen2.5-7b.json"
    assert config_of(folder, "configs/qwen2.5-7b.json") == folder.parent / "configs" / path.name
    assert config_of(folder, "configs/qwen2.5-3b.json") == "qwen2.5-3b"
    assert config_of(folder, "qwen2.5-3b") == "qwen2.5-3b"


def test_sizes_alone_are_called_as_configs_call_them():
    case = Case({"layers": 2, "heads": 4, "d_head": 16, "context": 5}, "bytes", Path())
    assert source_of(case) == {
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 4,  # where nothing groups them
        "head_dim": 16,
    }
    assert case.input == {"context": 5}
    with pytest.raises(Unmapped):
        source_of(Case({"context": 5}, "bytes", Path()))
