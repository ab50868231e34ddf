"""Values stay text, keep their places, and stand for no more than their own line."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from flopwatt.problems import Place, PlanError
from flopwatt.reader import Table, Text, read_text, walk


@pytest.mark.parametrize("value", ["no", "on", "1e6", "08", "12:30", "2.50 USD/GPU/hour", "~"])
def test_values_stay_text(parser, value):
    entry = read_text(f"a: {value}\n", "p.yaml").root.entries[0]
    assert entry.node == Text(value, Place("p.yaml", 1, 4), False)


def test_quoted_and_block_values_say_so(parser):
    root = read_text("a: '08'\nb: \"x\"\nc: |\n  one\n  two\nd:\n", "p.yaml").root
    nodes = [entry.node for entry in root.entries]
    assert [n.text for n in nodes] == ["08", "x", "one\ntwo\n", ""]
    assert [n.quoted for n in nodes] == [True, True, True, False]


def test_maps_and_lists_keep_order_and_places(parser, flat):
    root = read_text("z: {b: 1, a: 2}\nlist:\n  - 1\n  - x: 2\n", "p.yaml").root
    assert flat(root) == {"z": {"b": "1", "a": "2"}, "list": ["1", {"x": "2"}]}
    assert root.place == Place("p.yaml", 1, 1)
    assert root.entries[1].key.place == Place("p.yaml", 2, 1)
    assert root.entries[1].node.place == Place("p.yaml", 3, 3)
    assert root.entries[1].node.items[1].entries[0].node.place == Place("p.yaml", 4, 8)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("a: &x 1\n", 1, 4, "&"),
        ("a: *x\n", 1, 4, "*"),
        ("a: !!int 5\n", 1, 4, "!"),
        ("a: !5\n", 1, 4, "!"),
        ("a:\n  <<: {b: 1}\n", 2, 3, "<<"),
    ],
)
def test_reuse_and_types_are_refused(parser, text, line, column, words, refusal):
    problem = refusal(read_text, text, "p.yaml")
    assert (problem.code, problem.place) == ("alias", Place("p.yaml", line, column))
    assert words in problem.message


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "empty"),
        ("# a comment\n\n", 1, "empty"),
        ("---\n", 1, "empty"),
        ("- a\n- b\n", 1, "list"),
        ("\nhello\n", 2, "single value"),
        ("a: 1\n---\nb: 2\n", 2, "second document"),
        ("? [a]\n: 1\n", 1, "used as a key"),
    ],
)
def test_structure_that_is_no_plan(parser, text, line, words, refusal):
    problem = refusal(read_text, text, "p.yaml")
    assert (problem.code, problem.place.line) == ("bad-structure", line)
    assert words in problem.message
    if words in ("empty", "list"):
        assert "models:" in problem.allowed


PIECES = st.sampled_from(
    ["a", "price", ":", ": ", "\n", "\n  ", "\t", "- ", "[", "]", "{", "}", ",", "'", '"', "\\",
     "\\U", "&x", "*x", "!", "!!", "|", ">", "%", "@", "`", "#", "? ", "---\n", "...", "<<", "\r",
     "\u2028", "0"]
)  # fmt: skip


@settings(max_examples=150, deadline=1000)
@given(text=st.one_of(st.text(), st.lists(PIECES, max_size=40).map("".join)))
def test_any_text_is_read_or_refused(parsers, text):
    for one in parsers:
        try:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(walk, "LOADER", one)
                document = read_text(text, "p.yaml")
        except PlanError as error:
            problems = error.problems
        else:
            problems = (*document.problems, None)
            assert isinstance(document.root, Table)
        assert problems
        assert all(p is None or p.place.line >= 1 for p in problems)
