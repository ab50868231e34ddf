"""Cards that engines treat as small, whatever their memory."""

import pytest

from flopwatt.model.value import Rank
from flopwatt.studies.small_cards import BEYOND, small_card


@pytest.mark.parametrize("name", ["A100 SXM4 80GB", "A100 PCIe 40GB"])
def test_the_a100_counts_as_small(name):
    (leaf,) = small_card(name, "chat")
    assert (leaf.quantity, leaf.instance, leaf.value) == ("vllm_large_card", "chat", BEYOND)
    assert (leaf.rank, leaf.origin.kind) == (Rank.CATALOG, "catalog")
    assert leaf.origin.detail.startswith(name)


@pytest.mark.parametrize("name", ["H100 SXM5 80GB", "A800 SXM4 80GB", "L40S", "A10G", ""])
def test_others_go_by_their_memory(name):
    assert not list(small_card(name))
