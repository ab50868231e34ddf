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


def test_a_vocabulary_of_what_is_asked_about_is_made_once():
    assert vocabulary_of("model") is vocabulary_of("model")
    assert set(vocabulary_of("model", "fit").entities) == {"model", "fit"}
    assert "accelerator_hours" not in vocabulary_of("model").quantities


def test_all_that_is_wrong_is_told_at_once():
    given = {"model": {"context": "long", "batch": "-1"}, "fit": {"tp": "many"}}
    with pytest.raises(PlanError) as caught:
        read_given(vocabulary_of("model", "fit"), given)
    # the first entity is what is asked about, and needs no name
    assert [problem.field for problem in caught.value.problems] == ["context", "batch", "fit.tp"]


def test_what_is_none_is_not_given():
    draft = read_given(vocabulary_of("model"), {"model": {"params": "7B params", "batch": None}})
    found = {(leaf.quantity, leaf.instance): leaf.value for leaf in draft.leaves}
    assert found == {("total_params", NAMELESS): 7e9, ("active_params", NAMELESS): 7e9}


def test_the_second_thing_refers_to_the_first():
    given = {"model": {"params": "7B params"}, "run": {"tokens": "2T tokens"}}
    found = study(given, entities=("model", "run"))
    assert found.plan.name == "made"
    assert found.results["training.flops"].central == pytest.approx(8.4e22)
