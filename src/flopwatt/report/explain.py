"""Any number answers "why?": formula, inputs, sources, and the next number down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from flopwatt.catalog import source_of
from flopwatt.model.trace import written
from flopwatt.model.value import Origin, Value
from flopwatt.report.explanation import Explanation, Line, Link
from flopwatt.report.lookup import find_value
from flopwatt.report.ranges import likely_text, median_text, value_texts
from flopwatt.report.sources import DEFINITION, cited_documents, document_of
from flopwatt.report.symbols import keys_of, symbols_of
from flopwatt.report.texts import counted, exact_text, is_even, month_texts, number_text
from flopwatt.report.tree import Node, Tree
from flopwatt.studies.run import Study

Symbols = Mapping[str, str]

MOST_LINES = 120  # of a tree that is read from top to bottom
MOST_LINKS = 8  # values that a value is used by or moved by
LEAST_SHARE = 0.005  # of a spread, which would read 0 %


def explain(study: Study, key: str, *, whole: bool = False) -> Explanation:
    """The explanation of one value, down to plan lines and sources.

    A tree of more lines than anybody reads is opened level by level as far as they are few,
    unless the ``whole`` of it is asked for; its sources are those of all of it.
    Raises PlanError when the key names nothing, or when the value is not known.
    """
    value = find_value(study, key)
    tree = Tree(study.results)
    nodes = tree.nodes(value)
    if whole or len(nodes) <= MOST_LINES:
        return explanation_of(study, value, nodes)
    shown = tree.fitting_nodes(value, MOST_LINES)
    below = {node.value.key for node in nodes} - {node.value.key for node in shown}
    sources = cited_documents(_cited(node) for node in nodes)
    return replace(explanation_of(study, value, shown), below=len(below), sources=sources)


def explanation_of(
    study: Study,
    value: Value,
    nodes: Sequence[Node],
    groups: Mapping[tuple[str, ...], str] = {},
    *,
    by_month: bool = True,
) -> Explanation:
    """The explanation of a value from its tree; ``groups`` has a key for each group in it."""
    symbols = tree_symbols(study, nodes)
    lines = tuple(_line(study, node, symbols, groups) for node in nodes)
    start = study.plan.start
    told = by_month and value.is_series and not is_even(value, start)
    used = study.bearing.used_by(value.key)
    return Explanation(
        key=value.key,
        meaning=value.quantity.meaning,
        exact=exact_text(value, start),
        written=formula_text(study, value, symbols) if value.origin.kind == "computed" else "",
        lines=lines,
        beside="; ".join(_beside(study, value, symbols)),
        likely=likely_text(study, value),
        months=month_texts(value, start) if told else (),
        sources=cited_documents(line.source for line in lines),
        moved_by=tuple(_movers(study, value)),
        used_by=tuple(_link(study, key) for key in used[:MOST_LINKS]),
        used_more=len(used[MOST_LINKS:]),
    )


def _movers(study: Study, value: Value) -> Iterator[Link]:
    """The inputs that a range comes from, the weightiest first."""
    for one in study.bearing.moved_by(value.key)[:MOST_LINKS]:
        if one.share >= LEAST_SHARE:
            more = f" and {one.others} more" if one.others else ""
            yield Link(f"{one.key}{more}", one.key, f"{100 * one.share:.0f} % of its spread")


def _link(study: Study, key: str) -> Link:
    return Link(key, key, value_texts(study, study.results[key])[0])


def tree_symbols(study: Study, nodes: Sequence[Node]) -> Symbols:
    """A symbol for each quantity of a tree and of the formulas in it."""
    quantities = study.results.vocabulary.quantities
    found = [node.value.quantity for node in nodes]
    formulas = {node.value.formula for node in nodes if node.value.formula is not None}
    found += [quantities[need] for formula in formulas for need in formula.needs]
    return symbols_of(found)


def _beside(study: Study, value: Value, symbols: Symbols) -> Iterator[str]:
    """What else would have set a value: its formula, the catalog, an assumption."""
    if value.beside is not None and value.formula is not None:
        number = number_text(value.quantity, float(value.beside[0, 0, 0]), study.plan.start)
        yield f"its formula says {number}: {formula_text(study, value, symbols)}"
    for leaf in value.losers:
        text = number_text(value.quantity, float(leaf.value), study.plan.start)
        yield f"{leaf.origin.kind} {text}: {origin_text(leaf.origin)}"


def formula_text(study: Study, value: Value, symbols: Symbols | None = None) -> str:
    """The written form of a value's formula in symbols: ``C = k x N x D``."""
    if value.formula is None:
        return ""
    quantities = study.results.vocabulary.quantities
    if symbols is None:
        symbols = symbols_of([value.quantity, *(quantities[n] for n in value.formula.needs)])
    return f"{symbols[value.quantity.name]} = {written(value.formula, symbols)}"


def key_formula_text(study: Study, value: Value) -> str:
    """The same in keys: ``cost = accelerator_hours x price``."""
    if value.formula is None:
        return ""
    quantities = study.results.vocabulary.quantities
    names = keys_of(value.quantity, (quantities[need] for need in value.formula.needs))
    return f"{value.quantity.key} = {written(value.formula, names)}"


def _line(
    study: Study, node: Node, symbols: Symbols, groups: Mapping[tuple[str, ...], str]
) -> Line:
    value = node.value
    if node.group:
        return Line(
            node.depth,
            symbols[value.quantity.name],
            groups[node.group],
            groups[node.group],
            counted(len(node.group), "value"),
            "",
            "",
        )
    text, around = value_texts(study, value)
    around = ", ".join(part for part in (around, median_text(study, value)) if part)
    return Line(
        depth=node.depth,
        symbol=symbols[value.quantity.name],
        name=value.quantity.key if node.short else value.key,
        key=value.key,
        text=text,
        origin=value.origin.kind,
        detail="see above" if node.again else _detail_text(study, value, symbols),
        note=value.origin.detail,
        range=around,
        source=_cited(node),
    )


def _cited(node: Node) -> str:
    """The document that a line of a tree cites; empty for a plan's line and what is told above."""
    origin = node.value.origin
    cited = "" if origin.place or node.again or node.group else document_of(origin.source)
    return "" if cited == DEFINITION else cited


def _detail_text(study: Study, value: Value, symbols: Symbols) -> str:
    """Why a value is what it is, in one line: formula, plan line, or source with its date."""
    computed = value.origin.kind == "computed"
    return formula_text(study, value, symbols) if computed else origin_text(value.origin)


def origin_text(origin: Origin) -> str:
    """Where a supplied value stands: a line of the plan, or a source with its date."""
    return origin.place or source_text(origin.source, origin.as_of)


def source_text(cited: str, as_of: str = "") -> str:
    """A citation as people read it: id, locator, date."""
    name, _, locator = cited.partition("#")
    source_of(name)
    return ", ".join(part for part in (name, locator, as_of) if part)
