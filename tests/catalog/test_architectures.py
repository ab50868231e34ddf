"""The shapes of models: each belongs to a row, and is counted to the last parameter of it."""

import pytest

from flopwatt.architecture.config import open_config
from flopwatt.architecture.context import read_context
from flopwatt.architecture.count import count
from flopwatt.architecture.read import read_architecture, text_config
from flopwatt.catalog import architectures, find_shape, find_thing, list_things
from flopwatt.catalog.architectures import shape_files
from flopwatt.problems import CatalogError

SHAPED = [m for m in list_things("model") if set(m.spellings) & set(shape_files())]


def test_every_shape_is_that_of_one_model():
    owners = {name: m.name for m in list_things("model") for name in m.spellings}
    assert set(shape_files()) <= set(owners)
    assert len({owners[name] for name in shape_files()}) == len(shape_files()) == len(SHAPED)
    assert len(SHAPED) > 400


@pytest.mark.parametrize("model", SHAPED, ids=lambda model: model.name)
def test_a_shape_is_counted_to_the_columns_of_its_row(model):
    shape = find_shape(model)
    config = open_config(shape.fields)
    counts = count(read_architecture(config))
    active = counts.total - counts.experts + counts.chosen
    counted = {
        "total": counts.total,
        "active_all": active,
        "active_no_input": active - counts.embedding,
        "active_no_embeddings": active - counts.embedding - counts.head,
    }
    assert {name: model.cells[name] for name in counted} == {
        name: str(value) for name, value in counted.items()
    }
    context = read_context(text_config(config)).tokens
    assert model.cells["context"] == (str(context) if isinstance(context, int) else "")
    assert (shape.verified == "memory") == (model.verified == "memory")


def test_a_shape_like_another_holds_what_differs_alone():
    models = {m.name: m for m in SHAPED}
    whole, part = find_shape(models["Llama 3.1 8B"]), find_shape(models["Llama 3 8B"])
    assert {**whole.fields, "max_position_embeddings": 8192} == part.fields
    assert whole.fields["max_position_embeddings"] == 131_072


def test_a_shape_like_one_that_is_not_there_is_refused(tmp_path, monkeypatch):
    text = "source: convention\nas_of: 2026-01\nverified: derived\nlike: No Such Model\n"
    (tmp_path / "llama-3-8b.yaml").write_text(text)
    monkeypatch.setattr(architectures, "FOLDER", tmp_path)
    with pytest.raises(CatalogError, match="under `config`"):
        find_shape(find_thing("model", "Llama 3 8B"))


@pytest.mark.parametrize(
    ("hub", "name"),
    [
        ("meta-llama/Llama-3.1-8B-Instruct", "Llama 3.1 8B"),
        ("Qwen/Qwen3-30B-A3B-Instruct-2507", "Qwen3 30B-A3B 2507"),
        ("deepseek-ai/DeepSeek-R1-Distill-Llama-70B", "DeepSeek-R1-Distill-Llama 70B"),
        ("google/gemma-3-27b-it", "Gemma 3 27B"),
        ("mistralai/Mistral-Small-3.1-24B-Instruct-2503", "Mistral Small 3.1 24B"),
        ("CohereForAI/c4ai-command-r-v01", "Command R"),
        ("openai/whisper-large-v3", "Whisper large-v3"),
    ],
)
def test_the_hub_name_finds_the_model(hub, name):
    assert find_thing("model", hub).name == name
