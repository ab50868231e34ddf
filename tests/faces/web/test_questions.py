"""The form of questions."""

import pytest
from pydantic import ValidationError

from flopwatt.faces.web.questions import MOST_DRAWS, DownloadQuestion, RunQuestion


def test_a_question_needs_a_plan_alone():
    question = RunQuestion(plan="a: 1")
    assert (question.draws, question.changes, question.inputs) == (None, {}, True)


@pytest.mark.parametrize(
    "wrong", [{"draws": MOST_DRAWS + 1}, {"draws": 1.5}, {"more": 1}, {"key": "k" * 201}]
)
def test_what_is_beyond_it_is_refused(wrong):
    with pytest.raises(ValidationError):
        RunQuestion(plan="a: 1", **wrong)


def test_a_file_is_of_a_known_kind():
    with pytest.raises(ValidationError):
        DownloadQuestion(plan="a: 1", kind="exe")
