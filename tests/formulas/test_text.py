import pytest

from flopwatt.formulas.text import text_tokens, text_tokens_by_share


def test_words_become_tokens_either_way():
    assert text_tokens(300, 1.5) == 450
    assert text_tokens_by_share(300, 0.75) == pytest.approx(400)
