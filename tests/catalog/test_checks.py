"""Row checks: every planted defect is flagged at its cell, true but dear offers stay."""

from collections import defaultdict
from pathlib import Path

import pytest

from flopwatt.catalog import check_offers, list_providers, load_offers, read_offers

PLANTED = read_offers(Path(__file__).with_name("planted_offers.csv"))
FLAGS = defaultdict(list)
for found in check_offers(PLANTED.offers):
    FLAGS[found.place.line].append(found)


def test_the_planted_file_is_read_whole():
    assert PLANTED.problems == ()
    assert len(PLANTED.offers) == 22


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        (2, "unlikely", "10.98 is dear"),
        (2, "unlikely", "10.98 here and 4.72 in another region, 2.3 times apart"),
        (3, "unlikely", "4.72 here and 10.98 in another region"),
        (4, "unlikely", "spot at 4.99 is above on-demand at 4.72"),
        (5, "unlikely", "8 here and 19.375 in another region, 2.4 times apart"),
        (7, "unlikely", "19.375 here and 8 in another region"),
        (8, "unlikely", "700 is a placeholder in price lists"),
        (10, "unlikely", "spot at 2.89 is above on-demand at 2.69"),
        (11, "out-of-range", "the price is 0"),
        (12, "unlikely", "0.01 is a placeholder in price lists"),
        (13, "unlikely", "Standard_ND96isr_H100_v5 has 8 accelerators, not 12"),
        (14, "unlikely", "the host is not in this price"),
        (15, "unlikely", "is it the price of the whole machine? 6.88 a GPU would be usual"),
        (16, "not-finite", "the price is not a number"),
        (17, "bad-number", "the price is empty: not known is not 0"),
        (18, "out-of-range", "the price is below 0"),
        (19, "unlikely", "12.29 is dear"),
        (20, "unlikely", "14.2416 is dear"),
    ],
)
def test_every_planted_defect_and_every_dear_offer_is_flagged(line, code, words):
    assert [p for p in FLAGS[line] if p.code == code and words in p.message], FLAGS[line]


@pytest.mark.parametrize("line", [6, 9, 21, 22, 23])
def test_a_sound_offer_is_left_in_peace(line):
    assert [problem.message for problem in FLAGS[line] if "dear" not in problem.message] == []


def test_flags_stand_at_the_cell_in_the_order_of_the_file():
    lines = [problem.place.line for problem in check_offers(PLANTED.offers)]
    assert lines == sorted(lines)
    (count,) = [p for p in FLAGS[13] if "accelerators" in p.message]
    assert (count.place.column, count.given, count.allowed) == (46, "12", "8")
    assert count.field == "azure Standard_ND96isr_H100_v5 on_demand eastus"


def test_only_a_price_that_cannot_be_one_is_more_than_a_warning():
    hard = {p.place.line for problems in FLAGS.values() for p in problems if not p.warning}
    assert hard == {11, 16, 17, 18}


def test_a_dear_flag_says_what_would_be_usual():
    (dear,) = [p for p in FLAGS[20] if "dear" in p.message]
    assert dear.message.startswith("14.2416 is dear: ")
    low, high = (float(text) for text in dear.allowed.split(" to "))
    assert 1 < low < 3 < high < 14.24


def test_the_medians_stand_without_the_checked_rows_too():
    assert check_offers(()) == ()
    one = [offer for offer in PLANTED.offers if offer.price == 55.04]
    assert "whole machine" in check_offers(one)[0].message


def test_our_own_rows_are_flagged_only_where_we_know_why():
    own = [offer for provider in list_providers() for offer in load_offers(provider)]
    found = check_offers(own)
    assert not [p for p in found if not p.warning]
    kinds = defaultdict(set)
    for problem in found:
        kind = next(word for word in ("dear", "cheap", "host", "region", "machine") if
                    word in problem.message)  # fmt: skip
        kinds[kind].add(problem.field.split()[0])
    assert dict(kinds) == {
        "dear": {"aws", "azure", "gcp", "oci"},  # list prices of the large clouds
        "cheap": {"mithril"},  # a bid floor, marked for caution
        "host": {"gcp"},  # marked for caution
        "region": {"gcp"},  # spot of TPU v6e
        "machine": {"oci"},  # L40S at 3.50, true
    }
