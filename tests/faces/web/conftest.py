"""What the tests of the page share: the application with one worker, questions, a browser."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import threading
import time

import pytest

pytest.importorskip("fastapi", reason="the page needs flopwatt[web]")
pytest.importorskip("uvicorn", reason="the page needs flopwatt[web]")
pytest.importorskip("httpx2", reason="httpx2 asks the API in tests")

import uvicorn
from fastapi.testclient import TestClient

from flopwatt import api
from flopwatt.faces.web.app import make_app
from flopwatt.faces.web.server import open_socket

HOME = "http://127.0.0.1"
CHROMIUM = os.environ.get("FLOPWATT_CHROMIUM") or shutil.which("chromium")
QUIET = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
PATIENCE = 90_000  # milliseconds, of a machine that is busy with other tests
EXAMPLE = "start-up"
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


@contextlib.contextmanager
def served(app):
    """An application served by a thread, by its address."""
    found = open_socket("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [found]})
    thread.start()
    while not server.started:
        time.sleep(0.05)
    yield f"http://127.0.0.1:{found.getsockname()[1]}"
    server.should_exit = True
    thread.join()


@contextlib.contextmanager
def opened_page(browser, site):
    """The page, opened; whatever it says in the console or asks of others fails the test."""
    context = browser.new_context(viewport={"width": 1024, "height": 768}, accept_downloads=True)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    wrong = []
    page.on("console", lambda one: wrong.append(one.text) if one.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    outside = lambda one: None if one.url.startswith((site, "data:", "blob:")) else one.url  # noqa: E731
    page.on("request", lambda one: wrong.append(outside(one)) if outside(one) else None)
    page.goto(site)
    rest(page)
    yield page
    context.close()
    assert wrong == []


@pytest.fixture(scope="session")
def site():
    """The page with an example, with one worker."""
    with served(make_app(api.read_example(EXAMPLE), count=1, seconds=120)) as url:
        yield url


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def page(browser, site):
    with opened_page(browser, site) as page:
        yield page


def rest(page):
    """Wait until nothing is computed any more."""
    page.wait_for_selector("body.ready")
    page.wait_for_selector("#progress[hidden]", state="attached")


def field(page, key):
    return page.locator(f'.field[data-key="{key}"] input[type=text]')
