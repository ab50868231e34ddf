"""What the tests of reading models share."""

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.read import read_architecture
from flopwatt.problems import PlanError


@pytest.fixture(scope="session")
def refused():
    return _refused


def _refused(config):
    """The problems for which a config is refused."""
    with pytest.raises(PlanError) as caught:
        read_architecture(open_config(config))
    return caught.value.problems
