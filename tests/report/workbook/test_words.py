"""The words of formulas as a spreadsheet has them, each held to the word itself."""

import numpy as np
import pytest

from flopwatt import model
from flopwatt.report.workbook.pieces import Group, Span, UnwritableError
from flopwatt.report.workbook.words import gauss_points, translate

ARGUMENTS = {
    "earlier": (2.0, 3.0),
    "later": (2.0, 3.0),
    "whole": (2.7,),
    "power": (0.9, 4.0),
    "square_root": (2.0,),
    "choose": (1.0, 5.0, 6.0),
    "compounded": (0.1, 3.0),
    "grown": (5.0, 0.1, 3.0),
    "adoption": (0.2, 0.1, 3.0),
    "adopted": (0.2, 0.1, 3.0),
    "served": (0.2, 0.1, -0.05, 6.0, 1.0),
    "rounded_up": (7 * 3 * 0.1 * 10,),
    "with_spares": (9.0, 0.1),
    "held_through": (3.3, 1.8),
    "place_of_least": (3.0, 1.0, 1.0),
    "place_of_most": (3.0, 1.0, 3.0),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_a_word_comes_to_what_it_is(name, ref):
    arguments = ARGUMENTS[name]
    found = translate(getattr(model, name), tuple(ref(i, x) for i, x in enumerate(arguments, 1)))
    wanted = getattr(model, name)(*(np.asarray(x) for x in arguments))
    assert float(found.number) == pytest.approx(float(wanted), rel=1e-12)


def test_words_over_months(ref, at):
    series = ref(7, 1, 2, 4)
    running = translate(model.cumulative, (series,))
    assert [running.at(Span(m, m)) for m in (0, 2)] == ["SUM(A7)", "SUM($A7:C7)"]
    assert running.number.tolist() == [1, 3, 7]
    assert not running.listed
    assert translate(model.cumulative, (series * 2.0,)).listed
    assert at(translate(model.at_horizon, (series,))) == "C7"
    assert at(translate(model.at_start, (series,))) == "A7"
    assert at(translate(model.over_plan, (series,))) == "SUM($A7:C7)"
    assert at(translate(model.over_plan, (ref(1, 5),))) == "$A$1"
    assert at(translate(model.at_start, (ref(1, 5),))) == "$A$1"


def test_words_over_members(ref, at):
    group = Group((ref(1, 1), ref(2, 2), ref(3, 3)))
    assert at(translate(model.total, (group,))) == "$A$1+$A$2+$A$3"
    assert at(translate(model.largest, (group,))) == "MAX($A$1,$A$2,$A$3)"
    picked = translate(model.pick, (group > 1.0, group, 0.0))
    assert at(translate(model.total, (picked,))).startswith("IF($A$1>1,$A$1,0)+IF(")


def test_the_first_month_of_several_and_the_one_that_lasts(ref):
    condition, times = ref(1, 0, 1, 0, 1) > 0.0, ref(2, 10, 20, 30, 40)
    first = translate(model.first_month, (condition, times))
    lasting = translate(model.lasting_month, (condition, times))
    assert (float(first.number), float(lasting.number)) == (20, 40)
    assert first.listed
    assert first.at(Span(0, 0)) == "MIN(IF($A1:D1>0,$A2:D2,1E+300))"


def test_the_first_condition_that_holds(ref, at):
    found = translate(model.first_true, (ref(1, 1) > 2.0, ref(2, 3) > 2.0))
    assert at(found) == "IF($A$1>2,0,IF($A$2>2,1,2))"
    assert float(found.number) == 1


def test_a_word_that_no_spreadsheet_has_is_told(ref):
    with pytest.raises(UnwritableError, match="no spreadsheet has first paying"):
        translate(model.first_paying, (ref(1, 2), ref(2, 0.1)))


def test_the_points_of_integrals_weigh_one_in_all():
    assert sum(weight for _, weight in gauss_points()) == pytest.approx(1)
    assert all(0 < back < 1 for back, _ in gauss_points())
