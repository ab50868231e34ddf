"""What the tests of workbooks share: books of plans, and LibreOffice to work them out anew."""

import math
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import numpy as np
import openpyxl
import pytest

from flopwatt.report.build import build_report
from flopwatt.report.workbook.book import Sheet
from flopwatt.report.workbook.build import build_book
from flopwatt.report.workbook.desk import StepDesk
from flopwatt.report.workbook.pieces import Piece, Span
from flopwatt.report.workbook.places import STEPS, place_values
from flopwatt.studies.run import run_plan

EXAMPLES = Path(__file__).parents[3] / "examples"
WRONG = "-987654.5"
FORMULA = re.compile(r'(<c r="[A-Z]+\d+"(?: s="\d+")?)(?: t="\w+")?>(<f[^>]*>.*?</f>)<v>.*?</v>')
ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"
 xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>"""


@pytest.fixture(scope="session")
def example():
    """The study of an example by its name, made once."""
    made = {}

    def make(name):
        if name not in made:
            made[name] = run_plan(EXAMPLES / f"{name}.yaml")
        return made[name]

    return make


@pytest.fixture
def desk():
    """A desk on which a study's formulas are written."""

    def make(study):
        return StepDesk(study, place_values(study.results), Sheet(STEPS, {}))

    return make


@pytest.fixture
def book():
    """The workbook of a study, not yet written."""

    def make(study):
        return build_book(study, build_report(study))

    return make


@pytest.fixture
def ref(desk, example):
    """A piece that reads cells: its numbers, the column's letters told by place from A on."""
    of = desk(example("two-products"))

    def make(row, *numbers, factor=1.0):
        def write(span):
            first, last = (chr(ord("A") + at) for at in (span.first, span.last))
            if len(numbers) == 1:
                return f"$A${row}"
            return f"${first}{row}:{last}{row}" if span.many else f"{first}{row}"

        values = np.array(numbers if len(numbers) > 1 else numbers[0], dtype=float)
        return Piece(write, values, factor=factor, plain=True, desk=of)

    return make


@pytest.fixture
def at():
    """A piece as it is written in its first cell."""
    return lambda piece: piece.at(Span(0, 0))


def _planted(source, target, changes):
    """A copy with a wrong number beside every formula, and other inputs in some cells."""
    count = 0
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        names = re.findall(r'<sheet name="(\w+)"', old.read("xl/workbook.xml").decode())
        for part in old.infolist():
            data = old.read(part)
            number = re.fullmatch(r"xl/worksheets/sheet(\d+)\.xml", part.filename)
            if number:
                text, found = FORMULA.subn(rf"\1>\2<v>{WRONG}</v>", data.decode())
                count += found
                for (sheet, cell), value in changes.items():
                    if names[int(number.group(1)) - 1] == sheet:
                        cells = rf'(<c r="{cell}"(?: s="\d+")?>)<v>[^<]*</v>'
                        text, once = re.subn(cells, rf"\g<1><v>{value!r}</v>", text)
                        assert once == 1, (sheet, cell)
                data = text.encode()
            new.writestr(part, data)
    return count


@pytest.fixture(scope="session")
def recalculated(tmp_path_factory):
    """What LibreOffice makes of workbooks, each with wrong numbers planted and inputs changed."""
    if not shutil.which("soffice"):
        pytest.skip("LibreOffice is not installed: there is no soffice to work a workbook out")
    profile = tmp_path_factory.mktemp("profile")
    (profile / "user").mkdir()
    (profile / "user" / "registrymodifications.xcu").write_text(ALWAYS)

    def work_out(books):
        folder = tmp_path_factory.mktemp("books")
        (folder / "planted").mkdir()
        for place, (data, changes) in enumerate(books):
            path = folder / f"{place}.xlsx"
            path.write_bytes(data)
            assert _planted(path, folder / "planted" / path.name, changes) > 0
        words = ["soffice", f"-env:UserInstallation={profile.as_uri()}", "--headless"]
        words += ["--convert-to", "xlsx", "--outdir", str(folder / "out")]
        words += [str(folder / "planted" / f"{place}.xlsx") for place in range(len(books))]
        subprocess.run(words, check=True, capture_output=True, timeout=600)
        for place in range(len(books)):
            yield openpyxl.load_workbook(folder / "out" / f"{place}.xlsx", data_only=True)

    return work_out


@pytest.fixture
def same():
    """Whether a cell says the same as was wanted: to 1e-9, what is endless as endless."""
    epoch = openpyxl.utils.datetime.WINDOWS_EPOCH

    def compare(got, wanted):
        if hasattr(got, "year"):
            got = (got - epoch).total_seconds() / 86_400
        if isinstance(wanted, str) or isinstance(got, str):
            return got == wanted
        if abs(wanted) > 1e290:
            return got is not None and got * math.copysign(1, wanted) > 1e290
        return got is not None and math.isclose(got, wanted, rel_tol=1e-9)

    return compare
