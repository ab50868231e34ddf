import json
from pathlib import Path

PLAN = Path(__file__).parents[3] / "examples/mix-of-offers.yaml"


def test_the_mix_is_printed_within_80_columns(cli):
    code, out, err = cli("buy", PLAN)
    assert (code, err) == (0, "")
    assert "base: ways to buy its GPU-hours" in out
    assert "chat: if demand turns out otherwise" in out
    assert max(map(len, out.splitlines())) <= 80


def test_one_workload(cli):
    out = cli("buy", PLAN, "chat")[1]
    assert "chat: ways to buy" in out
    assert "base: ways to buy" not in out


def test_a_number_explains_itself(cli):
    out = cli("buy", PLAN, "--explain", "ways.chat.reserved_1y.threshold")[1]
    assert "Share of a term that a GPU must be used" in out
    assert "given mix-of-offers.yaml" in out


def test_one_document(cli):
    document = json.loads(cli("buy", PLAN, "--json")[1])
    assert document["results"]["ways.half-a-year.term"]["value"] == 6


def test_what_is_not_there_is_told(cli):
    code, _, err = cli("buy", PLAN, "chats")
    assert code == 2
    assert "nearest: chat" in err
