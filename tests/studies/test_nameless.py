"""Questions about one thing without a plan: what is given, what follows, what is beyond."""

import pytest

from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.problems import PlanError
from flopwatt.studies.nameless import NAMELESS, nameless_study, read_given, vocabulary_of


def leaf(name, value):
    return Leaf(name, NAMELESS, value, Rank.CATALOG, Origin("counted"))


LONGEST = leaf("context_length", 8192)


def study(given, *leaves, entities=("model",)):
    vocabulary = vocabulary_of(*entities)
    return nameless_study("made", read_given(vocabulary, given), leaves)


def test_keys_stand_alone():
    found = study({"model": {"context": "4096 tokens"}}, LONGEST)
    assert found.results["context"].central == 4096
    assert found.results["context_length"].central == 8192


def test_what_is_given_is_read_as_in_a_plan():
    with pytest.raises(PlanError) as caught:
        read_given(vocabulary_of("model"), {"model": {"context": "-1 tokens", "cntext": "1"}})
    assert {problem.code for problem in caught.value.problems} >= {"unknown-key"}
    assert len(caught.value.problems) == 2


@pytest.mark.parametrize("context", [None, "1 tokens", "8192 tokens"])
def test_contexts_up_to_the_longest(context):
    assert not study({"model": {"context": context}}, LONGEST).warnings


def test_a_context_beyond_the_longest_is_told():
    (told,) = study({"model": {"context": "8193 tokens"}}, LONGEST).warnings
    assert (told.code, told.field, told.warning) == ("unlikely", "context", True)
    assert (told.given, told.allowed) == ("8,193 tokens", "at most 8,192 tokens")


def test_the_context_of_a_fit_counts_as_well():
    given = {"model": {}, "fit": {"context": "9000 tokens"}}
    (told,) = study(given, LONGEST, entities=("model", "fit")).warnings
    assert told.given == "9,000 tokens"


def test_without_a_longest_nothing_is_beyond_it():
    assert not study({"model": {"context": "1M tokens"}}).warnings
