"""From which use on owning costs less than each offer, a dot an offer."""

from __future__ import annotations

import math

from flopwatt.report.charts import PERCENT
from flopwatt.report.charts_dots import Dot, Dots, draw_dots
from flopwatt.report.own_hours import price_text
from flopwatt.report.own_offers import SAID, share_text
from flopwatt.report.records import Chart, Section
from flopwatt.studies.assets import Against, assets_of, offers_against
from flopwatt.studies.run import Study

ALL = 1.0
MOST = 24  # offers drawn


def offers_chart(study: Study, section: Section) -> Chart | None:
    """The use from which the first asset costs less than renting, with what other assets make."""
    assets = assets_of(study.plan, study.results)
    # those of one accelerator are held against the same offers
    alike = [asset for asset in assets if asset.accelerator == assets[0].accelerator]
    found = [tuple(offers_against(asset)) for asset in alike]
    rows = tuple(_dot(side_by_side) for side_by_side in zip(*found, strict=False))[:MOST]
    if not rows or not any(row.number is not None for row in rows):
        return None
    first = alike[0].name
    said = f"Dot: {first}."
    if len(alike) > 1:
        said = f"Dot: {first}; bar: from one asset to another."
    dots = Dots(rows, label=PERCENT, most=ALL)
    return Chart(
        id="own-offers",
        title="Share of hours that must be used for owning to cost less",
        subtitle=f"{said} Hollow: an offer older than 12 months.",
        description=section.title,
        make_table=lambda: section.tables[0],
        draw=lambda chart, look: draw_dots(dots, chart, look),
    )


def _dot(side_by_side: tuple[Against, ...]) -> Dot:
    """One offer, against all assets of its accelerator."""
    first, offer = side_by_side[0], side_by_side[0].offer
    shares = [one.break_even for one in side_by_side if one.break_even is not None]
    shares = [min(share, ALL) for share in shares if math.isfinite(share)]
    reached = first.break_even is not None and first.break_even <= ALL
    return Dot(
        name=f"{price_text(offer)} {offer.provider}, {SAID[offer.purchase]}",
        scope="",
        number=first.break_even if reached else None,
        text=share_text(first.break_even),
        low=min(shares, default=0.0),
        high=max(shares, default=0.0),
        hollow=first.stale,
    )
