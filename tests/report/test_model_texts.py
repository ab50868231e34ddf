"""Texts of a model's numbers."""

import pytest

from flopwatt.report.model_texts import amount, asked_by, full, listed_row


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0 bytes"),
        (576.0, "576 bytes"),
        (612.5, "612.5 bytes"),
        (9999, "9,999 bytes"),
        (131072.0, "131 kB (128 KiB)"),
        (16060522496.0, "16.1 GB (15 GiB)"),
        (-67.1e9, "-67.1 GB (-62.5 GiB)"),  # what is short
    ],
)
def test_bytes_in_both_units(number, text):
    assert amount(number) == text


@pytest.mark.parametrize(
    ("number", "text"), [(8030261248.0, "8,030,261,248"), (5.46875, "5.46875")]
)
def test_numbers_in_full(number, text):
    assert full(number) == text


def test_a_row_of_a_value_and_none_of_what_is_nothing(studied, tiny):
    found = studied(tiny)
    row = listed_row(found, "params.non_embedding", "all but look-up and output")
    assert [cell.text for cell in row] == ["all but look-up and output", "74k", "74,048"]
    assert row[1].key == "params.non_embedding"
    assert listed_row(found, "params.towers", "towers") is None  # there are none
    assert listed_row(found, "lora.trainable", "adapters") is None  # not asked for


def test_a_size_alone_is_asked_about_by_its_size(studied, tiny):
    published = studied(None, params="7B params").reading.published
    assert asked_by("flopwatt model", published)[1] == "--params 7B"
    assert asked_by("flopwatt model", studied(tiny).reading.published)[1] == "{subject}"
