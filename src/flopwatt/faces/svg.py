"""Draws a chart as SVG or PNG, without a browser and without a network."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from typing import Any

from flopwatt.api import Problem

VEGA_LITE = "6.4"
NUMBERS = re.compile(r"(\d+\.\d{2})\d+")
HEAD = re.compile(r' (?:xmlns(?::xlink)?|version)="[^"]*"')


@functools.cache
def can_draw() -> bool:
    """Whether the package that draws is installed: it comes with flopwatt[report]."""
    try:
        import vl_convert  # noqa: F401
    except ImportError:
        return False
    return True


def drawing_problems() -> Iterator[Problem]:
    """That charts are left out, and what to install; nothing where they can be drawn."""
    if not can_draw():
        yield Problem(
            "not-installed",
            "charts are left out of the page, their tables are there: vl-convert-python is missing",
            allowed="pip install 'flopwatt[report]'",
            warning=True,
        )


def draw_svg(spec: Mapping[str, Any]) -> str:
    """A specification as SVG, its numbers cut to what can be seen."""
    svg: str = _drawer().vegalite_to_svg(dict(spec), vl_version=VEGA_LITE)
    return NUMBERS.sub(r"\1", svg)


def draw_inline(spec: Mapping[str, Any]) -> str:
    """The same for a place inside a page, which needs no namespaces."""
    return HEAD.sub("", draw_svg(spec))


def draw_png(spec: Mapping[str, Any], scale: float = 2.0) -> bytes:
    """A specification as PNG, at twice its size in pixels unless told otherwise."""
    png: bytes = _drawer().vegalite_to_png(dict(spec), vl_version=VEGA_LITE, scale=scale)
    return png


def _drawer() -> Any:
    import vl_convert

    return vl_convert
