"""What stands beside numbers."""

from flopwatt.report.workbook.labels import block_title, label, moves_text, origin_word
from flopwatt.report.workbook.places import Block


def test_keys_are_read_as_words():
    assert label("crossover.holds_from") == "crossover, holds from"
    assert block_title(Block("training.base", 4, ())) == "training: base"
    assert block_title(Block("plan", 4, ())) == "plan"


def test_a_row_says_what_holds_it_back():
    assert moves_text(True, ()) == "live"
    assert moves_text(True, ("a.b",)) == "live but for a.b"
    assert moves_text(True, ("a.b", "c", "d")) == "live but for a.b and 2 more rows"
    assert moves_text(False, ("a.b",)) == "worked out by flopwatt; does not move"


def test_an_origin_is_told_in_words(example):
    results = example("start-up").results
    assert origin_word(results["training.fine-tune.price"]) == "given in the plan"
    assert origin_word(results["models.assistant.params.total"]) == "from the catalog"
