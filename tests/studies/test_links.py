"""How many GPUs links join, and where a stated rate holds between all."""

import pytest

from flopwatt.model.value import Leaf, Origin, Rank
from flopwatt.studies.links import joined, links_leaf


@pytest.mark.parametrize(
    ("name", "gpus"), [("H100 SXM5 80GB", 8), ("GB200", 72), ("L40S", 8), ("H200 NVL", 4)]
)
def test_links_join_a_machine_or_a_rack(name, gpus):
    assert joined(name) == gpus


def test_a_rate_that_is_stated_holds_between_all():
    def link(kind):
        return Leaf("fit_link", "chat", 5e10, Rank.GIVEN, Origin(kind))

    (leaf,) = links_leaf("GB200", [link("catalog")], "chat")
    assert (leaf.quantity, leaf.instance, leaf.value) == ("links_joined", "chat", 72)
    assert not list(links_leaf("GB200", [link("given")], "chat"))
