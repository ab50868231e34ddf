"""Reading is bounded, and keeps count of what is wrong."""

import time

import pytest

from flopwatt.problems import Place
from flopwatt.reader import read_text, reading


def test_duplicate_key_keeps_the_first_and_reads_on(parser, flat):
    document = read_text("a:\n  b: 1\n  c: 2\n  b: 3\n  'b': 4\n", "p.yaml")
    assert flat(document.root) == {"a": {"b": "1", "c": "2"}}
    first, second = document.problems
    assert (first.code, first.place, first.field) == ("duplicate-key", Place("p.yaml", 4, 3), "a.b")
    assert "line 2" in first.message
    assert "line 2" in second.message


def test_an_alias_bomb_is_refused_at_once(parser, refusals):
    lines = ["a0: &a0 [x]"] + [f"a{i}: &a{i} [{f'*a{i - 1}, ' * 9}]" for i in range(1, 30)]
    start = time.process_time()
    problems = refusals(read_text, "\n".join(lines), "p.yaml")
    assert time.process_time() - start < 0.5
    assert {p.code for p in problems} == {"alias"}
    assert len(problems) == reading.MAX_PROBLEMS


def test_depth_is_bounded(parser, refusal):
    deepest = "[" * (reading.MAX_DEPTH - 1) + "]" * (reading.MAX_DEPTH - 1)
    assert read_text(f"a: {deepest}\n", "p.yaml").problems == ()
    problem = refusal(read_text, f"a: [{deepest}]\n", "p.yaml")
    assert (problem.code, problem.place) == ("too-deep", Place("p.yaml", 1, 15))
    for bomb in ("a: " + "[" * 100_000, "a: " + "{b: " * 100_000, "a:\n  " + "- " * 100_000):
        start = time.process_time()
        assert refusal(read_text, bomb, "p.yaml").code == "too-deep"
        assert time.process_time() - start < 1


def test_number_of_values_is_bounded(refusal):
    problem = refusal(read_text, "a:\n" + "- 1\n" * (reading.MAX_NODES + 1), "p.yaml")
    assert problem.code == "bad-file"
    assert "100,000" in problem.message


def test_both_parsers_count_values_alike(parser, monkeypatch, refusal):
    monkeypatch.setattr(reading, "MAX_NODES", 1000)  # the slower one needs 5 seconds for them all
    most = "a:\n" + "- 1\n" * 997  # the map, its key and the list are values too
    assert read_text(most, "p.yaml").problems == ()
    problem = refusal(read_text, most + "- 1\n", "p.yaml")
    assert (problem.code, problem.place) == ("bad-file", Place("p.yaml", 999, 3))
    assert "1,000" in problem.message


@pytest.mark.parametrize(
    "character", ["\0", "\x07", "\x85", "\u2028", "\u2029", "\ufeff", "\ud800"]
)
def test_unprintable_characters_are_refused(parser, character, refusal):
    problem = refusal(read_text, f"a: 1\nb: x{character}y\n", "p.yaml")
    assert (problem.code, problem.place) == ("bad-file", Place("p.yaml", 2, 5))
    assert f"U+{ord(character):04X}" in problem.message


def test_unprintable_characters_by_escape_are_refused(parser, refusal):
    problem = refusal(read_text, 'a: {b: "\\0"}\n', "p.yaml")
    assert (problem.code, problem.field) == ("bad-file", "a.b")
