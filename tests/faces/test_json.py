import json
import math
from dataclasses import replace

import pytest

from flopwatt.faces.json import render_data, render_json


def test_the_document_of_the_report_is_printed_as_it_is(report):
    assert json.loads(render_json(report)) == report.document


def test_every_name_reads_as_it_was_written(awkward):
    document = {"plan": "Größe 模型", "results": {}}
    assert "Größe 模型" in render_json(replace(awkward, make_document=lambda: document))


def test_a_number_that_is_not_finite_is_a_bug_and_not_a_document(awkward):
    with pytest.raises(ValueError, match="not JSON compliant"):
        render_json(replace(awkward, make_document=lambda: {"x": math.nan}))


def test_other_signs_may_be_written_by_their_codes():
    text = render_data({"plan": "Größe 模型"}, ascii_only=True)
    assert text.isascii()
    assert json.loads(text) == {"plan": "Größe 模型"}
