"""Why each value is what it is, and every document that is cited."""

from flopwatt.report.workbook.explanations import explanation_sheet, source_sheet


def test_a_formula_is_told_in_words_with_its_inputs_and_source(example, desk):
    on = desk(example("start-up"))
    sheet = explanation_sheet(on)
    row = on.places.explained["training.fine-tune.tokens"]
    assert sheet.cells[row, 4].value == "given in the plan"
    row = on.places.explained["training.fine-tune.flops"]
    told = [sheet.cells[row, column].value for column in range(7)]
    assert told[0] == "training.fine-tune.flops"
    assert told[2].startswith("flops = ")
    assert "training.fine-tune.tokens" in told[3]
    assert told[5] == "kaplan-2020, section 2.1"
    assert sheet.heights[row] >= 13


def test_sources_stand_once_each_in_order(example, desk):
    sheet = source_sheet(desk(example("start-up")))
    ids = [cell.value for (row, column), cell in sorted(sheet.cells.items()) if column == 0][3:]
    assert ids == sorted(set(ids))
    assert {"kaplan-2020", "genai-prices"} <= set(ids)
    assert "identity" not in ids
