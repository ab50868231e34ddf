"""The model types that can be read, by family."""

from flopwatt.architecture.registry import load_families
from flopwatt.report.families import family_page


def test_every_type_is_listed_once(texts):
    page = family_page()
    families, towers = page.tables
    types = [name for row in texts(families) for name in row[1].split(", ")]
    assert sorted(types) == sorted(set(types))
    known = {name for one in load_families().values() for name in one.model_types}
    assert set(types) == known
    assert page.title == f"{len(types)} model types can be read"
    assert {"llama", "mixtral", "deepseek_v3", "gemma2", "t5"} <= set(types)
    assert texts(towers)[0][0] == "towers"
