"""Parts of the page in a browser: charts that are walked, their files, a phone's menu."""

import pytest

from flopwatt import api
from flopwatt.faces.web.app import make_app
from tests.faces.web.conftest import CHROMIUM, EXAMPLE, PATIENCE, opened_page, rest, served

pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")
pytest.importorskip("vl_convert", reason="charts need flopwatt[web]")
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
CHART = "[data-chart=crossover]"
WIDER = """() => [...document.querySelectorAll("table")]
  .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth)
  .map((one) => one.closest("[data-block]")?.dataset.block)"""


@pytest.fixture
def phone(browser, site):
    context = browser.new_context(viewport={"width": 390, "height": 844}, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(site)
    rest(page)
    yield page
    context.close()


def walked(page, *keys):
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_timeout(120)
    point = page.inner_text(f"{CHART} .point")
    assert page.text_content("#live") == point
    return point


def test_arrows_walk_a_chart_and_a_live_line_says_each_point(page):
    page.focus(f"{CHART} .chart")
    rows = page.eval_on_selector_all(
        f"{CHART} .behind tbody tr",
        "all => all.map((row) => [...row.cells].map((cell) => cell.firstChild.textContent))",
    )
    heads = [
        text.strip("■● ") for text in page.locator(f"{CHART} .behind thead th").all_text_contents()
    ]
    assert walked(page, "ArrowRight").startswith(f"{rows[0][0]}, {heads[1]}: {rows[0][1]}")
    point = walked(page, "ArrowRight", "ArrowDown")
    assert point.startswith(f"{rows[1][0]}, {heads[2]}: {rows[1][2]}")
    assert walked(page, "End").startswith(f"{rows[-1][0]}, {heads[2]}: {rows[-1][2]}")
    assert walked(page, "ArrowUp", "Home").startswith(f"{rows[0][0]}, {heads[1]}: {rows[0][1]}")


def test_enter_explains_a_point_and_escape_returns_to_the_chart(page):
    page.focus(f"{CHART} .chart")
    walked(page, "End")
    page.keyboard.press("Enter")
    page.wait_for_selector("#why:not([hidden])")
    door = page.get_attribute(f"{CHART} .behind tbody tr:last-child td a", "data-key")
    assert page.get_attribute("#why", "data-key") == door
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.classList.contains('chart')")


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("CSV", "start-up-spend-so-far.csv"),
        ("SVG", "start-up-crossover.svg"),
        ("PNG", "start-up-crossover.png"),
    ],
)
def test_the_foot_of_a_chart_has_its_files(page, label, name):
    page.focus(f"{CHART} .chart")
    walked(page, "ArrowRight")  # what it says must not move the line away from the pointer
    with page.expect_download() as saved:
        page.click(f"{CHART} .foot >> text={label}")
    assert saved.value.suggested_filename == name
    assert saved.value.path().stat().st_size > 500


def test_on_a_phone_one_menu_holds_what_the_bar_has_no_room_for(phone):
    assert phone.is_visible("#copy-link")
    for name in ("#compare-open", "#text-open", "#download"):
        assert phone.is_hidden(name)
    phone.click("#more summary")
    for text in ("Compare", "Plan as text", "Plan (YAML)", "Workbook (xlsx)", "Keys"):
        assert phone.is_visible(f"#more-list >> text={text}")
    with phone.expect_download() as saved:
        phone.click("#more-list >> text=Results (JSON)")
    assert saved.value.suggested_filename == "start-up.json"
    assert phone.is_hidden("#more-list")
    phone.click("#more summary")
    phone.keyboard.press("Escape")
    assert phone.is_hidden("#more-list")


def test_on_a_phone_the_inputs_are_one_line_until_they_are_edited(phone):
    assert "2.35 per GPU-hour" in phone.inner_text(".hero .recipe")
    assert phone.locator(".hero .field:visible").count() == 0
    phone.click(".hero .recipe button")
    assert phone.locator(".hero .field:visible").count() > 5


def test_an_explanation_says_what_moves_a_number_and_what_uses_it(page):
    page.click('#sections a[data-key="training.fine-tune.cost"] >> nth=0')
    page.wait_for_selector('#why[data-key="training.fine-tune.cost"]')
    told = page.inner_text("#why")
    assert "Moved by" in told
    assert "% of its spread" in told
    page.click('#why .near a[data-key="training.fine-tune.tokens"]')
    page.wait_for_selector('#why[data-key="training.fine-tune.tokens"]')
    assert "Used by" in page.inner_text("#why")


def test_paper_shows_every_chart_and_every_input(page):
    report = api.run(api.read_example(EXAMPLE)).report
    page.wait_for_function("[...document.querySelectorAll('figure')].every((one) => !one.todo)")
    assert page.locator("figure svg").count() == sum(len(s.charts) for s in report.sections)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.locator(".field .box:visible").count() == page.locator(".field .box").count()
    assert page.locator(":is(.nav, .foot, .acts, .adder):visible").count() == 0
    page.evaluate("dispatchEvent(new Event('afterprint'))")


def test_a_long_table_is_cut_until_all_of_it_is_asked_for(browser, site):
    plan = api.read_example("mix-of-offers").text
    with opened_page(browser, site) as page:
        page.set_input_files(
            "#file", files=[{"name": "a.yaml", "mimeType": "text/yaml", "buffer": plan.encode()}]
        )
        page.wait_for_selector("#s-assumptions .cut")
        rest(page)
        rows = page.locator("#s-assumptions .block tbody tr")
        assert rows.locator("visible=true").count() < rows.count()
        page.click("#s-assumptions .cut >> text=Show all rows")
        assert rows.locator("visible=true").count() == rows.count()


def test_the_menu_leads_to_every_section_and_the_link_to_the_one_that_was_read(page):
    names = page.eval_on_selector_all("#menu a", "all => all.map((one) => one.dataset.at)")
    assert len(names) > 3
    for name in [*names[1:], names[0]]:
        page.click(f"#menu a[data-at='{name}']")
        page.wait_for_timeout(100)
        box = page.locator(f"#s-{name}").bounding_box()
        assert box["y"] < 400
        assert box["y"] + box["height"] > 0
        assert page.evaluate("document.activeElement.dataset.section") == name
    assert page.locator("#sections > section").count() == len(names)
    page.click(f"#menu a[data-at='{names[2]}']")
    page.wait_for_selector(f"#menu a[data-at='{names[2]}'][aria-current]")
    number = page.locator(f"#s-{names[2]} a[data-key]").first
    height = number.bounding_box()["y"]
    number.click()
    page.wait_for_selector("#why:not([hidden])")
    page.wait_for_timeout(300)
    assert number.bounding_box()["y"] == pytest.approx(height, abs=2)
    assert f"at={names[2]}" in page.url
    page.reload()
    rest(page)
    page.wait_for_selector(f"#menu a[data-at='{names[2]}'][aria-current]")
    page.evaluate("document.querySelector('.skip').click()")
    assert page.evaluate("document.activeElement.id") == "main"


def test_a_chart_is_as_wide_as_its_column_from_the_first(browser, site):
    context = browser.new_context(viewport={"width": 1700, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(site)
    rest(page)
    page.wait_for_selector(f"{CHART} svg")
    column = page.evaluate("document.querySelector('#sections .see').clientWidth")
    drawn = page.locator(f"{CHART} svg").bounding_box()["width"]
    context.close()
    assert drawn == pytest.approx(column, abs=2)


def test_no_table_of_a_large_plan_is_wider_than_a_phone(browser):
    app = make_app(api.read_example("campus-with-work"), count=1, seconds=PATIENCE / 1000)
    with served(app) as url:
        page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(url)
        rest(page)
        assert page.locator("table:visible").count() > 30
        assert page.evaluate(WIDER) == []
        page.context.close()
