"""How the HTML page looks and what little it does: one style, one script, nothing from outside."""

from __future__ import annotations

import functools
from importlib import resources

from flopwatt.report import BAND, TOKENS

SCRIPT = """
function show() { const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!found) return; const fold = found.closest("details"); if (fold) fold.open = true;
  found.scrollIntoView(); }
addEventListener("hashchange", show); show();
addEventListener("beforeprint", () => {
  for (const each of document.querySelectorAll("details")) each.open = true; });
"""


@functools.cache
def page_style() -> str:
    """The style sheet, the colours of both themes before it."""
    sheet = resources.files("flopwatt.faces").joinpath("report.css").read_text(encoding="utf-8")
    return f"{color_style()}\n{sheet}"


@functools.cache
def color_style() -> str:
    """The colours of both themes as variables; paper has those of the light one."""
    light, dark = (f":root {{ {_tokens(theme)} }}" for theme in ("light", "dark"))
    return f"{light}\n@media (prefers-color-scheme: dark) {{ {dark} }}\n@media print {{ {light} }}"


def _tokens(theme: str) -> str:
    """The colours of a theme as variables of the style sheet."""
    colors = " ".join(f"--{name}: {color};" for name, color in TOKENS[theme].items())
    return f"{colors} --band: {BAND[theme]};"
