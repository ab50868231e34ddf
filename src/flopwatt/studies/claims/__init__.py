"""A number that somebody claims about a model: is it right, and if not, which mistake gives it."""

from flopwatt.studies.claims.answer import ClaimAnswer, Explanation
from flopwatt.studies.claims.reading import Claim, read_claim
from flopwatt.studies.claims.search import answer_claim

__all__ = ["Claim", "ClaimAnswer", "Explanation", "answer_claim", "read_claim"]
