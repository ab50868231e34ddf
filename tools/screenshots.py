"""Pictures of the live page to look at: each example, width and theme, whole and first screen.

python tools/screenshots.py FOLDER [EXAMPLE ...] [--print]
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import Browser, sync_playwright

from flopwatt import api
from flopwatt.faces.web.app import make_app
from flopwatt.faces.web.server import open_socket

SCREENS = {390: 844, 1024: 768, 1600: 1000}
EXAMPLES = ("start-up", "two-products", "campus-with-work", "mix-of-offers")
PATIENCE = 120_000  # milliseconds
STEP = 500  # pixels, by which a page is walked so that all its charts are drawn
UNROLLED = """() => {
  document.querySelector('.top').style.position = 'relative'; // holds what is placed in it
  for (const one of document.querySelectorAll('.say')) {
    Object.assign(one.style, {position: 'static', maxHeight: 'none'});
  }
}"""


@contextlib.contextmanager
def serve(example: str) -> Iterator[str]:
    """The page with an example, by its address."""
    found = open_socket("127.0.0.1", 0)
    app = make_app(api.read_example(example), count=1, seconds=PATIENCE / 1000)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [found]})
    thread.start()
    while not server.started:
        time.sleep(0.05)
    try:
        yield f"http://127.0.0.1:{found.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def open_page(browser: Browser, url: str, width: int, theme: Any) -> Any:
    """The page at rest, with every chart drawn."""
    screen: Any = {"width": width, "height": SCREENS[width]}
    page = browser.new_context(viewport=screen, color_scheme=theme).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(url)
    page.wait_for_selector("body.ready")
    page.wait_for_selector("#progress[hidden]", state="attached")
    for place in range(0, page.evaluate("document.documentElement.scrollHeight"), STEP):
        page.evaluate(f"scrollTo(0, {place})")
        page.wait_for_timeout(60)
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(300)
    return page


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("examples", nargs="*", default=EXAMPLES)
    parser.add_argument("--print", action="store_true", help="the printed page too, as PDF")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    path = os.environ.get("FLOPWATT_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for example in asked.examples:
            with serve(example) as url:
                take_all(browser, url, asked.folder / example, printed=asked.print)
        browser.close()


def take_all(browser: Browser, url: str, stem: Path, *, printed: bool) -> None:
    """The first screen and the whole page at each width in each theme."""
    for width in SCREENS:
        for theme in ("light", "dark"):
            page = open_page(browser, url, width, theme)
            page.screenshot(path=f"{stem}-{width}-{theme}-first.png")
            page.evaluate(UNROLLED)
            page.screenshot(path=f"{stem}-{width}-{theme}.png", full_page=True)
            if printed and (width, theme) == (1024, "light"):
                page.pdf(path=f"{stem}.pdf", format="A4")
            page.context.close()


if __name__ == "__main__":
    main()
