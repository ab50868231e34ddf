"""An explanation as a paragraph to copy: for a grant, a board paper or a filing."""

from __future__ import annotations

from flopwatt.report.explanation import Explanation, Line

MOST = 12  # inputs that a paragraph names; a longer one is not read


def paragraph(explanation: Explanation) -> str:
    """What a number is, how it was worked out, and what each input under it rests on."""
    top, *below = explanation.lines
    likely = (
        f", {explanation.likely[:1].lower()}{explanation.likely[1:]}" if explanation.likely else ""
    )
    said = [f"{explanation.meaning} {explanation.key} is {top.text}{likely}."]
    if explanation.written:
        said.append(f"It is worked out as {explanation.written}.")
    elif top.detail:
        said.append(f"It is {top.origin}: {top.detail}.")
    leaves = [line for line in below if line.origin not in ("", "computed")]
    known = {line.key: line for line in leaves}  # each once
    told = [_told(line) for line in list(known.values())[:MOST]]
    if told:
        said.append(f"It rests on {'; '.join(told)}.")
    left = len(known) - MOST
    if left > 0:
        said.append(f"{left} more inputs stand in the whole explanation.")
    return " ".join(said)


def _told(line: Line) -> str:
    around = f" (likely {line.range})" if line.range else ""
    rests = f"{line.origin}, {line.detail}" if line.detail else line.origin
    return f"{line.name} {line.text}{around}, {rests}"
