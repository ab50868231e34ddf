import re
from pathlib import Path

from flopwatt.faces import web
from flopwatt.faces.style import SCRIPT, color_style, page_style
from flopwatt.report import TOKENS

STYLE = page_style()


def test_every_colour_is_a_token_of_both_themes_and_every_token_exists():
    light, dark, printed = re.findall(r":root \{ (--page[^}]*)\}", STYLE)
    names = [set(re.findall(r"(--[\w-]+):", theme)) for theme in (light, dark)]
    assert names[0] == names[1]
    assert printed == light
    used = set(re.findall(r"var\((--[\w-]+)", STYLE))
    assert used - names[0] == {"--depth", "--margin", "--gap", "--said"}
    rest = STYLE.replace(light, "").replace(dark, "")
    assert not re.search(r"#[0-9A-Fa-f]{3,6}\b", rest)


def test_the_live_page_has_every_colour_that_it_and_its_charts_use():
    static = Path(web.__file__).with_name("static")
    sheets = "".join(path.read_text(encoding="utf-8") for path in static.glob("*.css"))
    own = set(re.findall(r"(--[\w-]+):", sheets + color_style()))
    used = set(re.findall(r"var\((--[\w-]+)", sheets + "".join(TOKENS["page"].values())))
    assert used - own == {"--a", "--b", "--depth"}  # which its scripts set


def test_style_and_script_can_stand_inside_a_page():
    assert "</" not in STYLE + SCRIPT
    assert STYLE.count("{") == STYLE.count("}")


def test_no_text_is_smaller_than_can_be_read_on_a_screen():
    screen = STYLE[: STYLE.rindex("@media print")]
    sizes = [float(size) for size in re.findall(r"font(?:-size)?: ([\d.]+)px", screen)]
    assert min(sizes) >= 12
