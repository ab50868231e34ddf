"""Text: words become tokens."""

from flopwatt.model import formula


@formula("run", makes="training_tokens", source="identity", offered=False)
def training_tokens_by_word(training_words, tokens_per_word):
    """Tokens the run reads, by the tokens of one word."""
    return training_words * tokens_per_word


@formula("run", makes="training_tokens", source="convention#words", offered=False, fallback=True)
def training_tokens_by_share(training_words, words_per_token):
    """Tokens the run reads, by the words of one token."""
    return training_words / words_per_token
