"""The models of replays, one file for each subject."""

from replays.models.analyses import Analysis, TournamentAnalysis
from replays.models.collection import Collection, CollectionItem
from replays.models.disputes import Dispute
from replays.models.found import FoundDeal, TermBitmap
from replays.models.note import Note
from replays.models.puzzle import Answer, Puzzle
from replays.models.wishes import Opened, SavedSearch, SharedReview

__all__ = [
    "Analysis",
    "Answer",
    "Collection",
    "CollectionItem",
    "Dispute",
    "FoundDeal",
    "Note",
    "Opened",
    "Puzzle",
    "SavedSearch",
    "SharedReview",
    "TermBitmap",
    "TournamentAnalysis",
]
