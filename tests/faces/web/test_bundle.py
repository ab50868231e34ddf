"""The script that draws charts is made once and kept."""

import pytest

from flopwatt.faces.web import bundle


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    return tmp_path / "flopwatt"


def test_it_is_made_once(cache, monkeypatch):
    pytest.importorskip("vl_convert", reason="charts need flopwatt[web]")
    monkeypatch.setattr(bundle, "make_bundle", lambda: "made")
    assert bundle.bundle_script() == b"made"
    monkeypatch.setattr(bundle, "make_bundle", lambda: pytest.fail("made again"))
    assert bundle.bundle_script() == b"made"
    assert [path.suffix for path in cache.iterdir()] == [".js"]


def test_the_bundle_gives_the_page_what_it_asks_for():
    pytest.importorskip("vl_convert", reason="charts need flopwatt[web]")
    script = bundle.make_bundle()
    assert "window.vegaEmbed" in script
    assert "<script" not in script[:1000]


def test_a_cache_that_cannot_be_written_is_no_failure(tmp_path, monkeypatch):
    pytest.importorskip("vl_convert", reason="charts need flopwatt[web]")
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "file"))
    monkeypatch.setattr(bundle, "make_bundle", lambda: "made")
    assert bundle.bundle_script() == b"made"


def test_without_the_package_there_is_none(monkeypatch):
    monkeypatch.setattr(bundle, "PACKAGE", "no-such-package-of-ours")
    assert bundle.bundle_script() is None
