"""What stands beside numbers."""

from flopwatt.report.workbook.labels import block_title, label, origin_word
from flopwatt.report.workbook.places import Block


def test_keys_are_read_as_words():
    assert label("crossover.holds_from") == "crossover, holds from"
    assert block_title(Block("training.base", 4, ())) == "training: base"
    assert block_title(Block("plan", 4, ())) == "plan"


def test_an_origin_is_told_in_words(example):
    results = example("start-up").results
    assert origin_word(results["training.fine-tune.price"]) == "given in the plan"
    assert origin_word(results["models.assistant.params.total"]) == "from the catalog"
