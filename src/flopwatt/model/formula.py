"""A formula: a plain function named for what it makes, with what it needs as parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeVar

from flopwatt.model.quantity import Kind, Quantity

Body = TypeVar("Body", bound=Callable[..., Any])


@dataclass(frozen=True, eq=False)  # each is one of its kind, and is looked up often
class Formula:
    """A function of quantities, with what it makes.

    Several formulas may make one quantity: the first in the file whose needs are known
    is used, instance by instance. They should agree where several can; a ``fallback`` holds
    only where those before it lack a need. One that is not ``offered`` is not told to
    people as a way to supply what is missing. What is ``decided`` is worked out of the central
    case and held while draws shake what it was decided on.
    """

    name: str
    makes: str
    entity: str
    needs: tuple[str, ...]
    body: Callable[..., Any]
    source: str
    meaning: str
    quantity: Quantity | None
    fallback: bool = False
    offered: bool = True
    decided: bool = False


def formula(
    entity: str,
    *,
    source: str,
    makes: str = "",
    fallback: bool = False,
    offered: bool = True,
    unit: str = "",
    symbol: str = "",
    **more: Any,
) -> Callable[[Body], Body]:
    """Mark a function, itself left as it is, as the formula of a quantity of ``entity``.

    ``makes`` names a quantity that another formula defines, for a second way to it. ``more`` are
    further fields of the Quantity record (key, kind, example, ...), or whether it is ``decided``.
    """
    how = {"fallback": fallback, "offered": offered, "decided": more.pop("decided", False)}
    more = {"above": None, **more} if "minimum" in more else more  # just that is allowed too

    def mark(body: Body) -> Body:
        name = body.__name__
        meaning = (inspect.getdoc(body) or "").partition("\n")[0]
        quantity = None
        if not makes:
            key, more["kind"] = more.pop("key", name), Kind(more.get("kind", Kind.NUMBER))
            quantity = Quantity(name, entity, key, unit, symbol, meaning, **more)
        body.__formula__ = Formula(  # type: ignore[attr-defined]
            name=name,
            makes=makes or name,
            entity=entity,
            needs=tuple(inspect.signature(body).parameters),
            body=body,
            source=source,
            meaning=meaning,
            quantity=quantity,
            **how,
        )
        return body

    return mark


def formulas_of(module: ModuleType) -> tuple[Formula, ...]:
    """Every formula of a module, in the order in which the file writes them."""
    marked = (getattr(member, "__formula__", None) for member in vars(module).values())
    return tuple(found for found in marked if isinstance(found, Formula))
