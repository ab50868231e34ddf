"""Files as written: YAML gives the structure, every value stays text and keeps its line.

YAML's own reading of values is never asked for: ``no``, ``1e6``, ``08`` and ``12:30`` arrive as
typed. The file is walked as a stream of events, so what is refused is refused before it expands.
Plans and the catalog's own files are read alike.
"""

from flopwatt.reader.files import read_yaml
from flopwatt.reader.json_file import JsonFile, read_json, read_json_text
from flopwatt.reader.python_data import read_dict
from flopwatt.reader.records import Document, Entry, Node, Sequence, Table, Text
from flopwatt.reader.walk import read_text

__all__ = [
    "Document",
    "Entry",
    "JsonFile",
    "Node",
    "Sequence",
    "Table",
    "Text",
    "read_dict",
    "read_json",
    "read_json_text",
    "read_text",
    "read_yaml",
]
