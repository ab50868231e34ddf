"""Who may ask, and what a browser may do with the answers."""

import pytest

from flopwatt.faces.web.guard import MOST_BYTES

JSON = {"content-type": "application/json"}


@pytest.fixture
def post(client, plan_text):
    def posting(heads=(), content=None):
        body = content or b'{"plan": "a: 1"}'
        return client.post("/api/run", content=body, headers={**JSON, **dict(heads)})

    return posting


@pytest.mark.parametrize(
    "heads",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:1"},
        {"host": "evil.example"},
        {"host": "127.0.0.1.evil.example"},
        {"host": ""},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_another_origin_cannot_ask(post, heads):
    answer = post(heads)
    assert answer.status_code == 403
    assert answer.json()["problems"][0]["code"] == "refused"
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("host", ["localhost:8642", "[::1]:8642", "127.0.0.1", "LOCALHOST"])
def test_the_machine_itself_can(post, host):
    assert post({"host": host, "origin": f"http://{host}"}).status_code == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_form_of_another_page_is_no_question(post, kind):
    assert post({"content-type": kind}).status_code == 415


def test_a_large_question_is_not_read(post):
    assert post(content=b" " * (MOST_BYTES + 1)).status_code == 413
    assert post({"content-length": str(10**12)}).status_code == 413
    assert post({"content-length": "lots"}).status_code == 413

    def pieces():
        for _ in range(MOST_BYTES // 100_000 + 2):
            yield b" " * 100_000

    assert post(content=pieces()).status_code == 413


def test_a_visit_from_elsewhere_may_open_the_page_alone(client):
    far = {"sec-fetch-site": "cross-site"}
    assert client.get("/", headers=far).status_code == 200
    assert client.get("/api/examples", headers=far).status_code == 403


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/examples", "/nothing", "/static/app.js"])
def test_every_answer_binds_the_browser(client, path):
    heads = client.get(path).headers
    policy = heads["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert heads["x-content-type-options"] == "nosniff"
    assert heads["cache-control"]
