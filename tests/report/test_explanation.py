from flopwatt.report.explanation import Cited, Explanation, Line, Link

LINE = Line(0, "x", "x", "x", "1", "given", "plan.yaml:1")


def test_a_document_in_one_line_leaves_out_what_it_lacks():
    assert Cited("a", "Title", "", "2026").text == "a: Title, 2026"


def test_what_bears_on_nothing_is_not_told():
    assert list(Explanation("x", "", "", "", (LINE,)).bearings()) == []


def test_what_is_left_out_is_counted():
    link = Link("cost", "training.base.cost", "$1M")
    found = Explanation("x", "", "", "", (LINE,), moved_by=(link,), used_by=(link,), used_more=1200)
    assert list(found.bearings()) == [
        ("moved by", (link,), ""),
        ("used by", (link,), "and 1,200 more"),
    ]
