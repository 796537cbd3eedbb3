"""Rows of replays, one file a subject."""

from replays.models.disputes import Dispute
from replays.models.opened import Opened

__all__ = ["Dispute", "Opened"]
