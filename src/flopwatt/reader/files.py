"""From a path to text: only ordinary files of bounded size, saved as UTF-8, on this machine."""

from __future__ import annotations

import os
import re
import stat
from contextlib import suppress
from itertools import islice
from typing import NoReturn

from flopwatt.problems import Place, nearest
from flopwatt.reader.reading import MAX_BYTES, refuse_file
from flopwatt.reader.records import Document
from flopwatt.reader.walk import read_text


def read_yaml(path: str | os.PathLike[str]) -> Document:
    """Read a file from this machine; nothing is ever fetched from a network."""
    name, text = load_text(path)
    return read_text(text, name)


def load_text(path: str | os.PathLike[str], most: int = MAX_BYTES) -> tuple[str, str]:
    """The name and the text of a file on this machine of ``most`` bytes. Raises PlanError."""
    shown = os.fsdecode(path)
    if "://" in shown or re.match(r"https?:/", shown):
        message = "this is a network address, and files are read with no network read"
        refuse_file(message, shown)
    name = os.path.basename(shown)
    return name, _decoded(_loaded(shown, most), name)


def _loaded(path: str, most: int) -> bytes:
    """The bytes of a regular file of bounded size."""
    try:
        # Asked before opening: a pipe would wait for a writer, a device would never end.
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            refuse_file("this is a folder, not a file", path)
        if not stat.S_ISREG(status.st_mode):
            refuse_file("this is a device, pipe or socket, not an ordinary file", path)
        if status.st_size <= most:
            with open(path, "rb") as stream:
                data = stream.read(most + 1)
            if len(data) <= most:  # files under /proc grow while they are read
                return data
    except FileNotFoundError:
        _missing(path)
    except PermissionError:
        refuse_file("there is no permission to read this file", path)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        refuse_file(f"the file cannot be read: {reason.lower()}", path)
    refuse_file(f"the file is larger than {most:,} bytes, the most that is read", path)


def _missing(path: str) -> NoReturn:
    folder, name = os.path.split(path)
    if folder and not os.path.isdir(folder):
        refuse_file(f"there is no folder {folder}", path)
    near = ""
    with suppress(OSError), os.scandir(folder or ".") as found:
        # Comparing names is slow, and a folder may hold millions.
        near = nearest(name, [item.name for item in islice(found, 2000) if item.is_file()])
    refuse_file("there is no such file", path, os.path.join(folder, near) if near else "")


def _decoded(data: bytes, name: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        message = "the file is saved as UTF-16; save it as UTF-8"
        refuse_file(message, name, place=Place(name, 1, 1))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        at = error.start
        lines = data[:at].replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        place = Place(name, len(lines), len(lines[-1].decode("utf-8-sig")) + 1)
        message = f"byte {at + 1} of the file (0x{data[at]:02x}) is not UTF-8; save it as UTF-8"
        refuse_file(message, name, place=place)
