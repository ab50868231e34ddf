"""Fields of the page in a browser: what is typed stays, the focus too, and ranges follow."""

import pytest

from flopwatt import api
from tests.faces.web.conftest import CHROMIUM, EXAMPLE, field, rest

pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")
pytest.importorskip("vl_convert", reason="charts need flopwatt[web]")
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
PRICE = "training.fine-tune.price"
REQUESTS = "products.assistant-app.requests"
PAUSE = 900  # milliseconds, after which what is typed has been sent


def held(page):
    """The key of the field that has the focus."""
    return page.evaluate("document.activeElement.closest('.field')?.dataset.key ?? ''")


def paused(page):
    page.wait_for_timeout(PAUSE)
    rest(page)


def told(page, key):
    return page.inner_text(f'.field[data-key="{key}"]')


def emptied(page, key):
    field(page, key).focus()
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    paused(page)


def test_an_emptied_field_stays_until_it_is_left(page):
    emptied(page, REQUESTS)
    assert held(page) == REQUESTS
    assert "goes out of the plan" in told(page, REQUESTS)
    page.keyboard.type("1M per day")
    paused(page)
    assert held(page) == REQUESTS
    assert field(page, REQUESTS).input_value() == "1M per day"
    assert "goes out of the plan" not in told(page, REQUESTS)
    assert page.locator(".field.bad").count() == 0
    emptied(page, REQUESTS)
    page.keyboard.press("Tab")  # to its own slider
    paused(page)
    assert held(page) == REQUESTS
    page.keyboard.press("Tab")
    page.wait_for_selector(f'.field[data-key="{REQUESTS}"]', state="detached")
    assert held(page)


def test_the_focus_outlives_a_slider_that_goes_and_comes(page):
    key = "training.fine-tune.gpus"
    slider = f'.field[data-key="{key}"] .slide'
    field(page, key).focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("0")
    paused(page)
    assert page.locator(slider).count() == 0
    assert held(page) == key
    page.keyboard.type("5")
    paused(page)
    assert field(page, key).input_value() == "05"
    assert page.locator(slider).count() == 1
    page.keyboard.press("Control+A")
    page.keyboard.type("0")
    page.keyboard.press("Tab")  # on to the slider, which is to go
    paused(page)
    assert held(page)


def test_what_is_typed_while_an_answer_is_under_way_stays(page):
    box = field(page, PRICE)
    box.fill("$2.5")
    page.wait_for_timeout(620)
    page.keyboard.type("0 per GPU-hour")
    page.keyboard.press("ArrowLeft")
    paused(page)
    assert box.input_value() == "$2.50 per GPU-hour"
    assert box.evaluate("box => box.selectionStart") == len("$2.50 per GPU-hour") - 1


@pytest.mark.parametrize("slides", [True, False])
def test_an_end_of_a_range_follows_and_comes_back(page, slides):
    found = {one.key: one for group in api.list_inputs(api.read_example(EXAMPLE))
             for one in group.inputs}[PRICE]  # fmt: skip
    if slides:
        page.locator(f'.field[data-key="{PRICE}"] input[type=range]').press("End")
    else:
        field(page, PRICE).fill("$9 per GPU-hour")
    paused(page)
    now = field(page, PRICE).input_value()
    assert f"high follows to {now}; it was {found.high}" in told(page, PRICE)
    assert page.locator(".field.bad").count() == 0
    field(page, PRICE).fill(found.text)
    paused(page)
    assert "follows" not in told(page, PRICE)
    assert f"{found.low} to {found.high}" in told(page, PRICE)
    page.click("#text-open")
    assert page.locator("#plan-text").input_value() == api.read_example(EXAMPLE).text
