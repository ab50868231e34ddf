"""Expense formulas: bills fall in the month of their day, and shares follow."""

import numpy as np
import pytest

from flopwatt.formulas import expense

DAY = 86_400.0


def months(*days: float):
    return np.array(days).reshape(1, -1, 1, 1) * DAY


def members(*numbers: float):
    return np.array(numbers).reshape(-1, 1, 1, 1, 1)


BILLS = members(100, 40, 7)
DUE = members(-5 * DAY, 0, 31 * DAY)  # before the plan, on its first day, on the first of month 2


def test_a_bill_is_booked_in_the_month_of_its_day():
    start, end = months(0, 31), months(31, 59)
    assert expense.training_spend(BILLS, DUE, start, end).ravel().tolist() == [40, 7]


def test_cumulative_training_counts_bills_before_the_plan():
    end = months(31, 59)
    cumulative = expense.cumulative_training_spend(BILLS, DUE, end)
    assert cumulative.ravel().tolist() == [140, 147]
    assert expense.training_total(cumulative).item() == 147


def test_products_add_up():
    spend = np.array([[1.0, 2.0], [10.0, 20.0]]).reshape(2, 1, 2, 1, 1)
    assert expense.inference_spend(spend).ravel().tolist() == [11, 22]
    cumulative = expense.cumulative_inference_spend(spend)
    assert expense.inference_total(cumulative).item() == 22


def test_share_of_inference():
    assert expense.inference_share(3.0, 1.0) == 0.75
    assert expense.inference_share_by_month(months(3), months(1)).item() == pytest.approx(0.75)


def test_training_is_capital_and_inference_operating():
    assert expense.capital_expense(5.0, 2.0) == 7.0
    assert expense.operating_expense(6.0, members(1.5, 0.5)).item() == 4.0
    assert expense.amortised_expense(3.0, 1.0) == 4.0


def test_a_bill_is_amortised_evenly_over_its_life():
    start, end = months(0, 31, 59), months(31, 59, 90)
    bills, due = members(40, 60), members(0, 45 * DAY)
    life = members(40 * DAY, 100 * DAY)
    spread = expense.training_amortised(bills, due, life, start, end).ravel()
    assert spread.tolist() == pytest.approx([31, 9 + 14 * 0.6, 31 * 0.6])
