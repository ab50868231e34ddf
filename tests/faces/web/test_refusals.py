"""Whatever is not understood is answered in the form that the API describes."""

import pytest

from flopwatt.faces.web.questions import Refusal

JSON = {"content-type": "application/json"}


def problems(answer, status):
    assert answer.status_code == status, answer.text
    Refusal.model_validate(answer.json())
    return answer.json()["problems"]


@pytest.mark.parametrize(
    ("question", "field", "given", "allowed"),
    [
        ({"draws": -1}, "draws", "-1", "at least 0"),
        ({"draws": "many"}, "draws", "many", "see /openapi.json"),
        ({"plan": 3}, "plan", "3", "see /openapi.json"),
        ({"plan": "x" * 1_000_001}, "plan", "x" * 57 + "...", "a length of at most 1,000,000"),
        ({"changes": {"a": 1}}, "changes.a", "1", "see /openapi.json"),
        ({"sections": {"a": 1}}, "sections", "a map", "see /openapi.json"),
        ({"width": 10**9}, "width", "1000000000", "at most 1,800"),
        ({"settings": []}, "settings", "a list", "see /openapi.json"),
    ],
)
def test_a_field_says_what_it_was_given_and_what_it_takes(ask, question, field, given, allowed):
    (told,) = problems(ask("run", 422, **question), 422)
    assert (told["field"], told["given"], told["allowed"]) == (field, given, allowed)


def test_what_is_missing_was_given_nothing(client):
    (told,) = problems(client.post("/api/run", content="{}", headers=JSON), 422)
    assert (told["field"], told["given"]) == ("plan", "nothing")


def test_a_kind_of_file_that_is_not_made_is_told_with_those_that_are(ask):
    (told,) = problems(ask("download", 422, kind="exe"), 422)
    assert (told["field"], told["given"]) == ("kind", "exe")
    assert "'xlsx'" in told["allowed"]


@pytest.mark.parametrize("kind", ["csv", "svg"])
def test_a_part_that_is_not_there_is_told_as_the_part(ask, kind):
    (told,) = problems(ask("download", 422, kind=kind, part="crossovr"), 422)
    assert (told["field"], told["given"]) == ("part", "crossovr")
    assert "crossover" in told["allowed"]


@pytest.mark.parametrize(
    "body",
    [
        b'{"plan": "\xff\xfe"}',
        b'{"plan": ' + b"[" * 100_000,
        b'{"plan": "a: 1", "draws": ' + b"9" * 5_000 + b"}",
        b"{",
    ],
    ids=["not UTF-8", "deep", "a long number", "cut off"],
)
def test_what_is_no_json_is_refused_as_such(client, body):
    answer = client.post("/api/run", content=body, headers=JSON)
    (told,) = problems(answer, answer.status_code)
    assert answer.status_code in (400, 422)
    assert told["message"] == "this cannot be read as JSON"


def test_what_is_not_there_and_not_so_asked_is_refused_alike(client):
    (told,) = problems(client.get("/api/nothing"), 404)
    assert told["given"] == "GET /api/nothing"
    answer = client.get("/api/run")
    (told,) = problems(answer, 405)
    assert told["given"] == "GET /api/run"
    assert answer.headers["allow"] == "POST"
