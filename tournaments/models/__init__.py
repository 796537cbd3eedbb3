"""Rows of tournaments, made from their events, for pages to read; `projections` writes them."""

from tournaments.models.invitation import Invitation
from tournaments.models.paper_case import PaperCase
from tournaments.models.photograph import Photograph
from tournaments.models.standing import Standing
from tournaments.models.terms_template import TermsTemplate
from tournaments.models.tournament import DrawSecret, Entry, Reserve, RoundTable, Tournament

__all__ = [
    "DrawSecret",
    "Entry",
    "Invitation",
    "PaperCase",
    "Photograph",
    "Reserve",
    "RoundTable",
    "Standing",
    "TermsTemplate",
    "Tournament",
]
