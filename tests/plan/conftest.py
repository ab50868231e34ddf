"""What the tests of plans share: a plan's text read, or the problems for which it is refused."""

import pytest

from flopwatt.model.value import Rank
from flopwatt.plan import read_plan
from flopwatt.plan.layers import Layer
from flopwatt.problems import PlanError
from flopwatt.reader import read_text
from flopwatt.studies.run import load_vocabulary

TEXT = """\
start: 2026-01-01
models:
  m: {params: 70B}
training:
  base: {cost: $1M}
products:
  chat: {cost_per_day: $10k}
"""


@pytest.fixture
def text() -> str:
    """A plan with one model, run and product on lines 3, 5 and 7."""
    return TEXT


@pytest.fixture
def read():
    return _read


@pytest.fixture
def refused():
    return _refused


@pytest.fixture
def given():
    return _given


def _read(text):
    return read_plan([Layer(read_text(text, "plan.yaml"), Rank.GIVEN)], load_vocabulary())


def _refused(text):
    """The problems for which a plan is refused."""
    with pytest.raises(PlanError) as caught:
        _read(text)
    return caught.value.problems


def _given(text):
    """The values a plan gives, by quantity and instance, months left out."""
    leaves = _read(text).leaves
    return {(x.quantity, x.instance): x for x in leaves if not x.quantity.startswith("month_")}
