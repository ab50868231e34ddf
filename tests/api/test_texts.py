"""Plans as text, which name no file."""

import random

import pytest

from flopwatt import api

PLAN = """\
start: 2026-01-01
models: {m: {params: 70B}}
training: {base: {cost: $1M}}
products: {chat: {cost_per_day: $10k}}
"""


def test_a_text_runs_as_its_file_does(tmp_path):
    path = tmp_path / "plan.yaml"
    path.write_text(PLAN)
    text = api.read_plan_text(path)
    assert text == api.PlanText(PLAN, "plan.yaml")
    assert api.run(text).to_dict() == api.run(path).to_dict()


def test_some_sections_alone_are_made():
    report = api.run(api.PlanText(PLAN), sections=["crossover", "no-such"]).report
    assert [section.id for section in report.sections] == ["crossover"]


@pytest.mark.parametrize("name", api.list_examples())
def test_every_section_is_made_under_its_own_name(name):
    plan = api.read_example(name)
    ids = [section.id for section in api.run(plan, draws=20).report.sections]
    wanted = ids[1:] if len(ids) > 2 else ids  # what is assumed is assumed of other sections
    asked = api.run(plan, draws=20, sections=wanted).report.sections
    assert [section.id for section in asked] == wanted


def test_a_headline_alone_says_what_the_whole_says():
    plan = api.read_example("start-up")
    whole, alone = (api.run(plan, 300, sections=one).report for one in (None, ["crossover"]))
    assert alone.answer == whole.answer
    assert alone.sections[0].tables == whole.sections[0].tables


@pytest.mark.parametrize(
    "line",
    ["extends: /etc/passwd\n", "extends: base.yaml\n", "models: {m: {config: /etc/passwd}}\n"],
)
def test_a_text_reads_no_file(line):
    text = line + "".join(one for one in PLAN.splitlines(True) if one[:6] != line[:6])
    problems = api.check(api.PlanText(text))
    assert problems[0].code == "bad-file"
    assert "root:" not in str(problems)


def test_values_change_and_fields_are_listed():
    plan = api.edit_plan(api.PlanText(PLAN), {"training.base.cost": "$2M"})
    assert plan.text == PLAN.replace("$1M", "$2M")
    keys = [one.key for group in api.list_inputs(plan) for one in group.inputs]
    assert "training.base.cost" in keys


def test_an_end_of_a_range_follows_where_that_is_asked():
    plan = api.PlanText(PLAN.replace("$1M", "{value: $1M, low: $0.5M, high: $2M}"))
    change = {"training.base.cost": "$3M"}
    assert "{value: $3M, low: $0.5M, high: $3M}" in api.edit_plan(plan, change, follow=True).text
    assert "{value: $3M, low: $0.5M, high: $2M}" in api.edit_plan(plan, change).text


@pytest.mark.parametrize(
    "call",
    [
        lambda: api.list_inputs(PLAN),
        lambda: api.edit_plan(PLAN, {}),
        lambda: api.edit_plan(api.PlanText(PLAN), [1]),
        lambda: api.edit_plan(api.PlanText(PLAN), {"a": 1}),
        lambda: api.edit_plan(api.PlanText(PLAN), {1: "a"}),
        lambda: api.compare(PLAN, api.PlanText(PLAN)),
        lambda: api.read_example("../README"),
        lambda: api.read_example(3),
        lambda: api.read_plan_text(""),
    ],
)
def test_what_cannot_be_used_is_refused(call):
    with pytest.raises(api.PlanError):
        call()


def test_an_answer_before_makes_the_next_one_no_other():
    plan = api.read_example("start-up")
    dearer = api.edit_plan(plan, {"training.fine-tune.price": "$2.90 per GPU-hour"})
    before = api.run(plan, 300)
    alone, after = api.run(dearer, 300), api.run(dearer, 300, before=before)
    assert after.to_dict() == alone.to_dict()
    # of some sections, only what they showed before is drawn: they say the same
    some = api.run(dearer, 300, sections=["crossover", "training"], before=before).report
    whole = {section.id: section for section in alone.report.sections}
    for section in some.sections:
        assert section.tables == whole[section.id].tables
    assert some.answer == alone.report.answer


MOVES = (
    ("training.fine-tune.price", "$2.60 per GPU-hour"),
    ("products.assistant-app.requests", "50k per day"),
    ("training.fine-tune.mfu", "40 %"),
    ("products.assistant-app.growth", "11 %/month"),
    ("horizon", "40 months"),
    ("training.fine-tune.tokens", "120B tokens"),
    ("products.assistant-by-api.cached_share", "30 %"),
)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_picture_that_moves_is_the_one_that_would_be_made_anew(seed):
    plan, before, known, recalled = api.read_example("start-up"), None, {}, set()
    for key, text in random.Random(seed).sample(MOVES, len(MOVES)):
        plan = api.edit_plan(plan, {key: text}, follow=True)
        alone = api.run(plan, 64, sections=["crossover"])
        before = api.run(plan, 64, sections=["crossover"], before=before)
        assert before.report.sections == alone.report.sections
        assert before.report.answer == alone.report.answer
        known, last = before.study.spread.again.memory.known, known
        recalled |= {name for name in known.keys() & last.keys() if known[name][1] is last[name][1]}
    assert len(recalled) > 5


@pytest.mark.parametrize(
    "name", ["campaign-24k-h100", "campus-with-work", "own-h100", "own-or-api", "start-up"]
)
def test_a_headline_that_moves_says_what_the_whole_report_does(name):
    plan = api.read_example(name)
    whole, moving = (api.run(plan, 32, sections=some).report for some in (None, ["crossover"]))
    assert moving.answer == whole.answer
    assert moving.lede == whole.lede
    assert moving.cards == whole.cards


def test_a_card_that_moves_has_the_digits_of_its_range():
    changes = {"products.assistant.users": "57M"}
    plan = api.edit_plan(api.read_example("national-fleet"), changes, follow=True)
    whole, moving = (api.run(plan, 32, sections=some).report for some in (None, ["crossover"]))
    assert moving.cards == whole.cards


def test_an_answer_before_is_an_answer():
    with pytest.raises(api.PlanError, match="before"):
        api.run(api.PlanText(PLAN), before="the last one")
