import pytest


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("llama", "131.4 GB", "GiB written as GB"),
        ("llama", "10.7B params", "packed in 32-bit integers"),
        ("llama", "282 GB of weights", "4 bytes per parameter"),
        ("llama", "169 GB of weights", "20 % added"),
        ("llama", "51.8B params", "two matrices per MLP"),
        ("llama", "79.9B params", "key and value projections for every query head"),
        ("qwen122", "10B", "only the 8 experts"),
        ("qwen122", "122B active parameters", "all 256 experts"),
        ("qwen122", "20 GB of weights", "only the 8 experts"),
        ("mixtral", "13B", "only the 2 experts"),
        ("mixtral", "7.24B", "one expert per layer"),
        ("mixtral", "57.9B", "the whole model multiplied by 8 experts"),
        ("v2lite", "15.75B", "a query rank of 1536"),
        ("tied", "285M", "subtracted twice"),
    ],
)
def test_a_mistake_about_parameters_or_weights_is_named(answer, name, text, said):
    found = answer(name, text)
    assert found.outcome == "mistake"
    texts = [one.texts for one in found.explanations]
    assert any(len(one) == 1 and said in one[0] for one in texts), texts
