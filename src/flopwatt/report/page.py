"""Explanations that stand together on one page, where what several of them share is told once."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from flopwatt.model.population import PLAN
from flopwatt.report.explain import explanation_of, origin_text
from flopwatt.report.explanation import Explanation, Line
from flopwatt.report.lookup import find_value
from flopwatt.report.ranges import value_texts
from flopwatt.report.sources import cited_documents, document_of
from flopwatt.report.texts import counted
from flopwatt.report.tree import DEEP, MANY, Tree
from flopwatt.studies.fleets import FLEET
from flopwatt.studies.run import Study

Groups = dict[tuple[str, ...], str]


def explain_all(study: Study, keys: Iterable[str]) -> tuple[Explanation, ...]:
    """The explanations of some keys, and of what they lead to where a plan is large.

    In a large plan, or one with fleets, whose steps are long sums, a value with an explanation
    of its own is not opened again under others, what lies deep below has one too, and the
    members of a long sum are told once, under a key of their own.
    """
    wanted = list(dict.fromkeys(keys))
    population = study.results.population
    many = any(len(names) > MANY for names in population.instances.values())
    large = many or bool(population.names(FLEET))
    own = set(wanted) if large else set()
    tree = Tree(study.results, own, MANY if large else None, DEEP if large else None)
    groups: Groups = {}
    found: list[Explanation] = []
    told = 0
    for key in wanted:  # which grows by the members of groups and by what lies deep
        value = find_value(study, key)
        nodes = tree.nodes(value)
        for node in nodes:
            if node.group and node.group not in groups:
                groups[node.group] = _group_key(study, node.value.key, groups)
        closed = [key for group in list(groups)[told:] for key in group]
        closed += [node.value.key for node in nodes if node.depth == tree.deep and not node.group]
        more = dict.fromkeys(one for one in closed if _is_computed(study, one) and one not in own)
        own.update(more)
        wanted += more
        told = len(groups)
        by_month = not many or value.quantity.entity == PLAN
        found.append(explanation_of(study, value, nodes, groups, by_month=by_month))
    found = [_within(one, own) for one in found] if large else found
    return (*found, *(_group(study, keys, name) for keys, name in groups.items()))


def _within(explanation: Explanation, own: Collection[str]) -> Explanation:
    """Of what a value is used by, a few that the page explains; the rest is counted."""
    kept = tuple(link for link in explanation.used_by if link.key in own)[:MANY]
    left_out = len(explanation.used_by) - len(kept)
    return replace(explanation, used_by=kept, used_more=explanation.used_more + left_out)


def _is_computed(study: Study, key: str) -> bool:
    return study.results[key].origin.kind == "computed"


def _group_key(study: Study, first: str, groups: Groups) -> str:
    """A key for all members of a sum: ``training.*.bill``; a second such sum is numbered."""
    value = study.results[first]
    name = study.results.entry(value.quantity.entity, "*") + value.quantity.key
    same = [other for other in groups.values() if other == name or other.startswith(f"{name}-")]
    return f"{name}-{len(same) + 1}" if same else name


def _group(study: Study, keys: tuple[str, ...], name: str) -> Explanation:
    """All members of a sum, one line each."""
    values = [study.results[key] for key in keys]
    quantity = values[0].quantity
    lines = [Line(0, quantity.symbol, name, name, counted(len(keys), "value"), "", "")]
    for value in values:
        text, around = value_texts(study, value)
        computed = value.origin.kind == "computed"
        cited = "" if computed or value.origin.place else document_of(value.origin.source)
        detail = "" if computed else origin_text(value.origin)
        line = Line(1, quantity.symbol, value.key, value.key, text, value.origin.kind, detail)
        lines.append(replace(line, note=value.origin.detail, range=around, source=cited))
    return Explanation(
        key=name,
        meaning=quantity.meaning,
        exact="",
        written="",
        lines=tuple(lines),
        sources=cited_documents(line.source for line in lines),
    )
