"""What is answered: the results of a plan or a model, and predictions held against the truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flopwatt.api.given import check_kind
from flopwatt.problems import PlanError, Problem
from flopwatt.report import Explanation, Report, Section, backtest_document, backtest_page
from flopwatt.studies.backtest import Backtest
from flopwatt.studies.run import Study


@dataclass(frozen=True)
class Answer:
    """The results of one plan, or of one model.

    ``answer["training.base.cost"]`` is the number in the unit that ``to_dict`` names;
    ``report`` is what every face renders, ``study`` what the report of a plan was made of.
    """

    report: Report
    study: Study | None = field(default=None, repr=False, compare=False)

    def __getitem__(self, key: str) -> Any:
        """The number of a key (a list by month for a series); KeyError for an unknown key."""
        return self.report.document["results"][key]["value"]

    def explain(self, key: str, *, whole: bool = False) -> Explanation:
        """Where a number comes from, down to plan lines and sources.

        A long tree is opened as far as it is read easily; ``whole`` opens all of it.
        Raises PlanError when the key names nothing, with the nearest one.
        """
        check_kind("key", key, str, "a key such as training.base.cost")
        return self.report.explain(key, whole=whole)

    def table(self) -> list[dict[str, Any]]:
        """One row per value: key, value, unit, range, origin, source. Made for data frames."""
        return [{"key": key, **row} for key, row in self.report.document["results"].items()]

    def to_xlsx(self) -> bytes:
        """The bytes of a workbook whose formulas move with its inputs, where this is a plan's.

        Raises PlanError for another answer, and where xlsxwriter is not installed.
        """
        if self.report.make_workbook is None:
            message = "only the answer of a whole plan becomes a workbook"
            raise PlanError([Problem("bad-structure", message, allowed="flopwatt.run(PLAN)")])
        return self.report.make_workbook(self.report)

    def to_dict(self) -> Mapping[str, Any]:
        """The public JSON document."""
        return self.report.document


@dataclass(frozen=True)
class Accuracy:
    """Predictions held against published values: as a page of tables and as plain data."""

    found: Backtest

    @property
    def page(self) -> Section:
        """What a person reads."""
        return backtest_page(self.found)

    def to_dict(self) -> Mapping[str, Any]:
        """The public JSON document; errors are relative, 0.1 is 10 %."""
        return backtest_document(self.found)
