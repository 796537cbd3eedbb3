"""Rows of replays, one file a subject."""

from replays.models.analysis import Analysis
from replays.models.casebook import Precedent
from replays.models.disputes import Dispute
from replays.models.found import FoundBits, FoundDeal
from replays.models.opened import Opened
from replays.models.saved_search import SavedSearch

__all__ = ["Analysis", "Dispute", "FoundBits", "FoundDeal", "Opened", "Precedent", "SavedSearch"]
