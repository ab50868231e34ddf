"""A syntax error is said in plain words, at the line to change."""

import pytest

from flopwatt.problems import Place
from flopwatt.reader import read_text


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("a:\n\tb: 1\n", 2, 1, "tab"),
        ("a: 1\n\tb: 2\n", 2, 1, "tab"),
        ("a: 1\nprice:2\nb: 3\n", 2, 1, "space is missing after the colon"),
        ("price:2\na: 1\n", 1, 1, "space is missing after the colon"),
        ("price:2\n", 1, 1, "space is missing after the colon"),
        ("a:\n  x: 1\n  price:2\n  b: 3\n", 3, 3, "space is missing after the colon"),
        ("a: 1\nprice 2\nb: 3\n", 2, 1, "no colon"),
        ("a = 1\nb: 3\n", 1, 1, "no colon"),
        ('a: "x\nb: 1\n', 1, 4, "quote opened here is never closed"),
        ("a: [1, 2\nb: 3\n", 1, 4, "[ opened here is not closed"),
        ("a: {x: 1, y: 2\n", 1, 4, "{ opened here is not closed"),
        ("a: {x: 1 y: 2}\n", 1, 4, "comma is missing"),
        ("a: 'it's'\n", 1, 8, "follows a value that has already ended"),
        ("a: 1]\nb: [1]]\n", 2, 7, "bracket"),
        ("a:\n    b: 1\n  c: 2\n", 3, 3, "indentation matches no line above"),
        ("a: 1\n  b: 2\n", 2, 3, "indented under a line that has a value"),
        ("name: plan: best\n", 1, 11, "colon and a space"),
        ("a: %5\n", 1, 4, "starts with % must stand in quotes"),
        ("a: @x\n", 1, 4, "starts with @ must stand in quotes"),
        ("a: `x`\n", 1, 4, "starts with ` must stand in quotes"),
        ("a: & b\n", 1, 4, "starts with & must stand in quotes"),
        ("a: * b\n", 1, 4, "starts with * must stand in quotes"),
        ("a: | 5\n", 1, 4, "starts with | must stand in quotes"),
        ("a: >5\n", 1, 4, "starts with > must stand in quotes"),
        ('a: "C:\\Users"\n', 1, 4, "backslash"),
        ("a: 1\n- b\n", 2, 1, "stray `-`"),
        ("a: - 1\n", 1, 4, "stray `-`"),
        (": 1\n", 1, 1, "colon with no key"),
        ("%YAML 2.0\n---\na: 1\n", 1, 1, "start with %"),
    ],
)
def test_a_syntax_error_names_the_line_to_change(parser, text, line, column, words, refusal):
    problem = refusal(read_text, text, "p.yaml")
    assert (problem.code, problem.place) == ("bad-syntax", Place("p.yaml", line, column))
    assert words in problem.message
    assert problem.message[0].islower()


def test_a_syntax_error_comes_with_what_was_found_before_it(parser, refusals):
    problems = refusals(read_text, "a: 1\na: 2\nb: &x 3\nc: [\n", "p.yaml")
    assert [p.code for p in problems] == ["duplicate-key", "alias", "bad-syntax"]
