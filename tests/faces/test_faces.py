"""Plans at the edge of what a number can hold, through all three faces."""

import json
import re

import pytest

from flopwatt import api
from flopwatt.faces.cli.output import print_explanation, print_report
from flopwatt.faces.html import render_html
from flopwatt.faces.json import render_json

# a written formula may say inf for what never ends: `pick(k < 0, S, inf)`
NOT_NUMBERS = re.compile(r"\b(nan|NaN|Infinity)\b|(?<!, )(?<!< )(?<!&lt; )\b-?inf\b")
# growth, price_change and whether spend outgrows a float within 600 months
EDGES = {
    "1000 %/month": True,
    "1e6 %/month": True,
    "-99.99 %/month": False,
    "10 %/month": False,
}


@pytest.fixture(params=EDGES)
def growth(request):
    return request.param


@pytest.fixture
def edge(plan, growth):
    plan["horizon"] = "600 months"
    plan["products"]["chat"]["growth"] = growth
    return api.run(plan).report


def test_no_face_shows_what_is_no_number(edge, growth, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    print_report(edge, "plan.yaml")
    for key in edge.document["results"]:
        print_explanation(edge.explain(key))
    shown = capsys.readouterr().out
    page = re.sub(r"<style>.*?</style>|<script>.*?</script>", "", render_html(edge), flags=re.S)
    document = render_json(edge)
    for text in (shown, page, document):
        assert not NOT_NUMBERS.search(" ".join(text.split()))
        assert "spends too large" not in text
    assert json.loads(document)["schema"] == "flopwatt/1"
    assert ("too large" in shown) == EDGES[growth]


def test_what_is_too_large_is_not_shown_as_nothing(edge, growth):
    results = edge.document["results"]
    if EDGES[growth]:
        assert results["inference_total"]["value"] is None
        assert results["inference_spend"]["value"][-1] is None
        assert 0 not in results["inference_spend"]["value"]
        assert edge.warnings
        assert "beyond any number" in " ".join(section.title for section in edge.sections)
    else:
        assert results["inference_total"]["value"] > 0
    assert results["products.chat.crossover"]["outcome"] == (
        "never" if growth.startswith("-") else "crosses"
    )
