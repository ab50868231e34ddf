"""Questions about one thing without a plan."""

import pytest

from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.problems import PlanError
from flopwatt.studies.nameless import NAMELESS, nameless_study, read_given, vocabulary_of


def test_a_vocabulary_of_what_is_asked_about_is_made_once():
    assert vocabulary_of("model") is vocabulary_of("model")
    assert set(vocabulary_of("model", "fit").entities) == {"model", "fit"}
    assert "accelerator_hours" not in vocabulary_of("model").quantities


def test_what_is_given_is_read_as_a_plans_fields_are():
    draft = read_given(vocabulary_of("model"), {"model": {"params": "7B params", "batch": None}})
    (leaf,) = draft.leaves
    assert (leaf.quantity, leaf.instance, leaf.value) == ("total_params", NAMELESS, 7e9)


def test_all_that_is_wrong_is_told_at_once():
    given = {"model": {"context": "long", "batch": "-1"}, "fit": {"tp": "many"}}
    with pytest.raises(PlanError) as caught:
        read_given(vocabulary_of("model", "fit"), given)
    # the first entity is what is asked about, and needs no name
    assert [problem.field for problem in caught.value.problems] == ["context", "batch", "fit.tp"]


def test_everything_follows_for_the_one_instance():
    vocabulary = vocabulary_of("model")
    draft = read_given(vocabulary, {"model": {"context": "100 tokens", "batch": "3"}})
    leaf = Leaf("growing_kv", NAMELESS, 256.0, Rank.CATALOG, Origin("counted"))
    study = nameless_study("a model", draft, [leaf])
    assert study.plan.name == "a model"
    assert study.results["flops.step.tokens"].central == 300
    assert study.results["batch"].origin.kind == "given"


def test_the_second_thing_refers_to_the_first():
    vocabulary = vocabulary_of("model", "run")
    given = {"model": {"params": "7B params"}, "run": {"tokens": "2T tokens"}}
    study = nameless_study("a run", read_given(vocabulary, given), [])
    assert study.results["training.flops"].central == pytest.approx(8.4e22)
