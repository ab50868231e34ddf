import pytest

from flopwatt import api

GIB = 2**30


def chart(*what, **options):
    report = api.fit(*what, **options).report
    (found,) = [chart for section in report.sections for chart in section.charts]
    return report, found


def ends(found):
    rows = found.spec()["datasets"]["parts"]
    return {row["label"].split(":")[0]: row["to"] - row["from"] for row in rows}


def test_serving_that_does_not_fit_says_by_how_much(drawn):
    report, found = chart("llama-3.1-70b", "4xH100 SXM", context=32_000, sequences=64)
    results = report.document["results"]
    sizes = ends(found)
    assert found.table is report.sections[0].tables[0]
    for name, key in (("weights", "weights"), ("cache", "need"), ("left free", "left_free")):
        assert sizes[name] == pytest.approx(results[f"fit.{key}"]["value"] * GIB)
    total = sum(sizes.values())
    lack = results["fit.need"]["value"] - results["fit.cache"]["value"]
    assert total - found.spec()["datasets"]["capacity"][0]["at"] == pytest.approx(lack * GIB)
    assert any(text.endswith("too much") for text in drawn(found))


def test_serving_that_fits_says_what_is_left(drawn):
    _, found = chart("llama-3.1-8b", "1xH100 SXM", context=8_000, sequences=4)
    said = " ".join(drawn(found))
    assert "for more cache" in said
    assert "too much" not in said


@pytest.mark.parametrize("gpus", ["8xH100 SXM", "64xH100 SXM"])
def test_training_adds_up_to_what_it_needs(gpus):
    report, found = chart("llama-3.1-8b", gpus, train="mixed", context=4096)
    sizes = ends(found)
    free = [name for name in sizes if name.endswith("free")]
    need = report.document["results"]["fit.training.need"]["value"]
    assert sum(size for name, size in sizes.items() if name not in free) == pytest.approx(
        need * GIB
    )
    assert {"weights", "optimizer", "activations"} <= set(sizes)
