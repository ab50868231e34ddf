"""Training arithmetic by every counting rule, held against thresholds."""

import pytest

from flopwatt.report.policy import RULES, policy_section


def test_nothing_is_said_without_tokens(studied, tiny):
    assert policy_section(studied(tiny)) is None


def test_every_rule_beside_the_others(studied, experts):
    section = policy_section(studied(experts, tokens="1e12 tokens"))
    rules, _ = section.tables
    assert [row[1].key for row in rules.rows] == list(RULES)
    found = {row[0].text: row[1].text for row in rules.rows}
    # 6 x 1e12 x 547,136, 252,224, 188,224 and 124,224
    assert found["6ND, all parameters"] == "3.28e18 FLOP"
    assert found["6ND, active parameters"] == "1.51e18 FLOP"
    assert found["6ND, active without input embedding"] == "1.13e18 FLOP"
    assert found["6ND, active without embedding and head"] == "7.45e17 FLOP"
    # 3 x 1e12 x (2 x 187,904 in matrices + 512 x 256 / 2 in scores)
    title = "Training takes 7.45e17 FLOP to 3.28e18 FLOP by 6ND, 1.32e18 FLOP layer by layer."
    assert section.title == title


@pytest.mark.parametrize(
    ("tokens", "verdict"),
    [
        ("1e18 tokens", "by no rule"),
        ("4e18 tokens", "by 1 of 5 rules"),  # 1.3e25 with all parameters, 6.1e24 with those passed
        ("2e19 tokens", "by every rule"),
    ],
)
def test_thresholds_crossed_by_some_rules(studied, experts, tokens, verdict):
    _, thresholds = policy_section(studied(experts, tokens=tokens)).tables
    rows = {row[0].text: [cell.text for cell in row] for row in thresholds.rows}
    assert rows["EU systemic risk"][1] == "1e25 FLOP"
    assert rows["EU systemic risk"][3] == verdict


def test_each_threshold_names_its_source_and_none_is_advice(studied, tiny):
    _, thresholds = policy_section(studied(tiny, tokens="1e12 tokens")).tables
    first, *legend = thresholds.note.splitlines()
    assert first == "A summary and no legal advice."
    marks = {row[-1].text for row in thresholds.rows}
    assert marks == {line.partition(" ")[0] for line in legend}
