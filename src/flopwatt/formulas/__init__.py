"""The domain: arithmetic only, one subject per file.

A formula's name is the quantity it makes; its parameters are the quantities it needs.
"""

from __future__ import annotations

import importlib
import pkgutil

from flopwatt.model.formula import Formula, formulas_of


def load_formulas() -> tuple[Formula, ...]:
    """Every formula of every subject."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    modules = (importlib.import_module(f"{__name__}.{name}") for name in names)
    return tuple(formula for module in modules for formula in formulas_of(module))
