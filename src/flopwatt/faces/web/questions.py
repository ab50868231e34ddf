"""What may be asked over HTTP, and within which limits."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from flopwatt.faces.web.plain import WIDE

MOST_DRAWS = 20_000
MOST_CHARACTERS = 1_000_000

PlanField = Annotated[str, Field(max_length=MOST_CHARACTERS, description="A plan, as YAML text.")]
Name = Annotated[str, Field(max_length=120, description="The name that places carry.")]
Key = Annotated[str, Field(max_length=200, description="The key of a value.")]
Draws = Annotated[
    int | None,
    Field(
        ge=0,
        le=MOST_DRAWS,
        description="How often ranges are drawn; 10,000 unless said; 10 or more, or 0 for not.",
    ),
]


class Question(BaseModel):
    """What every question about a plan says."""

    model_config = ConfigDict(extra="forbid", strict=True)

    plan: PlanField
    name: Name = "plan.yaml"
    draws: Draws = None


class RunQuestion(Question):
    """A plan, and what is changed in it."""

    changes: dict[str, str] = Field(
        default={}, max_length=200, description="Values by key that take the place of the plan's."
    )
    sections: list[str] | None = Field(
        default=None, max_length=60, description="The sections wanted; all unless said."
    )
    inputs: bool = Field(default=True, description="Whether the plan's fields are wanted too.")
    key: Key | None = Field(default=None, description="A value whose explanation is wanted too.")
    width: int = Field(default=WIDE, ge=240, le=1800, description="Pixels a chart has across.")


class ExplainQuestion(Question):
    """A plan, and the value whose explanation is wanted."""

    key: Key
    whole: bool = Field(default=False, description="Whether a long explanation is told whole.")


class CompareQuestion(Question):
    """A plan, and the other that it is held against."""

    other: PlanField
    other_name: Name = "other.yaml"


class DownloadQuestion(Question):
    """A plan, and the file wanted of it."""

    kind: Literal["json", "csv", "html", "xlsx", "svg", "png"]
    part: str = Field(default="", max_length=200, description="One table or one chart.")


class Told(BaseModel):
    """One thing that is wrong or worth knowing, in the words of the command line."""

    code: str
    message: str
    field: str
    given: str
    allowed: str
    nearest: str
    file: str | None
    line: int | None
    column: int | None
    warning: bool


class Refusal(BaseModel):
    """Why a question is not answered."""

    problems: list[Told]
