import pytest

from flopwatt.report.charts_spend import find_spending
from flopwatt.report.charts_text import crossover_text


def test_the_worked_example(example):
    lines = crossover_text(find_spending(example("two-products")))
    assert max(map(len, lines)) <= 80
    assert lines[0].endswith("* consumer-app $2.97M") or "consumer-app" in lines[0]
    (crossing,) = [line for line in lines if "X" in line]
    assert crossing.startswith("-" * 24 + "X")  # day 194 of 396
    assert crossing.rstrip().endswith("- training $1.46M")
    assert lines[-1].split() == ["Jan", "2026", "14", "Jul", "2026", "Jan", "2027"]
    assert any(line.endswith("internal-tool never") for line in lines)
    assert all(line.isascii() for line in lines)


@pytest.mark.parametrize("name", ["start-up", "mix-of-offers", "deepseek-day"])
def test_every_example_fits(example, name):
    lines = crossover_text(find_spending(example(name)))
    assert max(map(len, lines)) <= 80
    assert sum("X" in line for line in lines) >= 1


@pytest.mark.parametrize("name", ["never", "already", "shrinking", "nothing spent"])
def test_what_does_not_cross_is_drawn_too(outcome, name):
    lines = crossover_text(find_spending(outcome(name)))
    assert not any("X" in line for line in lines)
    assert lines[-1].startswith("Jan 2026")
