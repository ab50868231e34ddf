"""The page in a real browser: every section, every door, sliders, links, and what it never does."""

import re
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

from flopwatt import api
from tests.faces.web.conftest import CHROMIUM, EXAMPLE, PATIENCE, field, rest

pytest.importorskip("playwright.sync_api", reason="playwright drives the browser")
pytest.importorskip("vl_convert", reason="charts need flopwatt[web]")

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="chromium is not installed")
PRICE = "training.fine-tune.price"
MOVE = """async ([key, steps]) => {
  const slider = document.querySelector(`.field[data-key="${key}"] input[type=range]`);
  performance.clearMeasures();
  for (let step = 1; step <= steps; step += 1) {
    slider.value = Number(slider.value) + 1;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((done) => setTimeout(done, 100));
  }
  await new Promise((done) => setTimeout(done, 1000));
  return performance.getEntriesByName("slider to redraw").map((one) => one.duration);
}"""


def test_every_section_of_the_report_is_on_the_page(page):
    report = api.run(api.read_example(EXAMPLE)).report
    # a number does not part from its unit
    assert page.inner_text("h1:visible").replace("\xa0", " ") == report.answer
    for section in report.sections:
        row = page.locator(f"#s-{section.id}")
        row.scroll_into_view_if_needed()
        shown = row.inner_text().replace("\xa0", " ")
        assert section.title in shown
        for table in section.tables:
            if not table.folded:
                for cell in (cell for line in table.rows for cell in line):
                    assert cell.text in row.text_content()
        assert row.locator("figure svg").count() == len(section.charts)


def test_every_number_opens_its_explanation(page):
    doors = page.eval_on_selector_all(
        "#main a[data-key]", "all => [...new Set(all.map((one) => one.dataset.key))]"
    )
    assert len(doors) > 40
    report = api.run(api.read_example(EXAMPLE)).report
    assert all(report.known(key) for key in doors)
    for key in doors[:: len(doors) // 8]:
        page.evaluate("key => document.querySelector(`#main a[data-key='${key}']`).click()", key)
        page.wait_for_selector(f'#why[data-key="{key}"]')
        told = page.inner_text("#why")
        assert report.explain(key).meaning in told
    page.keyboard.press("Escape")
    assert page.locator("#why").is_hidden()


def test_the_next_number_down_is_a_door_too_and_back_returns(page):
    page.click(f'#sections a[data-key="{PRICE.replace("price", "cost")}"] >> nth=0')
    page.click(f'#why a[data-key="{PRICE}"] >> nth=0')
    page.wait_for_selector(f'#why[data-key="{PRICE}"]')
    page.go_back()
    page.wait_for_selector(f'#why[data-key="{PRICE.replace("price", "cost")}"]')


def test_a_slider_moves_the_answer_while_it_moves(page):
    before = page.text_content(".hero .cards")
    times = page.evaluate(MOVE, [PRICE, 12])
    assert times
    rest(page)
    assert page.text_content(".hero .cards") != before
    assert field(page, PRICE).input_value() != "$2.35 per GPU-hour"
    print(f"slider to redraw: median {statistics.median(times):.0f} ms of {len(times)}")


def test_a_value_is_typed_and_the_link_holds_it(page, browser):
    field(page, PRICE).fill("$2.50 per GPU-hour")
    field(page, PRICE).press("Enter")
    page.wait_for_url(re.compile("#.*p="))
    rest(page)
    answer, url = page.inner_text("h1:visible"), page.url
    other = browser.new_page()
    other.set_default_timeout(PATIENCE)
    other.goto(url)
    rest(other)
    assert other.inner_text("h1:visible") == answer
    assert field(other, PRICE).input_value() == "$2.50 per GPU-hour"
    other.close()


def test_a_mistake_stands_beside_its_field_and_blanks_nothing(page):
    answer = page.inner_text("h1:visible")
    launch = "products.assistant-app.launch"
    field(page, launch).fill("03/04/2026")
    field(page, launch).press("Enter")
    page.wait_for_selector(f'.field.bad[data-key="{launch}"]')
    text = api.edit_plan(api.read_example(EXAMPLE), {launch: "03/04/2026"})
    (problem,) = api.check(text)
    told = page.inner_text(f'.field[data-key="{launch}"]')
    assert problem.message in told
    assert problem.allowed in told
    assert f"start-up.yaml:{problem.place.line}" in told
    assert field(page, launch).get_attribute("aria-invalid") == "true"
    assert page.title().startswith("(1 problem)")
    assert page.inner_text("h1:visible") == answer


def test_the_text_and_the_fields_are_one_plan(page):
    page.click("#text-open")
    area = page.locator("#plan-text")
    assert area.input_value() == api.read_example(EXAMPLE).text
    area.fill(area.input_value().replace("$2.35", "$2.60"))
    page.wait_for_timeout(900)
    rest(page)
    page.click("#text-open")
    assert field(page, PRICE).input_value() == "$2.60 per GPU-hour"


def test_two_plans_stand_side_by_side(page):
    field(page, PRICE).fill("$2.10 per GPU-hour")
    field(page, PRICE).press("Enter")
    rest(page)
    page.click("#compare-open")
    page.click("dialog >> text=As it was when I opened it")
    page.wait_for_selector("#compare")
    shown = page.inner_text("#compare")
    assert "1 thing differently" in shown
    assert "$2.35 per GPU-hour" in shown


@pytest.mark.parametrize(
    ("what", "kind"), [("Plan", "yaml"), ("Results", "json"), ("Report", "html")]
)
def test_files_are_saved(page, what, kind):
    page.click("#download summary")
    with page.expect_download() as saved:
        page.click(f"#download-list >> text={what}")
    assert saved.value.suggested_filename == f"start-up.{kind}"
    assert saved.value.path().stat().st_size > 1000


def test_keys_walk_the_page(page):
    page.keyboard.press("3")
    third = page.locator("#sections > section").nth(2).get_attribute("id")
    assert page.evaluate("document.activeElement.id") == third
    page.keyboard.press("?")
    assert page.locator("dialog[open]").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    page.keyboard.press("e")
    assert page.evaluate("document.activeElement.closest('.say') !== null")


@pytest.mark.parametrize(
    ("width", "theme"), [(390, "light"), (390, "dark"), (1024, "light"), (1600, "dark")]
)
def test_a_screen_reader_and_an_eye_can_use_it(browser, site, width, theme):
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe looks for what bars"
    )
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=theme, bypass_csp=True
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(site)
    rest(page)
    for opened in (False, True):
        if opened:
            page.click('#sections a[data-key="training_total"] >> nth=0')
            page.wait_for_selector("#why:not([hidden])")
        found = axe.Axe().run(page).response["violations"]
        serious = [one for one in found if one["impact"] in ("serious", "critical")]
        assert [(one["id"], one["nodes"][0]["html"][:200]) for one in serious] == []
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0
    context.close()


def test_the_command_opens_the_page(tmp_path):
    plan = tmp_path / "plan.yaml"
    plan.write_text(api.init_plan())
    words = [sys.executable, "-m", "flopwatt", "web", str(plan), "--port", "0", "--no-browser"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as command:
        try:
            line = command.stderr.readline()
            assert re.match(r"flopwatt web: http://127\.0\.0\.1:\d+/", line)
        finally:
            command.terminate()
    assert Path(plan).exists()
