"""Database rows of tournaments for pages to read, made from events; `projections` writes them."""

from tournaments.models.invitation import Invitation
from tournaments.models.real_cards import Photograph, ReportedDiscard
from tournaments.models.standing import Standing
from tournaments.models.terms_template import TermsTemplate
from tournaments.models.tournament import DrawSecret, Entry, Reserve, RoundTable, Tournament

__all__ = [
    "DrawSecret",
    "Entry",
    "Invitation",
    "Photograph",
    "ReportedDiscard",
    "Reserve",
    "RoundTable",
    "Standing",
    "TermsTemplate",
    "Tournament",
]
