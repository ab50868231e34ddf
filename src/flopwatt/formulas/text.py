"""Text: words become tokens."""

from flopwatt.model import formula


@formula("text", key="tokens", unit="token", symbol="n", source="identity", written=False)
def text_tokens(words, tokens_per_word):
    """Tokens of a text, by the tokens of one word."""
    return words * tokens_per_word


@formula("text", makes="text_tokens", source="identity")
def text_tokens_by_share(words, words_per_token):
    """Tokens of a text, by the words of one token."""
    return words / words_per_token
