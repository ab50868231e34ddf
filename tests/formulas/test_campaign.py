"""What a run costs by each way of buying, each formula called as the plain function it is."""

import numpy as np

from flopwatt.formulas import campaign


def test_a_bill_is_hours_times_price():
    ways = (campaign.cost_on_demand, campaign.cost_reserved_1y, campaign.cost_reserved_3y,
            campaign.cost_in_blocks)  # fmt: skip
    assert [way(1000, price) for way, price in zip(ways, (4, 2.5, 1.5, 3), strict=True)] == [
        4000, 2500, 1500, 3000,
    ]  # fmt: skip


def test_blocks_of_capacity():
    """3,072 machines are 48 blocks of 64 and one more 49; 200 days are two of 182."""
    found = campaign.blocks(np.array([3072.0, 3073.0]), 64)
    assert found.tolist() == [48, 49]
    assert campaign.block_turns(np.array([182.0, 200.0]), 182).tolist() == [1, 2]
