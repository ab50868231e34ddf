import json
import math
from dataclasses import replace

import pytest

from flopwatt.faces.json import render_json


def test_the_document_of_the_report_is_printed_as_it_is(report):
    assert json.loads(render_json(report)) == report.document


def test_every_name_reads_as_it_was_written(awkward):
    document = {"plan": "Größe 模型", "results": {}}
    assert "Größe 模型" in render_json(replace(awkward, document=document))


def test_a_number_that_is_not_finite_is_a_bug_and_not_a_document(awkward):
    with pytest.raises(ValueError, match="not JSON compliant"):
        render_json(replace(awkward, document={"x": math.nan}))
