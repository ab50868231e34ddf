"""What the tests of reading share: both YAML parsers, and what is asked of every refusal."""

import pytest
import yaml

from flopwatt.problems import PlanError
from flopwatt.reader import Sequence, Table, walk

PARSERS = [yaml.SafeLoader, getattr(yaml, "CSafeLoader", yaml.SafeLoader)]


@pytest.fixture(scope="session")
def parsers():
    return PARSERS


@pytest.fixture(params=PARSERS, ids=lambda parser: parser.__name__)
def parser(request, monkeypatch):
    """Both YAML parsers must tell the user the same."""
    monkeypatch.setattr(walk, "LOADER", request.param)


@pytest.fixture(scope="session")
def refusals():
    return _refusals


@pytest.fixture(scope="session")
def refusal():
    return _refusal


@pytest.fixture(scope="session")
def flat():
    return _flat


def _refusals(read, *args):
    """The problems for which a reading is refused."""
    with pytest.raises(PlanError) as caught:
        read(*args)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    return caught.value.problems


def _refusal(read, *args):
    """The one problem for which a reading is refused."""
    problems = _refusals(read, *args)
    assert len(problems) == 1, problems
    assert "yaml" not in problems[0].message.replace("YAML", "")
    return problems[0]


def _flat(node):
    """A node as plain dicts and lists of text."""
    if isinstance(node, Table):
        return {entry.key.text: _flat(entry.node) for entry in node.entries}
    if isinstance(node, Sequence):
        return [_flat(item) for item in node.items]
    return node.text
