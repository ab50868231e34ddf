import json
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Widely quoted figures, tested"),
        (("quoted",), '"switchgear takes 2 to 4 years"'),
        (("AI power",), "Restated as AI power"),
        (("--forecaster", "LBNL"), "Of all data centres, in TWh/year"),
        (("--plan", EXAMPLES / "campaign-100k-h100.yaml"), "163 MW at the meter"),
    ],
)
def test_it_is_printed_within_80_columns(cli, words, said):
    code, out, _ = cli("outlook", *words)
    assert code == 0
    assert said in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_number_explains_itself(cli):
    out = cli("outlook", "--explain", "forecasts.ai-index-us.comparable")[1]
    assert "given outlook of the catalog" in out
    assert "ai-index-2026" in out


def test_one_document(cli):
    document = json.loads(cli("outlook", "AI power", "--json")[1])
    assert len(document["outlook"]["forecasts"]) == 3


def test_what_is_not_there_is_told(cli):
    code, _, err = cli("outlook", "capx")
    assert code == 2
    assert "nearest: capex" in err
