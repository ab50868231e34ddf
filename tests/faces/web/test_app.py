"""The HTTP API: right questions, wrong ones, and ones that are meant to do harm."""

import json

import pytest
from fastapi.testclient import TestClient

from flopwatt import api
from flopwatt.faces.web.app import make_app


def test_a_plan_becomes_a_report(ask, plan_text):
    found = ask("run").json()
    report = api.run(api.PlanText(plan_text), draws=50).report
    assert found["plan"] == plan_text
    assert found["report"]["answer"] == report.answer
    cells = [
        [[cell["text"] for cell in row] for row in table["rows"]]
        for section in found["report"]["sections"]
        for table in section["tables"]
    ]
    assert cells == [
        [[cell.text for cell in row] for row in table.rows]
        for section in report.sections
        for table in section.tables
    ]
    assert [group["name"] for group in found["inputs"]] == ["", "m", "base", "chat"]


def test_changes_are_written_into_the_plan(ask):
    found = ask("run", changes={"training.base.price": "$4.00 per GPU-hour"}).json()
    assert "price: $4.00 per GPU-hour" in found["plan"]
    # 500k x $4 is $2M; at $10k a day that takes 200 days
    rows = found["report"]["sections"][0]["tables"][0]["rows"]
    assert rows[0][1]["text"].startswith("$2")
    assert found["problems"] == []


def test_a_mistake_is_told_in_the_words_of_the_command_line(ask, plan_text):
    found = ask("run", changes={"training.base.price": "3 apples"}, name="my.yaml").json()
    told = found["problems"][0]
    text = found["plan"]
    problem = api.check(api.PlanText(text, "my.yaml"))[0]
    assert told == problem.as_dict()
    assert (told["field"], told["given"]) == ("training.base.price", "3 apples")
    assert (found["report"], bool(found["inputs"])) == (None, True)


def test_some_sections_and_an_explanation_may_be_asked_for(ask):
    found = ask("run", sections=["crossover"], key="training.base.cost", inputs=False).json()
    assert [one["id"] for one in found["report"]["sections"]] == ["crossover"]
    assert found["inputs"] is None
    assert found["explanation"]["key"] == "training.base.cost"


def test_any_number_is_explained(ask):
    report = ask("run").json()["report"]
    keys = {
        cell["key"]
        for section in report["sections"]
        for table in section["tables"]
        for row in table["rows"]
        for cell in row
        if "key" in cell
    }
    assert len(keys) > 10
    for key in keys | {card["cell"]["key"] for card in report["cards"]}:
        found = ask("explain", key=key).json()["explanation"]
        assert found["lines"][0]["text"]
        assert key in found["paragraph"]


def test_a_key_that_names_nothing_gets_the_nearest(ask):
    problem = ask("explain", key="training.base.cots").json()["problems"][0]
    assert problem["nearest"] == "training.base.cost"


def test_two_plans_are_compared(ask, plan_text):
    other = plan_text.replace("$10k", "$20k")
    found = ask("compare", other=other, other_name="other.yaml").json()["comparison"]
    assert found["title"].startswith("Against other.yaml, plan.yaml says 1 thing differently")


@pytest.mark.parametrize(
    ("kind", "part", "told"),
    [
        *[("json", "", "json"), ("csv", "", "csv"), ("html", "", "html"), ("xlsx", "", "sheet")],
        *[
            ("csv", "crossover", "csv"),
            ("svg", "crossover", "svg+xml"),
            ("png", "crossover", "png"),
        ],
    ],
)
def test_files_can_be_taken_away(ask, kind, part, told):
    answer = ask("download", kind=kind, part=part)
    assert answer.headers["content-type"].split(";")[0].endswith(told)
    assert answer.content


def test_a_file_of_a_plan_with_mistakes_is_told(ask):
    answer = ask("download", 422, kind="json", plan="a: [")
    assert answer.json()["problems"][0]["code"] == "bad-syntax"


def test_lists_of_examples_fields_and_the_opened_plan(client, plan_text):
    names = client.get("/api/examples").json()
    assert "start-up" in names
    assert "start: " in client.get("/api/examples/start-up").json()["plan"]
    assert client.get("/api/opened").json() == {"name": "opened.yaml", "plan": plan_text}
    fields = client.get("/api/fields", params={"entity": "run"}).json()["fields"]
    assert {"price", "mfu"} <= {one["key"] for one in fields}
    assert client.get("/api/fields", params={"entity": "rn"}).json()["problems"][0]["nearest"]
    assert client.get("/healthz").json()["status"] == "ok"


def test_the_description_names_every_question(client):
    paths = client.get("/openapi.json").json()["paths"]
    assert {f"/api/{name}" for name in ("run", "explain", "compare", "download")} <= set(paths)


@pytest.mark.parametrize("path", ["/docs", "/redoc", "/static/app.py", "/static/..%2fapp.py", "/x"])
def test_nothing_else_is_served(client, path):
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("name", ["../README", "..%2f..%2fREADME", "/etc/passwd", "start-up.yaml"])
def test_an_example_is_no_path(client, name):
    assert client.get(f"/api/examples/{name}").status_code == 404


@pytest.mark.parametrize(
    "question",
    [
        {"draws": -1},
        {"draws": 10**9},
        {"draws": "many"},
        {"plan": 3},
        {"plan": "x" * 1_000_001},
        {"changes": {"a": 1}},
        {"sections": "crossover"},
        {"width": 10**9},
        {"settings": {}},
    ],
)
def test_a_question_beyond_the_limits_is_refused(ask, question):
    told = ask("run", 422, **question).json()["problems"][0]
    assert told["message"]
    assert "x" * 100 not in told["message"]


@pytest.mark.parametrize(
    "plan",
    [
        "extends: /etc/passwd\n",
        "extends: http://example.com/a.yaml\n",
        "start: 2026-01-01\nmodels: {m: {config: /etc/passwd}}\ntraining: {r: {cost: $1M}}\n",
        "a: !!python/object/apply:os.system [true]\n",
        "a: &a [*a, *a]\n",
        "a: " + "[" * 5000,
        "{" * 5000,
        "start: 2026-01-01\nmodels: {'<script>': {params: 7B}}\ntraining: {r: {cost: $1M}}\n",
        "start: 9999-12-31\nhorizon: 900000 months\nmodels: {m: {params: 7B}}\n",
        "",
        "\x00",
    ],
)
def test_a_hostile_plan_gets_problems_and_nothing_more(ask, plan):
    answer = ask("run", plan=plan)
    found = answer.json()
    assert found["report"] is None
    assert found["problems"]
    for secret in ("root:", "Traceback", "site-packages"):
        assert secret not in answer.text


def test_half_a_letter_is_refused(ask):
    assert "unicode" in ask("run", 422, plan="\ud800: 1\n").json()["problems"][0]["message"]


def test_what_is_slow_is_cut_off_and_the_next_question_is_answered(plan_text):
    with TestClient(make_app(seconds=0.02, count=1), base_url="http://127.0.0.1") as client:
        answer = client.post("/api/run", json={"plan": plan_text})
        assert answer.status_code == 422
        told = answer.json()["problems"][0]
        assert told["code"] == "too-slow"
        assert told["message"] == "cut off after 0.02 seconds"
        assert client.get("/healthz").status_code == 200


def test_answers_are_plain_json_without_what_is_no_number(ask, plan_text):
    plan = plan_text.replace("$10k", "$1e300")
    text = ask("run", plan=plan).text
    json.loads(text, parse_constant=lambda name: pytest.fail(name))
