"""The growth inside a month, in as many steps as flopwatt takes."""

import numpy as np
import pytest

from flopwatt.model import growth_within as word
from flopwatt.report.workbook.growths import growth_within, unit_of


def test_the_steps_end_where_the_word_does(ref, desk, example):
    on = desk(example("two-products"))
    spend, rate, span = ref(1, 90.0, 120.0, 0.0), ref(2, 4.0, 4.0, 0.0), ref(3, 30.0, 30.0, 0.0)
    found = growth_within(on, spend, rate, span)
    wanted = word(spend.number, rate.number, span.number)
    assert found.number == pytest.approx(np.asarray(wanted))
    assert sum("after step" in str(cell.value) for cell in on.sheet.cells.values()) == 12


def test_the_same_growth_is_worked_out_once(ref, desk, example):
    on = desk(example("two-products"))
    growth_within(on, ref(1, 90.0, 95.0), ref(2, 4.0, 4.0), ref(3, 30.0, 30.0))
    rows = on.row
    growth_within(on, ref(1, 90.0, 95.0), ref(2, 4.0, 4.0), ref(3, 30.0, 30.0))
    assert on.row == rows


def test_one_of_a_unit_is_written_as_one(ref, at):
    found = unit_of(ref(1, 7200.0, factor=3600.0))
    assert (at(found), float(found.number)) == ("1", 3600.0)
