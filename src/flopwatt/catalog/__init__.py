"""Facts and definitions: what each quantity means, what each thing is, and who says so.

Everything here is read from the files in ``data``; nothing is written in Python.
"""

from flopwatt.catalog.architectures import Shape, find_shape
from flopwatt.catalog.checks import check_offers, dear_from, market_price
from flopwatt.catalog.chosen import Chosen, choose_thing, supplied_by
from flopwatt.catalog.facts import find_fact
from flopwatt.catalog.find import (
    assumed_leaves,
    canonical,
    default_leaf,
    find_thing,
    offer_leaf,
    thing_leaves,
)
from flopwatt.catalog.grids import GridFigure, figures_of, grid_figure, regions_around
from flopwatt.catalog.listing import describe_table, list_kinds, list_tables, list_things
from flopwatt.catalog.load import (
    load_definitions,
    load_sources,
    load_table,
    load_things,
    source_of,
)
from flopwatt.catalog.names import find
from flopwatt.catalog.offers import read_offers
from flopwatt.catalog.prices import (
    find_prices,
    find_token_prices,
    list_providers,
    load_offers,
    load_token_prices,
    market_offer,
    market_offers,
)
from flopwatt.catalog.records import (
    Column,
    Fact,
    Match,
    Offer,
    OfferFile,
    Prices,
    Source,
    TableInfo,
    Thing,
    TokenPrice,
)

__all__ = [
    "Chosen",
    "Column",
    "Fact",
    "GridFigure",
    "Match",
    "Offer",
    "OfferFile",
    "Prices",
    "Shape",
    "Source",
    "TableInfo",
    "Thing",
    "TokenPrice",
    "assumed_leaves",
    "canonical",
    "check_offers",
    "choose_thing",
    "dear_from",
    "default_leaf",
    "describe_table",
    "figures_of",
    "find",
    "find_fact",
    "find_prices",
    "find_shape",
    "find_thing",
    "find_token_prices",
    "grid_figure",
    "list_kinds",
    "list_providers",
    "list_tables",
    "list_things",
    "load_definitions",
    "load_offers",
    "load_sources",
    "load_table",
    "load_things",
    "load_token_prices",
    "market_offer",
    "market_offers",
    "market_price",
    "offer_leaf",
    "read_offers",
    "regions_around",
    "source_of",
    "supplied_by",
    "thing_leaves",
]
