import pytest

from flopwatt.problems import PlanError
from flopwatt.studies.claims.reading import read_claim


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", "is empty"),
        ("hello", "holds no amount"),
        ("12 bananas", "bananas"),
        ("70", "has no unit"),
        ("4.59 USD", "no unit of what a model comes to"),
        ("-3 GB", "below 0"),
        ("nan GB", "holds no amount"),
        ("1,234 GB", "can be read as"),
        ("1e400 GB", "too large"),
        ("4.59 GB per 0 tokens", "out of bounds"),
        ("4.59 GB 3 TB", "cannot be read"),
        ("cache of 3", "has no unit"),
        ("x" * 300, "too long"),
        ("4 GB per GPU", "no unit of what a model comes to"),
    ],
)
def test_what_cannot_be_read_is_told_with_examples(text, match):
    with pytest.raises(PlanError, match=match) as caught:
        read_claim(text)
    (problem,) = caught.value.problems
    assert problem.field == "--claim"
    assert "per 3072 tokens" in problem.allowed


@pytest.mark.parametrize(
    ("text", "measure", "half"),
    [
        ("4.59 GiB", "byte", 0.005 * 2**30),
        ("131.4 GB", "byte", 0.05e9),
        ("13B", "", 0.5e9),
        ("12.9B params", "param", 0.05e9),
        ("70000000000 parameters", "param", 0.5e10),
        ("33,554,432 tokens", "token", 0.5),
        ("8.4e23 FLOP", "FLOP", 0.05e23),
        ("140 GFLOPs per token", "FLOP", 0.5e9),
        ("32k tokens", "token", 512),
        ("327,680 bytes per token", "byte", 0.5),
        ("70Bn", "", 0.5e9),
        ("7 GMAC per token", "FLOP", 1e9),
        ("a 70B-parameter model", "param", 0.5e9),
    ],
)
def test_half_a_unit_of_the_last_written_digit(text, measure, half):
    claim = read_claim(text)
    assert claim.measure == measure
    assert claim.amounts[0].half == pytest.approx(half)


def test_phrases_of_tokens_contexts_and_sequences():
    claim = read_claim("21.5 GB for 8 users at 8k context")
    assert (claim.sequences, claim.contexts) == (8, (8192, 8000))
    assert read_claim("2 GB per 1000 tokens").tokens == (1000,)
    assert read_claim("0.5 MiB/token").per_token
    assert read_claim("0.5 MiB per token").per_token
    assert read_claim("2 GB with batch size 4 at 4096").contexts == (4096,)
    assert read_claim("2 GB batch of 4").sequences == 4
    assert read_claim("8.4e23 FLOP for 2T tokens").tokens == (2e12,)
    assert {value.value for value in read_claim("32k tokens").amounts} == {32000, 32768}
