"""Workers answer, are ended when they take too long, and come back."""

import json
import threading

import pytest

from flopwatt.faces.web.workers import BrokenError, BusyError, TooSlowError, Workers


@pytest.fixture(scope="module")
def workers():
    made = Workers(count=1, most_waiting=1)
    yield made
    made.close()


def test_a_question_is_answered(workers, plan_text):
    answer = workers.ask("explain", {"plan": plan_text, "key": "crossover", "draws": 0}, 60)
    assert json.loads(answer)["explanation"]["key"] == "crossover"


def test_what_takes_too_long_is_ended_and_the_next_is_answered(workers, plan_text):
    before = workers.all[0].process.pid
    with pytest.raises(TooSlowError):
        workers.ask("run", {"plan": plan_text, "draws": 20_000}, 0.01)
    assert workers.all[0].process.pid != before
    assert workers.ask("fields", {}, 60)


def test_a_bug_is_told_apart_and_ends_nothing(workers):
    with pytest.raises(BrokenError):
        workers.ask("run", {"no": "such"}, 60)
    assert workers.ask("fields", {}, 60)


def test_a_process_that_dies_is_replaced(workers):
    workers.all[0].process.kill()
    with pytest.raises(BrokenError):
        workers.ask("fields", {}, 60)
    assert workers.ask("fields", {}, 60)


def test_more_than_may_wait_are_turned_away(workers):
    taken = workers._take(float("inf"), "")
    waiting = threading.Thread(target=lambda: workers.ask("fields", {}, 60))
    waiting.start()
    while not workers.waiting:
        pass
    with pytest.raises(BusyError):
        workers.ask("fields", {}, 60)
    workers._give_back(taken)
    waiting.join()


def test_who_waits_past_the_deadline_is_turned_away(workers):
    taken = workers._take(float("inf"), "")
    with pytest.raises(BusyError):
        workers.ask("fields", {}, 0.01)
    workers._give_back(taken)
