import pytest

from flopwatt.report.cards import make_cards


def cards(study):
    return {card.id: card for card in make_cards(study)}


def test_the_worked_example(example):
    found = cards(example("two-products"))
    assert list(found) == ["training", "month", "request", "crossover", "share"]
    texts = [card.cell.text for card in found.values()]
    assert texts == ["$1.46M", "$233k", "$0.0015", "14 Jul 2026", "90 %"]
    assert found["training"].note == "583k GPU-hours"
    assert found["crossover"].note == "194.4 days after launch"
    assert found["share"].share == pytest.approx(0.9039, abs=1e-4)
    assert [card.work for card in found.values()] == ["training", *["inference"] * 2, "", ""]


@pytest.mark.parametrize(
    ("name", "word", "note"),
    [
        ("never", "never", "27.4 years at last rate"),
        ("already", "already", "before the plan"),
        ("crosses", "", "100.0 days after launch"),
    ],
)
def test_a_word_stands_where_there_is_no_date(outcome, name, word, note):
    card = cards(outcome(name))["crossover"]
    assert (card.word, card.note) == (word, note)
    assert card.cell.key == "products.chat.crossover"


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("own-h100", "asset-owned_hour_price"),
        ("campaign-24k-h100", "training"),
        ("ten-thousand-users", "month"),
        ("deepseek-day", "training"),
    ],
)
def test_every_plan_has_cards_of_what_it_is_about(example, name, first):
    found = make_cards(example(name))
    assert found[0].id == first
    assert 3 <= len(found) <= 5
    assert len({card.id for card in found}) == len(found)
    assert all(card.cell.text and card.cell.key for card in found)
