"""Models from their config: what layers they have, what these weigh, cost and keep."""
