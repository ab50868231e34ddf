import pytest
from rich.cells import cell_len

from flopwatt.faces.cli.terminal import fold, make_console, print_table
from flopwatt.report import Cell, Table


@pytest.fixture
def shown(monkeypatch, capsys):
    """The lines of a table on a terminal of some width."""

    def make(columns, rows, width=80, words=()):
        monkeypatch.setenv("COLUMNS", str(width))
        cells = [tuple(c if isinstance(c, Cell) else Cell(c) for c in row) for row in rows]
        print_table(make_console(), Table("t", "T", columns, tuple(cells), words=words), cells)
        return capsys.readouterr().out.splitlines()

    return make


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("flops_per_param_token", 18, ["flops_per_param_", "token"]),
        ("aiconfigurator-systems, 2026-08", 16, ["aiconfigurator-", "systems, 2026-08"]),
        ("products.internal-tool.cost", 12, ["products.", "internal-", "tool.cost"]),
        ("a bb ccc", 4, ["a bb", "ccc"]),
        ("x" * 30, 12, ["x" * 12, "x" * 12, "x" * 6]),
        ("模型模型模型模型", 12, ["模型模型模型", "模型"]),
        ("", 12, [""]),
    ],
)
def test_texts_fold_between_words_and_names_behind_their_joints(text, width, lines):
    assert fold(text, width) == lines
    assert all(cell_len(line) <= width for line in lines)


@pytest.mark.parametrize(("width", "used"), [(0, 80), (1, 20), (20, 20), (100, 100), ("x", 80)])
def test_a_width_that_cannot_be_used_is_none(monkeypatch, width, used):
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr("os.get_terminal_size", lambda *_: (80, 25))
    assert make_console().width == used


def test_names_stand_left_and_numbers_right(shown):
    assert shown(("name", "number"), [("a", "1"), ("long name", "1,000")]) == [
        "name       number",
        "─────────────────",
        "a               1",
        "long name   1,000",
    ]


def test_a_name_makes_room_and_a_number_does_not(shown):
    name = "a-name-of-sixty-four-characters-".ljust(64, "x")
    lines = shown(("name", "number"), [(name, "$1,234,567,890")], width=40)
    assert max(map(len, lines)) <= 40
    assert lines[2].endswith("  $1,234,567,890")
    assert "".join(line[:24].strip() for line in lines[2:]) == name


def test_a_number_that_is_wider_than_the_terminal_is_not_cut(shown):
    lines = shown(("name", "number"), [("a", "$1,234,567,890")], width=20)
    assert lines[-1].endswith("$1,234,567,890")


def test_heads_fold_before_ranges_do(shown):
    row = ("a", Cell("$2.00", range="1.00 to 3.00"), Cell("$2.00", range="1.00 to 3.00"))
    heads = ("name", "price of an hour", "price of a day")
    assert shown(heads, [row], width=80)[0].endswith("price of an hour  price of a day")
    folded = shown(heads, [row], width=36)
    assert any(line.endswith("1.00 to 3.00  1.00 to 3.00") for line in folded)
    narrow = shown(heads, [row], width=30)
    assert any(line.endswith("1.00 to  1.00 to") for line in narrow)


def test_signs_that_are_two_wide_keep_the_columns_straight(shown):
    lines = shown(("name", "number"), [("模型", "1"), ("model", "2")])
    assert len({cell_len(line) for line in lines}) == 1
