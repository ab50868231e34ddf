"""Functions of spreadsheets: written as every spreadsheet has them, and coming to the same."""

import numpy as np
import pytest

from flopwatt.report.workbook import functions as say
from flopwatt.report.workbook.pieces import Span


def test_the_larger_of_two_is_a_choice_within_a_range(ref, at):
    found = say.larger(ref(1, 1, 5), ref(2, 3))
    assert at(found) == "MAX(A1,$A$2)"
    assert found.at(Span(0, 1)) == "IF($A1:B1>$A$2,$A1:B1,$A$2)"
    assert found.number.tolist() == [3, 5]
    assert at(say.smaller(ref(1, 1), 0.0)) == "MIN($A$1,0)"


def test_choices_and_conditions(ref, at):
    condition = ref(1, 1) < ref(2, 2)
    assert at(say.either(condition, ref(3, 3), 0.0)) == "IF($A$1<$A$2,$A$3,0)"
    assert at(say.as_number(condition)) == "IF($A$1<$A$2,1,0)"
    assert at(say.both(condition, ref(3, 3) > 1)) == "AND($A$1<$A$2,$A$3>1)"
    found = say.chosen(ref(1, 1), ref(2, 5), ref(3, 7))
    assert at(found) == "CHOOSE(1+$A$1,$A$2,$A$3)"
    assert float(found.number) == 7
    assert at(say.chosen_word(ref(1, 1), '{"a","b"}')) == 'INDEX({"a","b"},1+$A$1)'


def test_functions_of_small_numbers_keep_their_digits(ref, at):
    assert at(say.expm1(ref(1, 1e-9))) == "2*EXP($A$1/2)*SINH($A$1/2)"
    assert at(say.log1p(ref(1, 1e-9))) == "2*ATANH($A$1/(2+$A$1))"
    half = 1e-9 / 2
    assert 2 * np.exp(half) * np.sinh(half) == pytest.approx(np.expm1(1e-9), rel=1e-15)
    assert 2 * np.arctanh(1e-9 / (2 + 1e-9)) == pytest.approx(np.log1p(1e-9), rel=1e-15)


def test_what_accrues_is_rate_times_span_where_nothing_grows(ref, at):
    found = say.accrued(ref(1, 10), ref(2, 0), ref(3, 3))
    assert float(found.number) == 30
    assert at(found).startswith("$A$1*$A$3*IF($A$2*$A$3=0,1,2*EXP(")
    assert float(say.accrued(ref(1, 1), ref(2, 1), ref(3, 1)).number) == pytest.approx(np.e - 1)


def test_powers_and_roots(ref, at):
    assert at(say.power(ref(1, 2) + 1.0, ref(2, 3))) == "($A$1+1)^$A$2"
    assert float(say.power(ref(1, 2), ref(2, 3)).number) == 8
    assert at(say.square_root(ref(1, 9))) == "SQRT($A$1)"
    assert at(say.floor(ref(1, 2.5))) == "INT($A$1)"
    assert at(say.exponential(ref(1, 0))) == "EXP($A$1)"
    assert at(say.logarithm(ref(1, 1))) == "LN($A$1)"
