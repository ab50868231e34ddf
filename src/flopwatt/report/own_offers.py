"""Owning against renting: the use from which an owned GPU costs less than each dated offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from flopwatt.report.cells import UNKNOWN, cell
from flopwatt.report.own_hours import PER_HOUR, price_text
from flopwatt.report.records import Cell, Section, Table
from flopwatt.report.texts import counted
from flopwatt.studies.assets import Against, Asset, assets_of, offers_against
from flopwatt.studies.run import Study

SAID = {"on_demand": "on demand", "reserved_1y": "1 year", "reserved_3y": "3 years"}
COLUMNS = ("rented", "of", "GPU-hour", "as of")
NEVER, STALE = "never", " *"
STALE_NOTE = "* older than 12 months on the plan's first day."
NOTE = "Share of all hours that must be used for owning to cost less than renting those hours."
NEVER_NOTE = "never: renting costs less even if every hour is used."
SIDE_BY_SIDE = 3  # assets that fit beside one another
MOST_TOLD = 4


def own_offers_section(study: Study, names: Sequence[str] | None = None) -> Section | None:
    """The use to break even against every offer for the GPUs of assets, and against their rent."""
    assets = assets_of(study.plan, study.results, names)
    found = {asset.name: tuple(offers_against(asset)) for asset in assets}
    told = [asset for asset in assets if found[asset.name] or asset.knows("rent")]
    if not told:
        return None
    alike: dict[str, list[Asset]] = {}
    for asset in told:
        alike.setdefault(asset.accelerator or asset.name, []).append(asset)
    tables = []
    for accelerator, group in alike.items():
        for first in range(0, len(group), SIDE_BY_SIDE):
            part = group[first : first + SIDE_BY_SIDE]
            tables.append(_table(study, accelerator, part, found))
    return Section("own-offers", _finding(told, found), tuple(tables))


def _table(
    study: Study, what: str, assets: Sequence[Asset], found: Mapping[str, tuple[Against, ...]]
) -> Table:
    rows = [*_given(study, assets)]
    for side_by_side in zip(*(found[asset.name] for asset in assets), strict=True):
        offer = side_by_side[0].offer
        rows.append(
            (
                Cell(SAID[offer.purchase]),
                Cell(offer.provider),
                Cell(price_text(offer)),
                Cell(f"{offer.as_of}{STALE * side_by_side[0].stale}"),
                *(Cell(share_text(one.break_even)) for one in side_by_side),
            )
        )
    texts = [one.text for row in rows for one in row]
    notes = (NOTE, NEVER_NOTE * (NEVER in texts),
             STALE_NOTE * any(text.endswith(STALE) for text in texts))  # fmt: skip
    title = f"Use from which owning costs less than renting {what}"
    note = "\n".join(filter(None, notes))
    heads = (*COLUMNS, *(asset.name for asset in assets))
    name = f"own-offers-{assets[0].name}"
    return Table(name, title, heads, tuple(rows), note, words=("of", "as of"))


def _given(study: Study, assets: Sequence[Asset]) -> Iterator[tuple[Cell, ...]]:
    """The rents that the plan itself names; one row for all that have the same."""
    rents: dict[str, list[str]] = {}
    for asset in assets:
        if asset.knows("rent"):
            rents.setdefault(cell(study, f"{asset.key}.rent", PER_HOUR).text, []).append(asset.name)
    for rent, names in rents.items():
        shares = (
            cell(study, f"{asset.key}.break_even") if asset.name in names else Cell("-")
            for asset in assets
        )
        yield Cell("rent"), Cell("the plan"), Cell(rent), Cell("-"), *shares


def share_text(share: float | None) -> str:
    """A use to break even as people read it; one that cannot be reached is never."""
    if share is None:
        return UNKNOWN
    return NEVER if share > 1 else f"{share:.0%}".replace("%", " %")


def _finding(assets: Sequence[Asset], found: Mapping[str, tuple[Against, ...]]) -> str:
    """From which use on each asset beats the cheapest and the dearest offer on demand."""
    told = {}
    for asset in assets:
        demand = [one for one in found[asset.name] if one.offer.purchase == "on_demand"]
        if demand and demand[0].break_even is not None:
            told[asset.name] = [share_text(one.break_even) for one in (demand[0], demand[-1])]
    if not told or len(told) > MOST_TOLD:
        return f"When {counted(len(assets), 'asset')} cost less than renting, by use."
    if len(told) == 1:
        ((name, (least, most)),) = told.items()
        return (
            f"{name} beats the cheapest offer on demand {_from(least)}, the dearest {_from(most)}."
        )
    shares = (f"{name} {least} and {most}" for name, (least, most) in told.items())
    return (
        "Use from which owning beats the cheapest and the dearest offer on demand: "
        f"{', '.join(shares)}."
    )


def _from(share: str) -> str:
    return share if share in (NEVER, UNKNOWN) else f"from {share} use on"
