"""The script that draws charts: made once by vl-convert, kept on disk for each of its versions.

Nothing is fetched: the package carries Vega itself.
"""

from __future__ import annotations

import importlib.metadata
import os
import sys
import tempfile
from pathlib import Path

PACKAGE = "vl-convert-python"
SNIPPET = "window.vegaEmbed = vegaEmbed; window.vega = vega;"


def bundle_script() -> bytes | None:
    """The script, from the cache or made now; None where vl-convert is not installed."""
    try:
        version = importlib.metadata.version(PACKAGE)
    except importlib.metadata.PackageNotFoundError:
        return None
    path = cache_folder() / f"vega-{version}.js"
    if path.is_file():
        return path.read_bytes()
    script = make_bundle().encode()
    _keep(path, script)
    return script


def make_bundle() -> str:
    """Vega, Vega-Lite and the little that puts a chart into a page, as one script."""
    import vl_convert

    made: str = vl_convert.javascript_bundle(SNIPPET)
    return made


def cache_folder() -> Path:
    """Where files that can be made again are kept for this user."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or tempfile.gettempdir()
    else:
        base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "flopwatt"


def _keep(path: Path, script: bytes) -> None:
    """Keep the script, whole or not at all; it can be made again where it cannot be kept."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(script)
        part.replace(path)
    except OSError:
        return
