"""What the tests of the page share: the application with one worker, and a question to it."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("fastapi", reason="the page needs flopwatt[web]")
pytest.importorskip("uvicorn", reason="the page needs flopwatt[web]")
pytest.importorskip("httpx2", reason="httpx2 asks the API in tests")

from fastapi.testclient import TestClient

from flopwatt import api
from flopwatt.faces.web.app import make_app

HOME = "http://127.0.0.1"
PLAN = """\
start: 2026-01-01
horizon: 60 months
models: {m: {params: 70B}}
training:
  base:
    accelerator_hours: {value: 500k GPU-hours, low: 400k GPU-hours, high: 600k GPU-hours}
    price: $2.00 per GPU-hour
products: {chat: {cost_per_day: $10k}}
"""


@pytest.fixture(scope="session")
def plan_text():
    return PLAN


@pytest.fixture(scope="session")
def app():
    return make_app(api.PlanText(PLAN, "opened.yaml"), count=1, seconds=60)


@pytest.fixture(scope="session")
def client(app):
    with TestClient(app, base_url=HOME) as client:
        yield client


@pytest.fixture(scope="session")
def ask(client):
    """Ask the API, with the plan of these tests unless another is given."""

    def asking(path, status=200, /, **question):
        body = json.dumps({"plan": PLAN, "draws": 50} | question)
        heads = {"content-type": "application/json"}
        answer = client.post(f"/api/{path}", content=body, headers=heads)
        assert answer.status_code == status, answer.text[:500]
        return answer

    return asking
