"""A training report says what was trained, and how."""

from flopwatt.architecture.published import Wanted
from flopwatt.report.fit_training import training_section
from flopwatt.studies.fit import study_fit

H100 = "H100 SXM5 80GB"


def told(train, model=None, **given):
    study, *_ = study_fit(
        "llama-3.1-8b", Wanted(), model or {}, {"accelerator": f"8x{H100}", **given}, train
    )
    first, _ = training_section(study).tables
    return {row[0].text: row[1].text for row in first.rows}, first.note


def test_what_is_trained_and_how():
    rows, note = told("mixed", context="4096 tokens", **{"training.micro_batch": "2"})
    assert rows["trained"] == "all parameters"
    assert (rows["recipe"], rows["ZeRO stage"], rows["recomputed"]) == ("mixed", "0", "none")
    assert rows["sequences of a micro-batch"] == "2"
    assert rows["tokens in a sequence"] == "4,096"
    assert rows["tokens of a micro-batch, of one replica"] == "8,192"
    assert rows["layout"] == "8 GPUs: tp 1 x pp 1 x dp 8"
    assert note == ""


def test_a_length_that_nobody_gave_is_told():
    _, note = told("mixed")
    assert "131,072 tokens" in note
    assert "--context" in note


def test_adapters_go_beside_everything_unless_said():
    rows, _ = told("qlora", {"lora.rank": "16"}, context="4096 tokens")
    assert rows["trained"].startswith("adapters of rank 16 beside all-linear")
    assert rows["frozen weights"] == "nf4"
