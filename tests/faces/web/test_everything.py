"""Whatever the API's own description allows is asked of it: nothing ends in an error of ours."""

import pytest
from hypothesis import HealthCheck, given, settings

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis asks everything")

EXAMPLES = 30
QUICK = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
PATHS = [
    *("/healthz", "/api/opened", "/api/examples", "/api/examples/{name}", "/api/fields"),
    *("/api/run", "/api/explain", "/api/compare", "/api/download"),
]


@pytest.fixture(scope="session")
def description(client):
    return client.get("/openapi.json").json()


def test_all_is_asked(description):
    assert sorted(description["paths"]) == sorted(PATHS)


@pytest.mark.parametrize("path", PATHS)
def test_nothing_ends_in_an_error_of_ours(client, description, path):
    schema = schemathesis.openapi.from_dict(description)
    (operation,) = schema[path].values()

    @QUICK
    @given(case=operation.as_strategy())
    def ask(case):
        asked = case.as_transport_kwargs(base_url="http://127.0.0.1")
        known = ("method", "url", "params", "headers", "json", "content", "data")
        answer = client.request(**{name: asked[name] for name in known if name in asked})
        assert answer.status_code < 500, answer.text[:300]

    ask()
