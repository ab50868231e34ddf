"""Plans in a browser: none, one that is typed, one that is broken, and the way back."""

import pytest

from flopwatt import api
from flopwatt.faces.web.app import make_app
from tests.faces.web.conftest import (
    CHROMIUM,
    EXAMPLE,
    PATIENCE,
    PLAN,
    field,
    opened_page,
    rest,
    served,
)

pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")
pytest.importorskip("vl_convert", reason="charts need flopwatt[web]")
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
PRICE = "training.base.price"


@pytest.fixture(scope="module")
def empty_site():
    with served(make_app(count=1, seconds=120)) as url:
        yield url


@pytest.fixture
def empty(browser, empty_site):
    """The page without a plan."""
    with opened_page(browser, empty_site) as page:
        yield page


def typed(page, text):
    page.fill("#plan-text", text)
    page.wait_for_timeout(900)
    rest(page)


def test_without_a_plan_the_page_offers_examples_and_back_returns_to_them(empty):
    names = empty.locator("#examples button").all_text_contents()
    assert names == [name.replace("-", " ") for name in api.list_examples()]
    assert empty.is_hidden("#copy-link")
    empty.click("#examples >> text=two products")
    empty.wait_for_selector(".hero")
    rest(empty)
    assert empty.is_hidden("#start")
    empty.wait_for_url("**#*p=*")
    empty.go_back()
    empty.wait_for_selector("#start:not([hidden])")
    assert empty.locator("#sections > section").count() == 0
    assert empty.title() == "flopwatt"


def test_a_plan_may_be_typed_from_nothing(empty):
    empty.click("#text-open")
    typed(empty, PLAN)
    assert "chat passes its training bill" in empty.inner_text("h1:visible")
    # the text moved beside the results, and is typed on
    assert empty.evaluate("document.activeElement.id") == "plan-text"
    typed(empty, PLAN.replace("70B", "70Q"))
    assert empty.title().startswith("(1 problem)")
    assert "no unit we know" in empty.inner_text(".problems")
    typed(empty, PLAN.replace("$10k", "$20k"))
    assert not empty.title().startswith("(")


def test_numbers_of_the_last_good_plan_stay_doors(empty):
    empty.click("#text-open")
    typed(empty, PLAN)
    empty.click("#text-open")
    field(empty, PRICE).fill("cheap")
    field(empty, PRICE).press("Enter")
    empty.wait_for_selector(".field.bad")
    rest(empty)
    empty.click('#sections a[data-key="training_total"] >> nth=0')
    empty.wait_for_selector('#why[data-key="training_total"]')
    # a line of the plan leads to its field, which stood behind the explanation
    empty.evaluate(f"document.querySelector('#why a[data-place=\"{PRICE}\"]').click()")
    assert empty.evaluate("document.activeElement.closest('.field').dataset.key") == PRICE


def test_back_leaves_out_what_failed_in_a_row(empty):
    empty.click("#text-open")
    typed(empty, PLAN)
    empty.click("#text-open")
    for wrong in ("cheap", "dear"):
        field(empty, PRICE).fill(wrong)
        field(empty, PRICE).press("Enter")
        empty.wait_for_selector(f".field.bad >> text={wrong}")
        rest(empty)
    empty.go_back()
    empty.wait_for_selector(".field.bad", state="detached")
    assert field(empty, PRICE).input_value() == "$2.00 per GPU-hour"


def test_the_plan_as_it_was_opened_is_not_the_last_text(empty):
    empty.click("#text-open")
    typed(empty, PLAN)
    typed(empty, PLAN.replace("$2.00", "$3.00"))
    empty.click("#compare-open")
    empty.click("dialog >> text=As it was when I opened it")
    empty.wait_for_selector("#compare")
    assert "$2.00 per GPU-hour" in empty.inner_text("#compare")


def test_a_file_that_cannot_be_used_is_told_where_it_is_seen(page):
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.set_input_files(
        "#file", files=[{"name": "bad.yaml", "mimeType": "text/yaml", "buffer": b"models: [1"}]
    )
    page.wait_for_selector(".problems .err")
    rest(page)
    assert page.evaluate("document.activeElement.className") == "problems"
    top = page.evaluate("document.querySelector('.problems').getBoundingClientRect().top")
    assert 93 <= top < 768  # under the bar, and in the window
    # the name is that of the file, and what stands beside it is of another
    assert page.inner_text("#plan-name") == "bad.yaml"
    assert page.inner_text("#plan-state") == f"results are of the last good plan: {EXAMPLE}.yaml"
    assert page.inner_text("h1:visible") == api.run(api.read_example(EXAMPLE)).report.answer


def test_a_plan_that_is_refused_whole_is_told_among_the_problems(browser, site):
    page = browser.new_page()  # whose console says that it was refused
    page.set_default_timeout(PATIENCE)
    page.goto(site)
    rest(page)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    long = {"name": "long.yaml", "mimeType": "text/yaml", "buffer": b"# " + b"x" * 1_100_000}
    page.set_input_files("#file", files=[long])
    page.wait_for_selector(".problems .err")
    rest(page)
    assert page.evaluate("document.activeElement.className") == "problems"
    assert page.inner_text("h1:visible") == api.run(api.read_example(EXAMPLE)).report.answer
    page.close()


def test_escape_closes_the_plan_as_text(page):
    page.click("#text-open")
    assert page.evaluate("document.activeElement.id") == "plan-text"
    page.keyboard.press("Escape")
    assert page.locator("#plan-text").count() == 0
    assert page.evaluate("document.activeElement.id") == "text-open"
    assert page.locator(".field").count() > 5
