"""One model as a report: tables that add up, an answer first, and parts of it."""

import pytest

from flopwatt.problems import PlanError
from flopwatt.report.model import (
    PARTS,
    USUAL,
    arithmetic_section,
    build_model_report,
    parameter_section,
    reading_section,
)


def number(cell):
    return int(cell.text.replace(",", ""))


def test_classes_of_tensors_add_up_to_the_total(studied, experts):
    classes, _ = parameter_section(studied(experts)).tables
    *rows, last = classes.rows
    assert [row[0].text for row in rows] == [
        "embedding", "attention", "expert", "router", "norm", "head",
    ]  # fmt: skip
    assert sum(number(row[1]) for row in rows) == number(last[1]) == 547_136
    assert sum(number(row[3]) for row in rows) == number(last[3]) == 252_224
    assert (last[1].key, last[3].key, classes.foot) == ("params.total", "params.active.all", 1)


def test_conventions_told_by_name(studied, tiny):
    _, conventions = parameter_section(studied(tiny)).tables
    told = {row[1].key: number(row[2]) for row in conventions.rows}
    assert told == {
        "params.total": 202_048,
        "params.active.all": 202_048,
        "params.active.no_input_embedding": 138_048,
        "params.active.no_embeddings": 74_048,
        "params.non_embedding": 74_048,
        "params.stored": 202_048,
    }


def test_arithmetic_of_a_token_adds_up(studied, tiny):
    (table,) = arithmetic_section(studied(tiny, context="128 tokens")).tables
    told = {row[1].key: number(row[2]) for row in table.rows}
    # 73,728 weights in layers; two layers of 4 heads of 16 see 64 tokens on average
    assert told["flops.weights"] == 147_456
    assert told["flops.output_head"] == 128_000
    assert told["flops.attention_scores"] == 2 * 4 * 64 * 64
    parts = ("flops.weights", "flops.output_head", "flops.attention_scores")
    assert told["flops.forward_per_token"] == sum(told[part] for part in parts)
    assert told["flops.training_per_token"] == 3 * told["flops.forward_per_token"]
    assert "128 tokens" in table.note


def test_what_stood_in_for_fields_that_are_not_there(studied, tiny, texts):
    (table,) = reading_section(studied(tiny)).tables
    assert ["head_dim", "16", "hidden_size over num_attention_heads"] in texts(table)
    assert ["context", "256 tokens", "max_position_embeddings"] in texts(table)


def test_the_answer_comes_first(studied, tiny, experts):
    report = build_model_report(studied(tiny))
    assert report.answer == "202k params: 202,048."
    assert report.lede == (
        "Weights take 404 kB (395 KiB). The cache takes 256 bytes a token. "
        "The context is 256 tokens."
    )
    assert "252k params active" in build_model_report(studied(experts)).answer


def test_usual_parts_in_order_and_those_asked_for(studied, tiny):
    found = studied(tiny)
    usual = [section.id for section in build_model_report(found).sections]
    assert usual == [part for part in USUAL if part != "policy"]  # no tokens, no thresholds
    asked = build_model_report(found, ["tensors", "params"])
    assert [section.id for section in asked.sections] == ["tensors", "params"]


@pytest.mark.parametrize("part", PARTS)
def test_each_part_by_itself_is_in_the_document(studied, windowed, part):
    report = build_model_report(studied(windowed, tokens="1e12 tokens"), [part])
    (section,) = report.sections
    tables = report.document["tables"]
    assert list(tables) == [table.id for table in section.tables]
    for table in section.tables:
        assert [list(row) for row in tables[table.id]] == [list(table.columns)] * len(table.rows)


def test_a_part_that_there_is_not(studied, tiny):
    with pytest.raises(PlanError) as caught:
        build_model_report(studied(tiny), ["wieghts"])
    (problem,) = caught.value.problems
    assert (problem.field, problem.nearest) == ("--part", "weights")
    assert problem.allowed == ", ".join(PARTS)


def test_the_document_says_how_the_config_was_read(studied, tiny):
    document = build_model_report(studied(tiny)).document
    assert document["reading"]["family"]
    assert {
        "field": "head_dim",
        "value": "16",
        "because": "hidden_size over num_attention_heads",
    } in (document["reading"]["assumed"])
    assert "tables" not in document
    assert "claim" not in document


def test_a_field_that_is_missing_is_told_with_what_it_leaves_out(studied, tiny):
    del tiny["vocab_size"]
    report = build_model_report(studied(tiny))
    lacking = report.document["reading"]["lacking"]
    assert "vocab_size" in lacking["params.total"]
    assert "kv_cache.bytes_per_token" in report.document["results"]
    assert report.answer == "The number of parameters is not known."
    assert any("vocab_size" in warning.field for warning in report.warnings)


def test_a_claim_takes_the_place_of_the_report_and_parts_follow_it(studied, tiny):
    found = studied(tiny)
    report = build_model_report(found, claim="202k params")
    assert [section.id for section in report.sections] == ["claim"]
    assert report.document["claim"]["key"] == "params.total"
    both = build_model_report(found, ["cache"], claim="202k params")
    assert [section.id for section in both.sections] == ["claim", "cache"]


def test_values_are_explained(studied, tiny):
    report = build_model_report(studied(tiny))
    explanation = report.explain("params.active.no_embeddings")
    assert explanation.exact.startswith("74,048") or "74,048" in explanation.exact
    assert report.known(report.example)
