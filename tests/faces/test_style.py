import re

from flopwatt.faces.style import SCRIPT, STYLE


def test_every_colour_is_a_token_of_both_themes_and_every_token_exists():
    light, dark = re.findall(r":root \{([^}]*)\}", STYLE)
    names = [set(re.findall(r"(--[\w]+):", theme)) for theme in (light, dark)]
    assert names[0] == names[1]
    used = set(re.findall(r"var\((--[\w]+)", STYLE)) - {"--depth"}
    assert used <= names[0]
    rest = STYLE.replace(light, "").replace(dark, "")
    assert not re.search(r"#[0-9A-Fa-f]{3,6}\b", rest)


def test_style_and_script_can_stand_inside_a_page():
    assert "</" not in STYLE + SCRIPT
    assert STYLE.count("{") == STYLE.count("}")
