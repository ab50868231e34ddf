"""Plans: what may be written where, and a file's text turned into given values."""

from flopwatt.plan.layers import PlanSource, PlanText, read_layers
from flopwatt.plan.read import Plan, in_file_order, read_plan

__all__ = ["Plan", "PlanSource", "PlanText", "in_file_order", "read_layers", "read_plan"]
