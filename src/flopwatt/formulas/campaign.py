"""A training campaign: what its hours cost by each way of buying them."""

from flopwatt.model import formula, rounded_up


@formula("run", key="on_demand.cost", unit="USD", symbol="$_d", source="identity", written=False)
def cost_on_demand(accelerator_hours, price_on_demand):
    """The bill of the run at the price without commitment."""
    return accelerator_hours * price_on_demand


@formula("run", key="reserved_1y.cost", unit="USD", symbol="$_1", source="convention#campaign",
         written=False)  # fmt: skip
def cost_reserved_1y(accelerator_hours, price_reserved_1y):
    """The bill of the run's own hours at the price of a term of one year."""
    return accelerator_hours * price_reserved_1y


@formula("run", key="reserved_3y.cost", unit="USD", symbol="$_3", source="convention#campaign",
         written=False)  # fmt: skip
def cost_reserved_3y(accelerator_hours, price_reserved_3y):
    """The bill of the run's own hours at the price of a term of three years."""
    return accelerator_hours * price_reserved_3y


@formula("run", key="block.cost", unit="USD", symbol="$_b", source="identity", written=False)
def cost_in_blocks(accelerator_hours, price_block):
    """The bill of the run in blocks of capacity."""
    return accelerator_hours * price_block


@formula("run", key="block.blocks", unit="1", symbol="k_b", source="identity", written=False)
def blocks(machines, block_machines):
    """Blocks of capacity that the machines of the run take at once."""
    return rounded_up(machines / block_machines)


@formula("run", key="block.turns", unit="1", symbol="k_t", source="identity", written=False)
def block_turns(training_duration, block_longest):
    """Blocks of capacity one after another that the time of the run takes."""
    return rounded_up(training_duration / block_longest)


@formula("run", unit="FLOP", symbol="C_u", source="identity", written=False)
def useful_flops(useful_hours, achieved_flops):
    """Arithmetic of the steps that count, all that the hours of the run come to."""
    return useful_hours * achieved_flops
