"""Pieces of formulas: brackets where needed, units that cancel, groups member by member."""

import numpy as np
import pytest

from flopwatt.report.workbook.pieces import (
    Group,
    Span,
    UnwritableError,
    aligned,
    as_piece,
    literal,
)


def test_brackets_stand_where_the_surroundings_bind_more_tightly(ref, at):
    a, b, c = ref(1, 2), ref(2, 3), ref(3, 4)
    assert at(a - (b - c)) == "$A$1-($A$2-$A$3)"
    assert at(a * (b + c)) == "$A$1*($A$2+$A$3)"
    assert at(a / (b * c)) == "$A$1/($A$2*$A$3)"
    assert at(-(a + b) / c) == "-($A$1+$A$2)/$A$3"
    assert float((a / (b * c)).number) == pytest.approx(2 / 12)


def test_units_cancel_and_are_written_once_where_they_do_not(ref, at):
    hours, price = ref(1, 7200, factor=3600.0), ref(2, 2.5 / 3600, factor=1 / 3600)
    assert at((hours * price).scaled(1.0)) == "$A$1*$A$2"
    days = ref(3, 86_400, factor=86_400.0)
    assert at(hours + days) == "$A$1+$A$3*24"
    assert at(days + hours) == "$A$3+$A$1/24"
    assert float((hours + days).number) == 93_600


def test_numbers_are_written_in_the_unit_of_what_they_meet(ref, at):
    hours = ref(1, 7200, factor=3600.0)
    assert at(hours + 1800.0) == "$A$1+0.5"
    assert at(1.0 - ref(2, 0.25)) == "1-$A$2"
    assert at(hours < float("inf")) == "$A$1<1E+290"
    assert literal(float("-inf")) == "-1E+300"
    assert literal(1e-12) == "1E-12"


def test_a_series_is_written_month_by_month(ref):
    found = ref(5, 1, 2, 3) * ref(1, 2)
    assert [found.at(Span(m, m)) for m in range(3)] == ["A5*$A$1", "B5*$A$1", "C5*$A$1"]
    assert found.number.tolist() == [2, 4, 6]


def test_what_is_divided_by_nothing_is_endless_and_written_so(ref, at):
    found = ref(1, 3) / ref(2, 0)
    assert at(found) == "IF($A$2=0,SIGN($A$1)*1E+300,$A$1/$A$2)"
    assert np.isinf(found.number)
    assert at(ref(1, 0) / ref(2, 0)) == "$A$1/$A$2"


def test_groups_join_member_by_member(ref, at):
    group = Group((ref(1, 1), ref(2, 2)))
    assert [at(one) for one in (group * 2.0).members] == ["$A$1*2", "$A$2*2"]
    assert [at(one) for one in (1.0 - group).members] == ["1-$A$1", "1-$A$2"]
    assert [at(one) for one in (ref(3, 3) / group).members] == ["$A$3/$A$1", "$A$3/$A$2"]
    assert [at(one) for one in (-group).members] == ["-$A$1", "-$A$2"]
    assert [at(one) for one in (ref(3, 3) >= group).members] == ["$A$3>=$A$1", "$A$3>=$A$2"]
    with pytest.raises(UnwritableError):
        group + Group((ref(4, 4),) * 3)


def test_pieces_are_aligned_to_the_first_that_has_a_unit(ref):
    number, hours = aligned(3600.0, ref(1, 7200, factor=3600.0))
    assert (number.factor, hours.factor) == (3600.0, 3600.0)
    assert as_piece(hours) is hours
