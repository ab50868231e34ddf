"""Only ordinary UTF-8 files are read, and a file that is not says why."""

import os

import pytest

from flopwatt.problems import Place
from flopwatt.reader import read_text, read_yaml


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_bom_and_line_ends_are_tolerated(parser, tmp_path, end, flat):
    path = tmp_path / "p.yaml"
    path.write_bytes("\ufeffa: 1\nb: é\nc: 3\n".replace("\n", end).encode())
    root = read_yaml(path).root
    assert flat(root) == {"a": "1", "b": "é", "c": "3"}
    assert root.place == Place("p.yaml", 1, 1)
    assert root.entries[2].node.place == Place("p.yaml", 3, 4)


def test_other_encodings_are_refused(tmp_path, refusal):
    path = tmp_path / "p.yaml"
    path.write_bytes("a: 1\nb: caf\xe9\n".encode("latin-1"))
    problem = refusal(read_yaml, path)
    assert (problem.code, problem.place) == ("bad-file", Place("p.yaml", 2, 7))
    assert "byte 12" in problem.message
    assert "0xe9" in problem.message
    path.write_text("a: 1\n", encoding="utf-16")
    assert "UTF-16" in refusal(read_yaml, path).message


def test_a_large_file_is_refused_before_it_is_read(tmp_path, refusal):
    path = tmp_path / "p.yaml"
    with open(path, "wb") as stream:
        stream.truncate(50_000_000)
    problem = refusal(read_yaml, path)
    assert problem.code == "bad-file"
    assert "1,000,000 bytes" in problem.message
    assert refusal(read_text, "a" * 1_000_001, "p.yaml").code == "bad-file"


def test_a_missing_file_names_the_nearest(tmp_path, refusal):
    (tmp_path / "two-products.yaml").write_text("a: 1\n")
    problem = refusal(read_yaml, str(tmp_path / "two-product.yml"))
    assert problem.code == "bad-file"
    assert "no such file" in problem.message
    assert problem.nearest == str(tmp_path / "two-products.yaml")
    assert "no folder" in refusal(read_yaml, tmp_path / "x" / "p.yaml").message
    assert "no such file" in refusal(read_yaml, "").message


def test_only_regular_files_are_read(tmp_path, refusal):
    assert "folder" in refusal(read_yaml, tmp_path).message
    os.mkfifo(tmp_path / "pipe")
    assert "pipe" in refusal(read_yaml, tmp_path / "pipe").message
    assert "device" in refusal(read_yaml, "/dev/zero").message
    os.symlink("loop", tmp_path / "loop")
    assert "symbolic links" in refusal(read_yaml, tmp_path / "loop").message
    assert refusal(read_yaml, "a\0b").code == "bad-file"


def test_no_permission(tmp_path, monkeypatch, refusal):
    path = tmp_path / "p.yaml"
    path.write_text("a: 1\n")
    monkeypatch.setattr(os, "stat", lambda _: (_ for _ in ()).throw(PermissionError(13, "no")))
    problem = refusal(read_yaml, path)
    assert problem.code == "bad-file"
    assert "permission" in problem.message


@pytest.mark.parametrize("url", ["https://x.org/p.yaml", "s3://b/p.yaml", "https:/x.org/p.yaml"])
def test_nothing_is_read_from_a_network(url, refusal):
    problem = refusal(read_yaml, url)
    assert problem.code == "bad-file"
    assert "no network read" in problem.message
