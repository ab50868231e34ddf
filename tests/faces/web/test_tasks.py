"""What a worker does, called in this process."""

import json

import pytest

from flopwatt import api
from flopwatt.faces.web import tasks


@pytest.fixture(autouse=True)
def forget():
    tasks._kept.clear()


def test_an_answer_is_kept_for_the_question_after_it(plan_text, monkeypatch):
    tasks.run(plan_text, draws=20)
    monkeypatch.setattr(tasks.api, "run", lambda *_: pytest.fail("worked out again"))
    assert json.loads(tasks.explain(plan_text, "training.base.cost", draws=20))["explanation"]


def test_only_the_last_are_kept(plan_text):
    for draws in range(20, 20 + tasks.MOST_KEPT + 2):
        tasks.run(plan_text, draws=draws)
    assert len(tasks._kept) == tasks.MOST_KEPT


def test_a_moving_picture_is_not_kept(plan_text):
    tasks.run(plan_text, draws=20, sections=["crossover"])
    assert not tasks._kept


def test_warming_up_leaves_nothing_behind():
    tasks.warm_up()
    assert not tasks._kept


def test_a_download_says_whether_it_is_one(plan_text):
    assert tasks.download(plan_text, "json", draws=0)[:1] == b"{"
    with pytest.raises(api.FlopwattError):
        tasks.download("a: [", "json")
